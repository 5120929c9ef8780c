import { demoChips, megabyte, newChips } from '@forecourt/contract'
import { AxeBuilder } from '@axe-core/playwright'
import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { appFixture, expectPage, expectToast, languages } from './app-fixture.ts'
import { words } from './chip-words.ts'
import { pane } from './list-reader.ts'
import { tableOf } from './shown.ts'
import { settled } from './visitor.ts'

const front = appFixture()
type Language = 'zh' | 'en'
const business = '/maintenance/cardBusiness'

const serious = async (page: Page) =>
  (await new AxeBuilder({ page }).setLegacyMode().analyze()).violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])

const field = (page: Page, name: string) => pane(page).locator(`[data-field=${name}]`)
async function choose(page: Page, name: string, option: string) {
  await field(page, name).getByRole('combobox').click()
  await page.locator('.ant-select-dropdown:visible .ant-select-item-option', { hasText: option }).first().click()
}
const put = (page: Page, name: string, bytes: Buffer) =>
  field(page, 'attachmentId').locator('input[type=file]').setInputFiles({ name, mimeType: 'text/csv', buffer: bytes })

/** A file as a clerk chooses it, with its maker and type; not sent yet. */
async function fillIn(page: Page, language: Language, name: string, text: string) {
  await choose(page, 'supplier', 'mh')
  await choose(page, 'cardType', words[language].cpu)
  await put(page, name, Buffer.from(text))
  await field(page, 'attachmentId').getByRole('button', { name }).waitFor()
}

/** What the drawer of a batch says once it has been read: its status, and how many lines of each kind. */
async function resultOf(page: Page, name: string, status: string) {
  const drawer = page.getByRole('dialog', { name })
  await drawer.locator('.k-figures').waitFor()
  await drawer.locator('.k-facts').getByText(status, { exact: true }).waitFor()
  return { drawer, counts: await drawer.locator('.k-figures dd').allInnerTexts() }
}

const six = (value: number) => String(value).padStart(6, '0')
/** 1,000 lines under a head, seven of which are no chips: each for another reason. Other numbers for each language. */
function fileOf(language: Language) {
  const { number: takenNumber, uuid: takenUuid } = demoChips[0]!
  const own = language === 'zh' ? '6288' : '6289'
  const number = (turn: number) => `${own}00${six(turn)}`
  const uuid = (turn: number) => `${own}AA${six(turn)}`
  const good = Array.from({ length: 993 }, (_, turn) => `${number(turn)},${uuid(turn)},C${turn},8`)
  const wrong = [
    [`62 99,${uuid(2000)}`, 'number', '62 99'],
    [`${number(2001)},04ZZ`, 'uuid', '04ZZ'],
    [number(2002), 'columns', number(2002)],
    [`${number(2003)},${uuid(2003)},,10`, 'issueType', '10'],
    [`${number(5)},${uuid(2004)}`, 'numberTwice', number(5)],
    [`${number(2005)},${takenUuid}`, 'uuidTaken', takenUuid],
    [`${takenNumber},${uuid(2006)}`, 'numberTaken', takenNumber],
  ] as const
  const head = words[language].template
  const lines = wrong.map(([, reason, value], turn) => [
    String(995 + turn).replace(/(\d)(\d{3})$/, '$1,$2'),
    words[language].reasons[reason],
    value,
  ])
  return { text: [head, ...good, ...wrong.map(([line]) => line)].join('\r\n'), lines, number }
}

// @req CRD-068 CRD-069 CRD-070 CRD-049
test.each(languages())(
  'a thousand chips are imported: 993 are added, seven lines say what is wrong, again there is nothing new (%s)',
  async language => {
    const say = words[language]
    const { text, lines } = fileOf(language)
    const page = await front().enter('admin', { language }, business)
    await expectPage(page, say.importCards)
    expect(new URL(page.url()).pathname).toBe(`${business}/importCards`)
    const menu = (await page.getByRole('navigation').first().innerText()).split('\n').map(line => line.trim())
    expect(menu).toEqual(expect.arrayContaining([say.importCards, say.cardSearch]))
    expect(menu).not.toContain(say.importResult)
    expect(await serious(page)).toEqual([])
    await field(page, 'supplier').getByRole('combobox').click()
    const makers = page.locator('.ant-select-dropdown:visible .ant-select-item-option')
    await expect.poll(() => makers.allInnerTexts()).toContain('mh')
    expect(await makers.allInnerTexts()).not.toContain(say.unknown)
    await page.keyboard.press('Escape')

    await fillIn(page, language, 'chips.csv', text)
    await pane(page).getByRole('button', { name: say.begin }).click()
    await expectToast(page, say.begun)
    await page.waitForURL(`**${business}/importResult?record=*`)
    const first = await resultOf(page, 'chips.csv', say.partial)
    expect(first.counts).toEqual(['1,000', '993', '0', '7'])
    expect((await tableOf(first.drawer, say.linesOf('chips.csv'))).rows).toEqual(lines)
    expect(await serious(page)).toEqual([])
    await first.drawer.locator('.ant-drawer-close').click()
    await first.drawer.waitFor({ state: 'hidden' })
    const row = (await tableOf(pane(page), say.importResult)).rows[0]!
    expect(row.slice(1)).toEqual(['chips.csv', say.partial, '1,000', '993', '0', '7', 'mh'])

    await pane(page).getByRole('button', { name: say.another }).first().click()
    await expectPage(page, say.importCards)
    await fillIn(page, language, 'chips.txt', text)
    await pane(page).getByRole('button', { name: say.begin }).click()
    expect((await resultOf(page, 'chips.txt', say.partial)).counts).toEqual(['1,000', '0', '993', '7'])
  },
)

// @req CRD-049 CRD-070
test.each(languages())('a file with nothing wrong says so; its template is read as it was written (%s)', async language => {
  const say = words[language]
  const page = await front().enter('admin', { language }, `${business}/importCards`)
  const coming = page.waitForEvent('download')
  await pane(page).getByRole('button', { name: say.downloadTemplate }).click()
  const file = await coming
  expect(file.suggestedFilename()).toBe(say.templateName)
  const chunks: Buffer[] = []
  for await (const chunk of await file.createReadStream()) chunks.push(chunk as Buffer)
  const head = Buffer.concat(chunks).toString()
  expect(head.replace('\uFEFF', '').trim()).toBe(say.template)
  const number = language === 'zh' ? '62870000001' : '62870000002'
  await fillIn(page, language, 'one.csv', `${head.trim()}\r\n${number},0687000000${number.slice(-2)}\r\n`)
  await pane(page).getByRole('button', { name: say.begin }).click()
  const { drawer, counts } = await resultOf(page, 'one.csv', say.success)
  expect(counts).toEqual(['1', '1', '0', '0'])
  await drawer.getByText(say.allGood).waitFor()
})

// @req CRD-069
test.each(languages())('a maker is added, chosen for the next file, and renamed (%s)', async language => {
  const say = words[language]
  const [code, name] = language === 'zh' ? ['21', '华大'] : ['22', 'Huada']
  const page = await front().enter('admin', { language }, `${business}/importCards`)
  const enter = async (given: Record<string, string>) => {
    const form = page.locator('.ant-modal:visible')
    for (const [of, value] of Object.entries(given)) await form.locator(`[data-field=${of}] input`).fill(value)
    return form
  }
  await pane(page).getByRole('button', { name: say.addMaker }).click()
  // The code of another maker would give its chips a new name.
  await (await enter({ code: '1', name })).locator('.k-fault', { hasText: say.codeTaken }).waitFor()
  await (await enter({ code })).locator('.k-form-end button[type=submit]').click()
  await expectToast(page, say.makerAdded)
  await choose(page, 'supplier', name)
  await pane(page).locator('.chip-makers li', { hasText: name }).getByRole('button').click()
  await (await enter({ name: `${name} 2` })).locator('.k-form-end button[type=submit]').click()
  await expectToast(page, say.makerRenamed)
  await field(page, 'supplier').getByText(`${name} 2`).waitFor()
})

// @req CRD-049
test.each(languages())('a file of another kind or above 10 MB is refused on the field, and nothing is sent (%s)', async language => {
  const say = words[language]
  const page = await front().enter('admin', { language }, `${business}/importCards`)
  const sent: string[] = []
  page.on('request', request => request.method() === 'POST' && sent.push(new URL(request.url()).pathname))
  const about = field(page, 'attachmentId')
  await put(page, 'chips.xlsx', Buffer.from('62990001,0411223344'))
  await about.getByText(say.kind).waitFor()
  await put(page, 'chips.csv', Buffer.alloc(10 * megabyte + 1, '1'))
  await about.getByText(say.tooLarge).waitFor()
  await pane(page).getByRole('button', { name: say.begin }).click()
  await field(page, 'supplier').locator('.k-fault').waitFor()
  expect(sent.filter(path => /upload|import/.test(path))).toEqual([])
  expect(await serious(page)).toEqual([])
})

// @req CRD-034
test.each(languages())('an import that cannot be started says so in a notice, with the words of the server (%s)', async language => {
  const say = words[language]
  const page = await front().enter('admin', { language }, `${business}/importCards`)
  // The maker that was chosen has gone meanwhile: the server itself refuses.
  await page.route('**/cardInfos/import', route =>
    route.continue({ postData: JSON.stringify({ ...(route.request().postDataJSON() as object), supplier: 60_000 }) }),
  )
  await fillIn(page, language, 'chips.csv', '62990001,0411223344')
  await pane(page).getByRole('button', { name: say.begin }).click()
  const notice = page.locator('.ant-notification-notice', { hasText: say.failed })
  await notice.getByText(say.hint, { exact: true }).waitFor()
  await notice.getByText(say.notFound).waitFor()
  await field(page, 'supplier').getByText(say.notFound).waitFor()
  expect(new URL(page.url()).pathname).toBe(`${business}/importCards`)
})

/** The list narrowed to what has this in its printed number. */
async function find(page: Page, language: Language, part: string) {
  await pane(page).locator('#f-number').fill(part)
  await page.keyboard.press('Enter')
  await settled(page)
  return tableOf(pane(page), words[language].cardSearch)
}
const life = (drawer: Locator, language: Language) =>
  drawer.getByRole('list', { name: words[language].life }).locator('li > div').allInnerTexts()
const grouped = (number: string) => number.replace(/(.{4})(?=.)/g, '$1 ')

async function openRow(page: Page, language: Language, number: string) {
  await pane(page)
    .locator('tbody tr[data-id]', { hasText: grouped(number) })
    .first()
    .press('Enter')
  const drawer = page.getByRole('dialog', { name: words[language].chip(grouped(number)) })
  await drawer.getByRole('list', { name: words[language].life }).waitFor()
  return drawer
}
/** An act of the drawer: its button, what its form asks, and what is said when it is done. */
async function act(page: Page, drawer: Locator, name: string, given: Record<string, string>, done: string) {
  await drawer.getByRole('button', { name, exact: true }).click()
  const form = page.locator('.ant-modal:visible')
  for (const [of, value] of Object.entries(given)) await form.locator(`[data-field=${of}] :is(input, textarea)`).fill(value)
  await form.locator('.k-form-end button[type=submit]').click()
  await expectToast(page, done)
  await form.waitFor({ state: 'hidden' })
}

// @req CRD-072
test.each(languages())(
  'a chip is found by part of its number, narrowed by its stage, scrapped, and its life shows it (%s)',
  async language => {
    const say = words[language]
    const imported = demoChips.filter(chip => chip.issueType === 8 && chip.supplier === 1 && !newChips.includes(chip))
    const { number, uuid } = imported[language === 'zh' ? 0 : 1]!
    const page = await front().enter('admin', { language }, `${business}/cardSearch`)
    await expectPage(page, say.cardSearch)
    expect((await find(page, language, number.slice(3))).rows.map(cells => cells.slice(0, 2))).toEqual([[grouped(number), uuid]])
    await find(page, language, '620100')
    await pane(page).getByRole('combobox', { name: say.stage }).click()
    await page.locator('.ant-select-dropdown:visible .ant-select-item-option', { hasText: say.imported }).click()
    await page.keyboard.press('Escape')
    await settled(page)
    const { heads, rows } = await tableOf(pane(page), say.cardSearch)
    expect(rows.length).toBeGreaterThan(1)
    expect(new Set(rows.map(cells => cells[heads.indexOf(say.stage)]))).toEqual(new Set([say.imported]))
    expect(new Set(rows.map(cells => cells[heads.indexOf(say.company)]))).toEqual(new Set([say.unassigned]))
    expect(await serious(page)).toEqual([])

    const drawer = await openRow(page, language, number)
    expect(await life(drawer, language)).toEqual([say.actImport, '林岚 Lin Lan'])
    await act(page, drawer, say.scrap, { remark: say.why }, say.scrapDone)
    await expect.poll(() => life(drawer, language)).toEqual([say.actImport, '林岚 Lin Lan', say.actScrap, `林岚 Lin Lan · ${say.why}`])
    expect(await drawer.getByRole('button', { name: say.scrap, exact: true }).count()).toBe(0)
    expect(await serious(page)).toEqual([])
    await drawer.locator('.ant-drawer-close').click()
    await expect.poll(async () => (await tableOf(pane(page), say.cardSearch)).rows.flat()).not.toContain(grouped(number))
  },
)

// @req CRD-072
test.each(languages())('a mother card is handed over to somebody, and comes back (%s)', async language => {
  const say = words[language]
  const { number } = demoChips.find(({ issueType }) => issueType === 5)!
  const page = await front().enter('admin', { language }, `${business}/cardSearch`)
  await pane(page).getByRole('combobox', { name: say.issueType }).click()
  await page.locator('.ant-select-dropdown:visible').getByTitle(say.mother, { exact: true }).click()
  await page.keyboard.press('Escape')
  await settled(page)
  expect((await tableOf(pane(page), say.cardSearch)).rows.map(([printed]) => printed)).toEqual([grouped(number)])
  const drawer = await openRow(page, language, number)
  const before = await life(drawer, language)
  await act(page, drawer, say.handOver, { to: '周站长', remark: say.why }, say.handOverDone)
  await expect.poll(() => life(drawer, language)).toEqual([...before, say.actHandOver, `林岚 Lin Lan · 周站长 · ${say.why}`])
  expect(await drawer.locator('.k-facts').innerText()).toContain('周站长')
  expect(await drawer.getByRole('button', { name: say.handOver, exact: true }).count()).toBe(0)
  await act(page, drawer, say.handBack, {}, say.handBackDone)
  await expect.poll(() => life(drawer, language)).toHaveLength(before.length + 4)
  await drawer.getByRole('button', { name: say.handOver, exact: true }).waitFor()
})
