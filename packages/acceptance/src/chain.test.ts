import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { a11yIssues } from './a11y-issues.ts'
import { appFixture, expectToast, languages } from './app-fixture.ts'
import { local, openChain, year, type Chain } from './chain-company.ts'
import { arrivedCl, figure, reckoning, soldCl, type Reckoning } from './chain-reckoning.ts'
import type { Call } from './tanker.ts'
import { settled } from './visitor.ts'

const front = appFixture()
const words = {
  zh: {
    saved: '保存成功',
    ordered: '待装车',
    load: '装车',
    loaded: '已装车，油品已从油库转入在途',
    add: '新增进油',
    recorded: '已登记进油',
    sign: '签收',
    signed: '已签收',
    perLitre: '每升成本',
    settle: `结账 ${year}-03`,
    nothingAgainst: '没有待处理事项，可以月结。',
    stations: '油站',
    byDay: '每日毛利',
    confirm: '确认月结',
    settledMonth: `${year}-03 已月结`,
    ok: '确定',
    print: '打印月结单',
    paper: `${year}-03 成品油月结单`,
    differ: '进油与签收相差',
    readOnly: `${year}-03 已月结：该合同只可查看，不能修改`,
  },
  en: {
    saved: 'Saved',
    ordered: 'Ordered',
    load: 'Load',
    loaded: 'Loaded: the fuel is on the road',
    add: 'New delivery',
    recorded: 'Delivery recorded',
    sign: 'Sign',
    signed: 'Signed for',
    perLitre: 'Cost a litre',
    settle: `Settle ${year}-03`,
    nothingAgainst: 'Nothing stands against it: the month can be settled.',
    stations: 'Stations',
    byDay: 'margin by day',
    confirm: 'Confirm month-end',
    settledMonth: `${year}-03 is settled`,
    ok: 'OK',
    print: 'Print',
    paper: `Fuel month-end ${year}-03`,
    differ: 'deliveries differ by',
    readOnly: `${year}-03 is settled: this contract can be read and not changed`,
  },
} as const
type Say = (typeof words)[keyof typeof words]
type Language = keyof typeof words

const pane = (page: Page) => page.locator('#content .pane:visible')
const field = (within: Locator, name: string) => within.locator(`[data-field=${name}]`)
const fill = (within: Locator, name: string, value: string) => field(within, name).locator('input, textarea').first().fill(value)
async function moment(within: Locator, name: string, value: string): Promise<void> {
  await fill(within, name, value)
  await field(within, name).locator('input').first().press('Tab')
}
async function pick(within: Locator, name: string, option: string): Promise<void> {
  await field(within, name).getByRole('combobox').first().press('ArrowDown')
  // One name may end as another begins: 0# and -10#.
  const named = new RegExp(`^${option.replaceAll(/[^\p{L}\p{N}]/gu, '.')}`, 'u')
  await within.page().locator('.ant-select-item-option:visible', { hasText: named }).first().click()
}
const seen = async (page: Page, ...said: readonly string[]) => {
  for (const each of said) await expect.poll(() => page.locator('main').innerText(), { message: each }).toContain(each)
}

interface Places {
  readonly depot: string
  readonly supplier: string
  readonly carrier: string
  readonly fuel: string
  readonly station: string
}
/** Whom it is bought from, and where it lies. */
async function places(chain: Chain): Promise<Places> {
  const office = await chain.as('admin', local('08:00'))
  type Named = { readonly id: number; readonly name: string }
  const { content } = await office<{ content: Named[] }>('GET', '/baseFuels?search=code:0')
  const [fuel] = content as [Named]
  const supplier = { name: 'Refinery North', sellsFuel: true, carries: false, sellsGoods: false }
  const carrier = { name: 'Tank Haulage', sellsFuel: false, carries: true, sellsGoods: false }
  for (const body of [supplier, carrier]) await office('POST', '/suppliers', body)
  const depot = { name: 'Harbour depot', baseFuels: [{ baseFuelId: fuel.id }] }
  await office('POST', '/depots', depot)
  const { name: station } = await office<Named>('GET', `/stations/${chain.stationId}`)
  const leader = await chain.as('station_leader', local('08:00'))
  await leader('POST', '/dailyStates', { stationId: chain.stationId })
  return { depot: depot.name, supplier: supplier.name, carrier: carrier.name, fuel: fuel.name, station }
}

async function buy(page: Page, say: Say, at: Places, { purchaseCents, purchaseNet }: Reckoning): Promise<void> {
  const form = pane(page).locator('.supply-form')
  await fill(form, 'number', `HT-${year}-03`)
  await moment(form, 'day', `${year}-03-02`)
  await pick(form, 'depotId', at.depot)
  await pick(form, 'baseFuelId', at.fuel)
  await pick(form, 'supplierId', at.supplier)
  await fill(form, 'density', '838')
  await fill(form, 'priceCentsPerT', '7845.50')
  await fill(form, 'taxRate', '13')
  await fill(form, 'weightKg', '50')
  for (const cents of [purchaseCents, purchaseNet])
    await expect.poll(() => form.locator('.supply-amounts').innerText()).toContain(figure(cents))
  await page.keyboard.press('Control+Enter')
  await expectToast(page, say.saved)
}

async function order(page: Page, say: Say, at: Places, { amountCents, loadedCl }: Reckoning): Promise<number> {
  const form = pane(page).locator('.transport-form')
  await fill(form, 'billNo', 'TD-1')
  await pick(form, 'depotId', at.depot)
  await pick(form, 'stationId', at.station)
  await pick(form, 'baseFuelId', at.fuel)
  await moment(form, 'deliveryTime', `${year}-03-02 09:30:00`)
  await fill(form, 'density', '838')
  await fill(form, 'deliveredKg', '8.38')
  await fill(form, 'priceCents', '7845.50')
  await fill(form, 'taxRate', '13')
  await fill(form, 'freightPriceCents', '80')
  await fill(form, 'freightTaxRate', '9')
  await pick(form, 'carrierId', at.carrier)
  await fill(form, 'allowedLossPercent', '0.2')
  for (const said of [figure(loadedCl), figure(amountCents)])
    await expect.poll(() => form.locator('.transport-sums').innerText()).toContain(said)
  await page.keyboard.press('Control+Enter')
  await expectToast(page, say.saved)
  await page.waitForURL('**/transportDetails/*')
  await pane(page).getByText(say.ordered).first().waitFor()
  await pane(page).getByRole('button', { name: say.load, exact: true }).press('Enter')
  const dialog = page.locator('.ant-modal:visible')
  await field(dialog, 'billNo').locator('input').press('Control+Enter')
  await expectToast(page, say.loaded)
  return Number(page.url().split('/').at(-1))
}

/** The station measures what came out of the truck, and signs for that. */
async function unload(page: Page, say: Say, chain: Chain, { loadedCl, claimedKg, lostKg }: Reckoning): Promise<void> {
  await pane(page).getByRole('button', { name: say.add }).first().press('Enter')
  await settled(page)
  const form = pane(page)
  await field(form, 'tankId').getByRole('combobox').press('ArrowDown')
  await page
    .locator('.ant-select-item-option:visible', { hasText: String(chain.diesel.number) })
    .first()
    .click()
  const { volumeCl } = chain.diesel
  const litres = { deliveryVolumeCl: loadedCl, beforeVolumeCl: volumeCl, afterVolumeCl: volumeCl + arrivedCl }
  await fill(form, 'docNo', 'TD-1')
  for (const [name, cl] of Object.entries(litres)) await fill(form, name, (cl / 100).toFixed(2))
  await fill(form, 'density', '838')
  for (const name of ['temperature', 'beforeTemperature', 'afterTemperature']) await fill(form, name, '20')
  await moment(form, 'beginTime', `${year}-03-02 11:00:00`)
  await moment(form, 'endTime', `${year}-03-02 11:30:00`)
  await page.keyboard.press('Control+Enter')
  await expectToast(page, say.recorded)
  await page.goto(new URL('/oilOperate/oilTaking?tab=incoming', page.url()).href)
  const row = pane(page).getByRole('row', { name: /TD-1/ }).first()
  await row.getByRole('button', { name: say.sign, exact: true }).press('Enter')
  const dialog = page.locator('.ant-modal:visible')
  await expect.poll(() => field(dialog, 'signedCl').locator('input').inputValue()).toBe(figure(arrivedCl))
  for (const kg of [lostKg, claimedKg]) await expect.poll(() => dialog.innerText()).toContain(figure(kg, 3))
  expect(await a11yIssues(page)).toEqual([])
  await field(dialog, 'signedCl').locator('input').press('Control+Enter')
  await expectToast(page, say.signed)
}

/** 500 L are sold, the shift is closed after midnight with the tank dipped as the next one begins, the day is settled. */
async function sell(chain: Chain): Promise<number> {
  const { id, call } = chain.pump(local('15:00'))
  const { nozzleId, totaliserCl, tankId, volumeCl } = chain.diesel
  const sale = { sequence: 1, createdDate: local('14:30').toISOString(), nozzleControlId: nozzleId, payType: 'cash' }
  await call('POST', '/orders', { ...sale, lineItems: [{ volumeCl: soldCl, totaliserEndCl: totaliserCl + soldCl }] })
  expect(id).toBeGreaterThan(0)
  const leader = await chain.as('station_leader', local('00:05', `${year}-03-03`))
  const { content } = await leader<{ content: { id: number }[] }>('GET', `/dailyStates?search=station.id:${chain.stationId},status:open`)
  const dailyStateId = content.at(-1)!.id
  type Seen = { payTypes: { payType: string; expectedCents: number }[] }
  const { payTypes } = await leader<Seen>('GET', `/classSettles/preview?dailyStateId=${dailyStateId}`)
  const grossCents = payTypes.find(({ payType }) => payType === 'cash')!.expectedCents
  const tanks = [{ tankId, volumeCl: volumeCl + arrivedCl - soldCl }]
  const closed = { dailyStateId, counted: [{ payType: 'cash', countedCents: grossCents }], tanks }
  await confirmed(leader, '/classSettles', closed, { startNext: true })
  await confirmed(await chain.as('station_leader', local('08:00', `${year}-03-03`)), '/daySettles', {
    stationId: chain.stationId,
    businessDay: `${year}-03-02`,
  })
  return grossCents
}

async function confirmed(leader: Call, path: string, body: object, also: object = {}): Promise<void> {
  const { figures } = await leader<{ figures: { about: string; amount: number; beyond: boolean }[] }>('POST', `${path}/preview`, body)
  const acknowledged = figures.filter(({ beyond }) => beyond).map(({ about, amount }) => ({ about, amount }))
  await leader('POST', path, { ...body, ...also, acknowledged, reason: acknowledged.length > 0 ? 'Checked' : '' })
}

async function settleMonth(page: Page, say: Say, chain: Chain, of: Reckoning): Promise<void> {
  await pane(page).getByRole('button', { name: say.settle, exact: true }).press('Enter')
  await page.waitForURL(`**/previewSettle?month=${year}-03`)
  await settled(page)
  await pane(page).getByText(say.nothingAgainst).waitFor()
  await seen(
    page,
    ...[of.purchaseNet, of.freightNet, of.claim.netCents, of.issuedCents, of.receivedCents, of.costCents].map(cents => figure(cents)),
  )
  await seen(page, figure(of.salesNet), figure(of.closingCents))
  // The tank took in what was signed for: nothing is adjusted, and nothing lost at the station.
  expect(await page.locator('main').innerText()).not.toContain(say.differ)
  expect(await a11yIssues(page)).toEqual([])
  const margin = pane(page).getByRole('region', { name: say.stations }).getByTitle(say.byDay)
  await margin.first().press('Enter')
  const days = page.getByRole('dialog')
  for (const cents of [of.costCents, of.salesNet, of.salesNet - of.costCents])
    await expect.poll(() => days.innerText()).toContain(figure(cents))
  await expect.poll(() => days.innerText()).toContain(`${year}-03-02`)
  expect(await a11yIssues(page)).toEqual([])
  await page.keyboard.press('Escape')
  await days.waitFor({ state: 'detached' })

  await pane(page).getByRole('button', { name: say.confirm, exact: true }).press('Enter')
  const dialog = page.locator('.ant-modal:visible')
  await fill(dialog, 'typed', `${year}-03`)
  expect(await a11yIssues(page)).toEqual([])
  await page.keyboard.press('Control+Enter')
  await page.locator('input[autocomplete=one-time-code]').fill(chain.company.accounts[0]!.pin)
  await page.getByRole('button', { name: say.ok, exact: true }).press('Enter')
  await expectToast(page, say.settledMonth)
  await page.waitForURL('**/previewSettle?settled=*')
  await settled(page)
}

// @req SUP-003 SUP-004 SUP-006 SUP-013 SUP-014 SUP-019
test.each(languages())(
  'fuel is bought, sent, unloaded short, signed for and claimed; its litre has its cost, and its month is settled and printed (%s)',
  async (language: Language) => {
    const say = words[language]
    const chain = await openChain(front(), `chain${language}`)
    const at = await places(chain)
    const first = reckoning(chain.diesel.volumeCl, 0)
    const boss = await chain.enter('admin', local('10:00'), '/oilCompanyOperate/addDetail', { language })
    await buy(boss, say, at, first)
    await boss.goto(new URL('/oilCompanyOperate/addTransportInfo', boss.url()).href)
    await settled(boss)
    const id = await order(boss, say, at, first)
    await front().leave(boss)

    const leader = await chain.enter('station_leader', local('13:00'), '/oilOperate/oilTaking', { language })
    await unload(leader, say, chain, first)
    await front().leave(leader)
    const of = reckoning(chain.diesel.volumeCl, await sell(chain))

    const office = await chain.enter('admin', local('21:00'), `/oilCompanyOperate/transportDetails/${id}`, { language })
    await pane(office).getByText(say.perLitre).waitFor()
    await seen(
      office,
      figure(of.signedKg, 3),
      figure(of.allowedKg, 3),
      figure(of.claimedKg, 3),
      figure(of.claim.cents),
      figure(of.totalNet),
    )
    await seen(office, of.perLitre)
    expect(await a11yIssues(office)).toEqual([])
    await front().leave(office)

    const april = await chain.enter('admin', local('10:00', `${year}-04-02`), '/oilCompanyOperate/settleMge', { language })
    await settleMonth(april, say, chain, of)
    await pane(april).getByRole('link', { name: say.print }).press('Enter')
    await april.waitForURL('**/printMonthSettle/*')
    await april.getByRole('heading', { level: 1, name: say.paper }).waitFor()
    await seen(
      april,
      ...[of.purchaseNet, of.costCents, of.salesNet, of.closingCents, of.salesNet - of.costCents].map(cents => figure(cents)),
    )
    expect(await a11yIssues(april)).toEqual([])

    const read = await chain.as('admin', local('10:00', `${year}-04-02`))
    const [bought] = (await read<{ content: { id: number }[] }>('GET', '/purchaseContracts')).content
    await april.goto(new URL(`/oilCompanyOperate/editDetail/${bought!.id}`, april.url()).href)
    await april.getByText(say.readOnly).waitFor()
    await settled(april)
    expect(await april.locator('.supply-form').count()).toBe(0)
    expect(await a11yIssues(april)).toEqual([])
  },
  240_000,
)
