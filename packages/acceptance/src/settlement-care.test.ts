import { stations } from '@forecourt/contract'
import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { beyondRows, confirmFigures } from './figures.ts'
import { findRunning } from './running-shift.ts'
import { appFixture, type AppFixture, languages } from './app-fixture.ts'
import { ask, settled, tell } from './visitor.ts'

const front = appFixture()

const words = {
  zh: {
    close: /^班结第/,
    counted: '现金 实点',
    cashMissing: '请填写现金实点金额，没有现金时填 0',
    notAmount: /小数/,
    typeFigure: '请输入差异数：现金长短款',
    differs: '与差异数 +¥600.02 不一致',
    giveReason: '请填写差异原因',
    unpaid: /输入“强制班结”$/,
    force: /^强制班结并结转/,
    word: '强制班结',
    none: '未清点',
    reasonLabel: '差异原因',
    accepted: '已确认的差异',
    settleDay: /^日结 20/,
    statement: / 对账单$/,
    due: '待日结',
    together: /^日结所选/,
    ok: /^日结所选/,
    done: /已完成 2/,
    closeResults: /关\s*闭/,
    cancel: '取消',
  },
  en: {
    close: /^Close shift/,
    counted: 'Cash Counted',
    cashMissing: 'Enter the counted cash, 0 if there is none',
    notAmount: /two decimals/,
    typeFigure: 'Type the figure: Cash over/short',
    differs: 'Differs from +¥600.02',
    giveReason: 'Give the reason for the difference',
    unpaid: /type “force”$/,
    force: /^To force the close/,
    word: 'force',
    none: 'not counted',
    reasonLabel: 'Reason for the difference',
    accepted: 'Differences confirmed',
    settleDay: /^Settle 20/,
    statement: / Statement$/,
    due: 'Days to settle',
    together: /^Settle \d+ day/,
    ok: /^Settle \d+ day/,
    done: /2/,
    closeResults: 'Close',
    cancel: 'Cancel',
  },
} as const

/** 20.00 litres from a nozzle: not paid yet, or by a platform. */
async function sell(
  { url, demo }: AppFixture,
  paid: { payType?: 'wx'; externalSerialNo?: string } = {},
): Promise<{ id: number; orderNo: string }> {
  const station = demo.companies[0]!.stations[0]!
  const device = station.devices.find(({ credential }) => credential)!
  const headers = { authorization: device.credential!, 'content-type': 'application/json' }
  const { lastSequence } = (await (await fetch(`${url}/api/v1/devices/${device.id}/gaps`, { headers })).json()) as { lastSequence: number }
  const sale = { sequence: lastSequence + 1, nozzleControlId: station.nozzles[0]!.id, lineItems: [{ volumeCl: 20_00 }], ...paid }
  const reply = await fetch(`${url}/api/v1/orders`, { method: 'POST', headers, body: JSON.stringify(sale) })
  return (await reply.json()) as { id: number; orderNo: string }
}

/** Everything that a page sends to settle; nothing may be sent while the dialog still asks. */
function sentBy(page: Page, path: string): string[] {
  const sent: string[] = []
  page.on('request', request => {
    if (request.method() === 'POST' && new URL(request.url()).pathname === `/api/v1${path}`) sent.push(request.postData() ?? '')
  })
  return sent
}

/** The button is off, and says beside itself why; a press of it sends nothing. */
async function isOff(button: Locator, why: string | RegExp) {
  await expect.poll(() => button.getAttribute('aria-disabled')).toBe('true')
  const said = async () => {
    const id = await button.getAttribute('aria-describedby')
    return id ? button.page().locator(`[id="${id}"]`).innerText() : ''
  }
  await expect.poll(said).toMatch(why)
  await button.click({ force: true })
}

const centsOf = (shown: string) => Math.round(Number(shown.replaceAll(',', '').replace('−', '-')) * 100)

// @req SET-001
test.each(languages())(
  '%s: a shift that is closed with a wrong, a missing or an unusual figure asks before anything is sent',
  async language => {
    const say = words[language],
      shop = front()
    await sell(shop, { payType: 'wx', externalSerialNo: `wx-${language}-1` })
    const { id, orderNo } = await sell(shop)
    const page = await shop.enter('station_leader', { language }, '/queryStatistics/classSettle?state=running')
    await findRunning(page, language)
    const sent = sentBy(page, '/classSettles')
    await page.getByRole('button', { name: say.close }).click()
    const dialog = page.getByRole('dialog')
    const send = dialog.getByRole('button', { name: say.close })

    await isOff(send, say.cashMissing)
    const cash = dialog.getByLabel(say.counted, { exact: true })
    await cash.fill('ten')
    await isOff(send, say.notAmount)

    // An order that nobody has paid stands there once, and leads to itself.
    await expect.poll(async () => (await dialog.innerText()).split(orderNo).length - 1).toBe(1)
    expect(await dialog.getByRole('link', { name: orderNo }).getAttribute('href')).toContain(`/allDetails/${id}`)

    const row = dialog.getByRole('row').filter({ has: page.getByLabel(say.counted, { exact: true }) })
    const expectedCents = centsOf(await row.locator('td').first().innerText())
    await cash.fill(String((expectedCents + 600_02) / 100))
    await isOff(send, say.unpaid)
    const force = dialog.getByLabel(say.force)
    await force.fill(say.word.slice(0, 3))
    await isOff(send, say.unpaid)
    await force.fill(say.word)
    // What nobody counted is not counted: no number, and no minus.
    const uncounted = await dialog.getByRole('table').first().getByRole('row').filter({ hasText: say.none }).allInnerTexts()
    expect(uncounted.length).toBeGreaterThan(0)
    for (const each of uncounted) expect(each).not.toMatch(/[-−]\d/)

    await isOff(send, say.typeFigure)
    const beyond = beyondRows(dialog)
    await beyond.first().locator('input').fill('600.01')
    await dialog.getByText(say.differs).waitFor()
    await isOff(send, say.typeFigure)
    for (const each of await beyond.all()) await each.locator('input').fill(await each.locator('td').first().innerText())
    await isOff(send, say.giveReason)
    expect(sent).toEqual([])

    await confirmFigures(dialog, 'Float of the next day was put in early')
    await send.click()
    await page.waitForURL('**/classSettleDetails/*')
    await settled(page)
    expect(sent).toHaveLength(1)
    const shift = await ask<{ differenceCents: number; reason: string; forced: boolean }>(
      page,
      `/classSettles/${page.url().split('/').at(-1)}`,
    )
    expect(shift).toMatchObject({ differenceCents: 600_02, reason: 'Float of the next day was put in early', forced: true })
    await page.getByText(say.accepted).waitFor()
    await expect.poll(() => page.locator('#content .pane:visible').innerText()).toContain('+¥600.02')
  },
)

test.each(languages())('%s: a statement that is off by too much is asked for before its day is settled', async language => {
  const say = words[language]
  const page = await front().enter('station_leader', { language }, '/queryStatistics/daySettle')
  const sent = sentBy(page, '/daySettles')
  const waiting = page.getByRole('table', { name: say.due }).locator('tbody tr')
  await waiting.first().waitFor()
  // What is known of the day stands on its row before it is settled.
  expect(await waiting.first().innerText()).toMatch(/\d{4}-\d\d-\d\d[\s\S]*[\d,]+\.\d\d[\s\S]*[\d,]+\.\d\d/)
  await page.getByRole('button', { name: say.settleDay }).first().click()
  const dialog = page.getByRole('dialog')
  const send = dialog.getByRole('button', { name: say.settleDay })
  const rows = dialog.getByRole('row').filter({ has: page.getByLabel(say.statement) })
  await rows.first().waitFor()
  const statement = rows.first().getByLabel(say.statement)
  const bookedCents = centsOf(await rows.first().locator('td').first().innerText())
  await statement.fill('1.2.3')
  await isOff(send, say.notAmount)
  await statement.fill(String((bookedCents + 77_70) / 100))
  const row = beyondRows(dialog).filter({ hasText: '+77.70' })
  await row.waitFor()
  await row.locator('input').fill('7.77')
  await isOff(send, /./)
  expect(sent).toEqual([])
  await confirmFigures(dialog, 'Statement of two days')
  await expect.poll(() => send.getAttribute('aria-disabled')).toBe(null)
  expect(sent).toEqual([])
})

test('days that wait are settled together, each with its own result; one that is beyond tolerance stays for its own dialog', async () => {
  const { enter, demo } = front()
  const admin = await enter('admin', { language: 'zh' })
  const stationId = demo.companies[0]!.stations[0]!.id
  const tolerance = async (cashCents: number, volumeCl: number) => {
    const { version } = await ask<{ version: number }>(admin, `/stations/${stationId}`)
    const config = { tolerance: { cashCents, volumeBasisPoints: 30, volumeCl } }
    await tell(admin, 'PUT', `/stations/${stationId}/config`, { version, config })
  }
  await tolerance(0, 10_000_00)
  const page = await front().enter('station_leader', { language: 'zh' }, '/queryStatistics/daySettle')
  const say = words.zh
  const sent = sentBy(page, '/daySettles')
  const waiting = page.getByRole('table', { name: say.due }).locator('tbody tr')
  await waiting.first().waitFor()
  // With no tolerance at all, a day that is short is left for its own dialog, and says so.
  const alone = waiting.filter({ hasText: '超出允许范围，需单独日结：现金长短款' })
  await alone.first().waitFor()
  await alone.first().getByRole('checkbox').click()
  expect(await alone.first().getByRole('checkbox').isChecked()).toBe(false)

  await tolerance(10_000_00, 10_000_00)
  await page.reload()
  const ready = waiting.filter({ hasText: '可日结' })
  await ready.first().waitFor()
  const days = await ready.count()
  expect(days).toBeGreaterThan(1)
  for (const each of await ready.all()) await each.getByRole('checkbox').check()
  await page.getByRole('button', { name: say.together }).click()
  await page.getByRole('dialog').getByRole('button', { name: say.ok }).click()
  await expect.poll(() => sent.length).toBe(days)
  const results = page.getByRole('dialog').filter({ has: page.locator('progress') })
  await expect.poll(() => results.getByRole('status').innerText()).toContain(String(days))
  await results.getByRole('button', { name: say.closeResults }).last().click()
  await expect.poll(() => ready.count()).toBe(0)
})

// @req SET-013 SET-014 SET-017
test('a print has a way back to its record, and a receipt names no whole card', async () => {
  const page = await front().enter('station_leader', { language: 'zh' })
  for (const [kind, print] of [
    ['classSettle', 'printClassSettle'],
    ['daySettle', 'printDaySettle'],
  ]) {
    const { content: settles } = await ask<{ content: { id: number }[] }>(page, `/${kind}s?size=1`)
    await page.goto(new URL(`/${print}/${settles[0]!.id}`, page.url()).href)
    await page.getByRole('button', { name: /^返\s*回$/ }).click()
    await page.waitForURL(`**/${kind}Details/${settles[0]!.id}`)
  }
  const { content } = await ask<{ content: { id: number; userCard: { number: string } }[] }>(
    page,
    '/orders?size=1&search=status:success,userCard<>null&expand=userCard',
  )
  const { id, userCard } = content[0]!
  for (const document of [`order:${id}`, `receipt:${id}`]) {
    await page.goto(new URL(`/previewPrint?document=${document}`, page.url()).href)
    const sheet = page.locator('main')
    await expect.poll(() => sheet.innerText()).toContain('****')
    const read = (await sheet.innerText()).replaceAll(/\s/g, '')
    expect(read, document).not.toContain(userCard.number)
    expect(read, document).not.toContain(userCard.number.slice(4, -4))
    expect(read, document).toContain(userCard.number.slice(-4))
    await page.emulateMedia({ media: 'print' })
    expect((await sheet.innerText()).replaceAll(/\s/g, '')).not.toContain(userCard.number.slice(4, -4))
    await page.emulateMedia({ media: null })
    await page.getByRole('button', { name: /^返\s*回$/ }).click()
    await page.waitForURL(`**/allDetails/${id}`)
  }
})

// @req SET-002 SET-003 SET-004 SET-012 ACC-049
test('anyone who moves to a station of natural days finds its natural day, and nothing of the shift left behind', async () => {
  const { enter, demo } = front()
  const [here, there] = demo.companies[0]!.stations
  const page = await enter('admin', { language: 'zh' }, '/home')
  // Which shift runs is asked as the latest two states of the station, by their ids.
  const asked: string[] = []
  page.on('request', request => asked.push(decodeURIComponent(request.url().split('/api/v1/dailyStates')[1] ?? '')))
  const latestOf = (stationId: number) => `?page=0&size=2&sort=id,desc&search=station.id:${stationId}`
  await page.goto(`${front().url}/queryStatistics/classSettle`)
  await settled(page)
  expect(asked).toContain(latestOf(here!.id))
  const shown = page.locator('#content .pane:visible')
  await shown.getByRole('button', { name: words.zh.close }).waitFor()
  const [shift] = (
    await ask<{ content: { number: number; businessDay: string }[] }>(
      page,
      `/dailyStates?size=1&sort=id,desc&search=station.id:${here!.id}`,
    )
  ).content
  const running = `${shift!.businessDay} 第 ${shift!.number} 班`
  await expect.poll(() => shown.innerText()).toContain(running)

  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: '搜索与命令' }).fill(there!.name.slice(0, 3))
  await page.getByRole('group', { name: '切换油站' }).getByRole('option').filter({ hasText: there!.name }).click()
  await page.getByRole('button', { name: /继\s*续/ }).click()
  await settled(page)
  await shown.getByText('当前自然日').first().waitFor()
  expect(await shown.innerText()).not.toContain(running)
  expect(await shown.getByRole('button', { name: words.zh.close }).count()).toBe(0)
  expect(asked).toContain(latestOf(there!.id))
  const start = shown.getByRole('button', { name: '开班', exact: true })
  expect(await start.count()).toBe(0)

  // Where shifts are settled, but none was begun yet, the natural day goes on until one is.
  const station = await ask<Record<string, unknown>>(page, `/stations/${there!.id}`)
  const body = Object.keys(stations.update.body!.shape).flatMap(name => (name in station ? [[name, station[name]]] : []))
  await tell(page, 'PUT', `/stations/${there!.id}`, { ...Object.fromEntries(body), enableShiftSettle: true })
  await page.reload()
  await shown.getByText('当前没有进行中的班次').waitFor()
  await start.click()
  await page.getByRole('dialog').getByRole('button', { name: '开班', exact: true }).click()
  await shown.getByRole('button', { name: words.zh.close }).waitFor()
})
