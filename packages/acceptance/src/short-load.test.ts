import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { a11yIssues } from './a11y-issues.ts'
import { appFixture, expectPage, expectToast, languages } from './app-fixture.ts'
import { confirmFigures } from './figures.ts'
import { enterAt, load, soldMeanwhileCl, unloadShort } from './tanker.ts'
import { sizes, switchTo, themes } from './themes.ts'
import { saidInPassing } from './toast-recorder.ts'
import { ask, settled } from './visitor.ts'

const front = appFixture()
const words = {
  zh: {
    list: '进油管理',
    tank: (number: number) => `${number} 号罐`,
    rise: '未登记的卸油',
    record: '登记进油',
    add: '新增进油',
    prefilled: '已按液位仪记录填好',
    recorded: '已登记进油',
    short: '短量',
    confidence: (percent: string) => `置信度 ${percent}%`,
    curve: '卸油期间液位',
    table: '表格',
    claim: '索赔单',
    claimTitle: '油品短量索赔单',
    litre: '升',
    back: /^返\s*回$/,
    close: /^班结第/,
    counted: '现金 实点',
    tanks: '油罐',
    tankGap: (name: string) => `油罐 ${name}：付出与泵码`,
    cause: '进油损溢（实收与原发之差）',
    settled: '已结算',
    reason: '油罐车短量，已向供应商索赔',
  },
  en: {
    list: 'Deliveries',
    tank: (number: number) => `Tank ${number}`,
    rise: 'Delivery that nobody recorded',
    record: 'Record delivery',
    add: 'New delivery',
    prefilled: 'Filled in from the gauge',
    recorded: 'Delivery recorded',
    short: 'Short',
    confidence: (percent: string) => `confidence ${percent}%`,
    curve: 'Level while unloading',
    table: 'Table',
    claim: 'Claim sheet',
    claimTitle: 'Claim for a short load',
    litre: 'L',
    back: 'Back',
    close: /^Close shift/,
    counted: 'Cash Counted',
    tanks: 'Tanks',
    tankGap: (name: string) => `Tank ${name}: drawn and metered`,
    cause: 'Delivered more or less than the note says',
    settled: 'Settled',
    reason: 'The tanker came short, claimed from the supplier',
  },
} as const
type Say = (typeof words)[keyof typeof words]

interface Found {
  readonly id: number
  readonly beforeAt: string
  readonly beforeVolumeCl: number
  readonly afterVolumeCl: number
  readonly state: string
  readonly oilInfoId: number | null
}
interface Judged {
  readonly verdict: string
  readonly receivedCl: number
  readonly noteCl: number
  readonly differenceCl: number
  readonly uncertaintyCl: number
  readonly confidence: number
}
interface Cockpit {
  readonly byGauge: boolean
  readonly soldCl: number
  readonly readings: readonly { at: string }[]
  readonly observed: Judged
  readonly atReference: Judged | null
}
interface Shift {
  readonly tanks: readonly { number: number; productName: string; receivedCl: number; document: string; differenceCl: number }[]
}

const pane = (page: Page) => page.locator('#content .pane:visible')
const field = (page: Page, name: string) => pane(page).locator(`[data-field=${name}] input`).first()
const litres = (cl: number) => (cl / 100).toLocaleString('en-US', { minimumFractionDigits: 2 }).replace('-', '−')
const centilitres = (shown: string) => Math.round(Number(shown.replaceAll(',', '').replace('−', '-')) * 100)
/** In Shanghai, where the station is. */
const clockOf = (instant: string) => new Date(Date.parse(instant) + 8 * 3_600_000).toISOString().slice(0, 19).replace('T', ' ')
const says = async (place: Locator, all: readonly string[]) => {
  for (const each of all) await expect.poll(async () => (await place.innerText()).replaceAll(/\s+/g, ' ')).toContain(each)
}

/** What hinders people on what is in front, on a desk and on a phone, by day and at night. */
async function hindrances(page: Page): Promise<string[]> {
  const found: string[] = []
  for (const size of sizes)
    for (const light of themes) {
      await switchTo(page, size, light)
      const here = await a11yIssues(page, { but: light === 'dark' ? 'colours' : undefined })
      found.push(...here.map(each => `${size.width} ${light}: ${each}`))
    }
  await switchTo(page, sizes[0], 'light')
  return found
}

// @req FUE-001
test.each(languages())(
  'a gauge shows a load that nobody has recorded; by its note it is short, which is claimed and explains the tank of its shift (%s)',
  { timeout: 240_000 },
  async language => {
    const say = words[language]
    const docNo = `SL-${language}`
    const { tank, until } = await unloadShort(front(), language === 'zh' ? 2 : 5)
    const page = await enterAt(front(), until, { language, mode: 'auto' })
    const rise = await openRise(page, tank.id)
    await recordFrom(page, say, { rise, number: tank.number, docNo })
    const id = Number(page.url().split('/').at(-1))
    expect(await ask<Found>(page, `/foundDeliveries/${rise.id}`)).toMatchObject({ state: 'matched', oilInfoId: id })
    const counts = await readCockpit(page, say, id)
    await readClaim(page, say, { ...counts, docNo })
    await closeNaming(page, say, { number: tank.number, docNo, id })
  },
)

/** The gauge is looked at every few seconds. */
async function openRise(page: Page, tankId: number): Promise<Found> {
  const found = () => ask<{ content: Found[] }>(page, `/foundDeliveries?search=tank.id:${tankId},state:open,kind:rise`)
  await expect.poll(async () => (await found()).content.length, { timeout: 30_000 }).toBe(1)
  return (await found()).content[0]!
}

const seller = '华东石化销售 East China Petrochemical'

/** The queue offers it, the form knows what the gauge knows, and what the note says is typed. */
async function recordFrom(page: Page, say: Say, { rise, number, docNo }: { rise: Found; number: number; docNo: string }): Promise<void> {
  await page.goto(new URL('/oilOperate/oilTaking', page.url()).href)
  await expectPage(page, say.list)
  const waiting = pane(page)
    .locator('.found-queue li')
    .filter({ hasText: say.tank(number) })
  await says(waiting, [say.rise, litres(soldMeanwhileCl)])
  expect(await hindrances(page)).toEqual([])
  await waiting.getByRole('button', { name: `${say.record} · ${say.tank(number)}` }).press('Enter')
  await expectPage(page, say.add)
  await pane(page).getByText(say.prefilled).waitFor()
  expect(await field(page, 'beginTime').inputValue()).toBe(clockOf(rise.beforeAt))
  for (const name of ['beforeVolumeCl', 'afterVolumeCl'] as const)
    expect(centilitres(await field(page, name).inputValue())).toBe(rise[name])
  const note = { docNo, plate: 'D20881', deliveryVolumeCl: String(load.noteCl / 100), density: String(load.density) }
  for (const [name, value] of Object.entries({ ...note, temperature: String(load.temperature) })) await field(page, name).fill(value)
  // The supplier is one of those on record.
  await pane(page).locator('[data-field=fuelSupplierId]').getByRole('combobox').press('ArrowDown')
  await page.locator('.ant-select-item-option:visible', { hasText: seller }).click()
  const sums = pane(page).locator('.delivery-sums')
  await expect.poll(() => sums.locator('.delivery-short').innerText()).toMatch(/−[56]\d\.\d\d/)
  expect(await hindrances(page)).toEqual([])
  expect(await field(page, 'docNo').inputValue()).toBe(docNo)
  await field(page, 'docNo').press('Control+Enter')
  await expectToast(page, say.recorded)
  await page.waitForURL('**/oilInfoDetails/*')
  await settled(page)
  expect(saidInPassing(page)).toEqual([])
}

/** The level while it unloaded, what was sold meanwhile, and what is short, how surely. */
async function readCockpit(page: Page, say: Say, id: number): Promise<Judged> {
  const cockpit = await ask<Cockpit>(page, `/oilInfos/${id}/cockpit`)
  const counts = cockpit.atReference!
  expect(cockpit).toMatchObject({ byGauge: true, soldCl: soldMeanwhileCl })
  for (const judged of [counts, cockpit.observed]) {
    expect(judged.verdict).toBe('short')
    expect(Math.abs(judged.differenceCl + load.shortCl)).toBeLessThan(10_00)
    expect(judged.confidence).toBeGreaterThan(99)
  }
  const verdict = pane(page).locator('.cockpit-verdict')
  await says(verdict, [say.short, litres(counts.differenceCl), litres(counts.uncertaintyCl), say.confidence(counts.confidence.toFixed(1))])
  await says(pane(page).locator('.cockpit-sides'), [litres(soldMeanwhileCl)])
  expect(await hindrances(page)).toEqual([])
  const curve = pane(page).getByRole('figure', { name: say.curve })
  await curve.getByText(say.table, { exact: true }).click()
  // Every reading and both dips, each at its own moment.
  const { beginTime, endTime } = await ask<{ beginTime: string; endTime: string }>(page, `/oilInfos/${id}`)
  const moments = new Set([...cockpit.readings.map(({ at }) => at), beginTime, endTime].map(at => Date.parse(at)))
  await expect.poll(() => curve.locator('tbody tr').count()).toBe(moments.size)
  return counts
}

/** The claim says the same, on paper. */
async function readClaim(page: Page, say: Say, { docNo, ...counts }: Judged & { docNo: string }): Promise<void> {
  await pane(page).getByRole('button', { name: say.claim }).press('Enter')
  await page.waitForURL('**/printDeliveryClaim/*')
  await page.getByRole('heading', { level: 1, name: say.claimTitle }).waitFor()
  const figures = [counts.receivedCl, counts.noteCl, counts.differenceCl, counts.uncertaintyCl, soldMeanwhileCl]
  const said = [`${load.coolerTank.toFixed(1)} `, `${counts.confidence.toFixed(1)}% · ${say.short}`]
  await says(page.locator('main'), [docNo, seller, ...figures.map(litres), ...said])
  expect(await hindrances(page)).toEqual([])
  await page.getByRole('button', { name: say.back }).click()
  await page.waitForURL('**/oilInfoDetails/*')
}

/** When the shift is closed its tank has drawn more than its pumps measured, and the load is named as the cause. */
async function closeNaming(page: Page, say: Say, { number, docNo, id }: { number: number; docNo: string; id: number }): Promise<void> {
  await page.goto(new URL('/queryStatistics/classSettle', page.url()).href)
  await settled(page)
  await page.getByRole('button', { name: say.close }).click()
  const dialog = page.getByRole('dialog')
  const cash = dialog.getByLabel(say.counted, { exact: true })
  const row = dialog.getByRole('row').filter({ has: page.getByLabel(say.counted, { exact: true }) })
  await cash.fill(String(centilitres(await row.locator('td').first().innerText()) / 100))
  await dialog.locator('summary').filter({ hasText: say.tanks }).click()
  await says(dialog.getByRole('table', { name: say.tanks }).getByRole('row').filter({ hasText: docNo }), [litres(load.noteCl)])
  await dialog.getByText(say.cause).first().waitFor({ state: 'attached' })
  await confirmFigures(dialog, say.reason)
  await dialog.getByRole('button', { name: say.close }).click()
  await page.waitForURL('**/classSettleDetails/*')
  await settled(page)

  const shift = await ask<Shift>(page, `/classSettles/${page.url().split('/').at(-1)}`)
  const settledTank = shift.tanks.find(tank => tank.number === number)!
  expect(settledTank).toMatchObject({ receivedCl: load.noteCl, document: docNo })
  const { profitLossCl } = await ask<{ profitLossCl: number }>(page, `/oilInfos/${id}`)
  const name = `${number} ${settledTank.productName}`
  const why = pane(page)
    .locator('article')
    .filter({ hasText: say.tankGap(name) })
  await says(why, [say.cause, docNo, `+${litres(settledTank.differenceCl)} ${say.litre}`, `+${litres(-profitLossCl)} ${say.litre}`])
  expect(await hindrances(page)).toEqual([])
  await why.getByRole('link', { name: docNo }).click()
  await page.waitForURL(`**/oilInfoDetails/${id}`)
  await pane(page).getByText(say.settled, { exact: true }).first().waitFor()
}
