import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { appFixture, expectToast, languages } from './app-fixture.ts'
import { openStation, pumpsOf, readBack, sell, type Pumps } from './price-stations.ts'
import { issuesInEveryLook } from './every-look.ts'
import { ask, settled, signIn } from './visitor.ts'

const front = appFixture()
const fuel = '95# 汽油'
const words = {
  zh: {
    third: '滨江南站',
    price: `${fuel} 新价`,
    perStation: '各站调价明细',
    replay: '按此价格试算…',
    replayed: '价格试算',
    costOf: `${fuel}进价`,
    litre: '升',
    figures: ['销量', '实际销售额（挂牌价）', '试算销售额', '实际毛利', '试算毛利', '保本销量'],
    notPrice: '价格须为不小于 0.00 的金额',
    never: '试算价不高于进价',
    done: '已提交定时调价',
    waits: '待完成',
    inForce: '已生效，3 站未确认',
    failed: '失败',
    success: '成功',
    details: '详情',
    nozzles: '油枪',
    confirmed: '已确认',
    mixed: '混价',
    sale: '查看该笔销售',
    differs: '单价不符',
  },
  en: {
    third: 'Riverside South',
    price: `New price of ${fuel}`,
    perStation: 'At each station',
    replay: 'Try these prices on past sales…',
    replayed: 'Past sales at these prices',
    costOf: `Cost of ${fuel} per litre`,
    litre: 'L',
    figures: ['Sold', 'Sales at list price', 'Sales at the new price', 'Margin earned', 'Margin at the new price', 'Break-even'],
    notPrice: 'A price is an amount of 0.00 or more',
    never: 'Not above its cost',
    done: 'Price change scheduled',
    waits: 'Waiting',
    inForce: 'In force, 3 stations unconfirmed',
    failed: 'Failed',
    success: 'Confirmed',
    details: 'Details',
    nozzles: 'Nozzles',
    confirmed: 'Confirmed',
    mixed: 'Mixed price',
    sale: 'The sale',
    differs: 'Price differs',
  },
}
type Say = (typeof words)['zh']
const path = '/oilOperate/changePrice'

interface Change {
  readonly id: number
  readonly status: string
  readonly parts: readonly {
    readonly stationId: number
    readonly status: string
    readonly nozzles: readonly { readonly id: number; readonly logicNo: number; readonly state: string; readonly orderId: number | null }[]
  }[]
}
const changeNow = async (page: Page): Promise<Change> => {
  const { content } = await ask<{ content: Change[] }>(page, '/priceChanges?size=1')
  return ask<Change>(page, `/priceChanges/${content[0]!.id}`)
}
const nozzlesOf = ({ parts }: Change, { id }: Pumps) => parts.find(({ stationId }) => stationId === id)!.nozzles
const amount = (hundredths: number) => (hundredths / 100).toLocaleString('en-US', { minimumFractionDigits: 2 })
const inSeconds = (seconds: number) =>
  Temporal.Now.zonedDateTimeISO('Asia/Shanghai').add({ seconds }).toPlainDateTime().toString({ smallestUnit: 'second' }).replace('T', ' ')

async function choose(page: Page, names: readonly string[]): Promise<void> {
  const box = page.locator('[data-field=stationIds]').getByRole('combobox')
  await box.click()
  for (const name of names) {
    await box.fill(name)
    await page.locator('.ant-select-item-option:visible', { hasText: name }).first().click()
  }
  await page.getByRole('heading', { level: 1 }).last().click()
}

/** A question about another station than the one that the page stands at. */
const askAnywhere = <T>(page: Page, path: string, terms: readonly string[]): Promise<T> =>
  page.evaluate(
    async url => {
      const reply = await fetch(`/api/v1${url}`, { headers: { authorization: localStorage.getItem('smartToken') ?? '' } })
      if (reply.status !== 200) throw new Error(await reply.text())
      return reply.json()
    },
    `${path}?search=${encodeURIComponent(terms.join(','))}`,
  )

/** What the stations sold of the fuel in those days, added up from their lists of sales. */
async function soldIn(page: Page, stations: readonly Pumps[], productId: number, said: string) {
  const [from, to] = said.match(/\d{4}-\d\d-\d\d/g)!
  const days = [`createdDate>=${from}T00:00:00+08:00`, `createdDate<=${to}T23:59:59.999+08:00`]
  const sums = { volumeCl: 0, amountCents: 0 }
  for (const { id } of stations) {
    const own = [`station.id:${id}`, `product.id:${productId}`]
    const { content } = await askAnywhere<{ content: { id: number }[] }>(page, '/items', own)
    const sales = [`station.id:${id}`, `item.id:${content[0]!.id}`, ...days, 'order.status<>(close|fail)']
    const { volumeCl, amountCents } = await askAnywhere<typeof sums>(page, '/lineItems/statistics', sales)
    sums.volumeCl += volumeCl
    sums.amountCents += amountCents
  }
  return sums
}

/** Before anything is changed, the prices are tried on what these stations sold: the figures are those of the lists of sales. */
async function triesOnPastSales(
  page: Page,
  say: Say,
  stations: readonly Pumps[],
  candidate: { productId: number; priceCents: number },
): Promise<void> {
  const { productId, priceCents } = candidate
  await page.getByRole('button', { name: say.replay }).press('Enter')
  const dialog = page.getByRole('dialog', { name: say.replayed })
  const shown = dialog.getByRole('region', { name: fuel })
  await shown.waitFor()
  const sold = await soldIn(page, stations, productId, await dialog.locator('.price-replay-asked').innerText())
  expect(sold.volumeCl).toBeGreaterThan(1000_00)
  const worth = (cents: number) => Math.round((sold.volumeCl * cents) / 100)
  const says = async (at: number, figure: string) => {
    const fact = shown.locator('dl > div').filter({ has: page.getByText(say.figures[at]!, { exact: true }) })
    await expect.poll(() => fact.locator('dd').innerText()).toContain(figure)
  }
  await says(0, `${amount(sold.volumeCl)} ${say.litre}`)
  await says(1, `¥${amount(sold.amountCents)}`)
  await says(2, `¥${amount(worth(priceCents))}`)
  await says(3, '—')

  const cost = shown.getByRole('textbox', { name: say.costOf })
  await cost.fill('-7')
  await shown.getByText(say.notPrice).waitFor()
  await cost.fill('7.20')
  const margin = sold.amountCents - worth(7_20)
  await says(3, `¥${amount(margin)}`)
  await says(4, `¥${amount(worth(priceCents) - worth(7_20))}`)
  await says(5, `${amount(Math.ceil((margin * 100) / (priceCents - 7_20)))} ${say.litre}`)
  expect(await issuesInEveryLook(page)).toEqual([])
  await cost.fill((priceCents / 100).toFixed(2))
  await says(5, say.never)
  // Whatever is pressed here, no price is changed by it.
  await cost.press('Control+Enter')
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'hidden' })
  expect(page.url()).toContain('/afterPrice')
}

/** Schedules the price for a few seconds from now. */
async function schedules(page: Page, say: Say): Promise<void> {
  const time = page.locator('[data-field=fromAt] input')
  await time.fill(inSeconds(10))
  await time.press('Enter')
  await page.getByRole('textbox', { name: say.price }).press('Control+Enter')
  await expectToast(page, say.done)
  await page.waitForURL(`**${path}*`)
}

const rowOf = (page: Page, priceCents: number) => page.locator('tbody tr:visible', { hasText: (priceCents / 100).toFixed(2) }).first()
const nozzlesShown = (page: Page, { name }: Pumps, say: Say): Locator =>
  page
    .locator('.ant-drawer:visible')
    .getByRole('list', { name: `${name} · ${say.nozzles}` })
    .getByRole('listitem')

/** Two stations confirm, the first by what its nozzles say and the second by what they sell; at the third one nozzle refuses. */
async function stationsAnswer(page: Page, stations: readonly [Pumps, Pumps, Pumps], price: { before: number; after: number }) {
  const [east, west, third] = stations
  const change = await changeNow(page)
  const told = (at: Pumps) => nozzlesOf(change, at).map(({ logicNo }) => logicNo)
  await readBack(front(), east, told(east), price.after)
  for (const { id } of nozzlesOf(change, west)) await sell(front(), west, id, price.after)
  await readBack(front(), third, told(third).slice(0, 1), price.after)
  return sell(front(), third, nozzlesOf(change, third)[1]!.id, price.before)
}

// @req FUE-002 FUE-004 FUE-006 FUE-007 FUE-023 FUE-031
test.each(languages())('a price changes at three stations, and one nozzle refuses it (%s)', async language => {
  const say = words[language]
  const boss = await front().enter('admin', { language, mode: 'auto' }, path)
  const [product] = (await ask<{ content: { id: number; priceCents: number }[] }>(boss, '/products?search=code:95')).content
  const price = { before: product!.priceCents - 1, after: product!.priceCents + 12 }
  const [east, west] = pumpsOf(front()) as [Pumps, Pumps]
  const manager = { mobile: `1390000880${language === 'zh' ? 1 : 2}`, password: front().demo.companies[0]!.accounts[0]!.password }
  const opened = { code: `south${language}`, name: say.third, productId: product!.id, priceCents: price.before, ...manager }
  const stations = [east, west, await openStation(boss, opened)] as const
  const [, , third] = stations

  await boss.goto(`${front().url}/oilOperate/afterPrice`)
  await settled(boss)
  await choose(boss, [west.name, third.name])
  await boss.getByRole('textbox', { name: say.price }).fill((price.after / 100).toFixed(2))
  const perStation = boss.getByRole('table', { name: say.perStation })
  for (const { name } of stations) await perStation.getByText(name).first().waitFor()
  await triesOnPastSales(boss, say, stations, { productId: product!.id, priceCents: price.after })
  await schedules(boss, say)

  // Nobody loads the page anew: it says by itself that the time has come, and what each station answers.
  const row = rowOf(boss, price.after)
  await row.getByText(say.inForce).waitFor()
  await row.getByRole('button', { name: say.details, exact: true }).press('Enter')
  await nozzlesShown(boss, third, say).first().waitFor()
  const sale = await stationsAnswer(boss, [...stations], price)
  const refusing = nozzlesShown(boss, third, say).filter({ hasText: say.mixed })
  await refusing.filter({ hasText: `¥${(price.before / 100).toFixed(2)}` }).waitFor()
  const confirmed = (at: Pumps) => nozzlesShown(boss, at, say).filter({ hasText: say.confirmed })
  for (const [at, count] of [
    [east, 2],
    [west, 2],
    [third, 1],
  ] as const)
    await expect.poll(() => confirmed(at).count()).toBe(count)
  expect(await issuesInEveryLook(boss)).toEqual([])
  expect((await changeNow(boss)).parts.map(({ status }) => status).toSorted()).toEqual(['fail', 'success', 'success'])

  // The sale that shows it is booked as it was charged, and says so.
  await refusing.getByRole('link', { name: say.sale }).press('Enter')
  await boss.waitForURL(`**/allDetails/${sale.id}`)
  await settled(boss)
  expect(sale.totalCents).toBe(price.before * 20)
  const page = boss.locator('#content .pane:visible')
  for (const said of [sale.orderNo, say.differs, amount(sale.totalCents)]) await page.getByText(said).first().waitFor()
  await boss.goto(front().url + path)
  await rowOf(boss, price.after).getByText(say.failed, { exact: true }).waitFor()
  expect(await issuesInEveryLook(boss)).toEqual([])

  await ownManagerSees(say, third, price.after, { ...manager, language })
  await othersSee(say, [east, west], third, price.after, language)
})

/** The manager of the station that refuses sees that one alone. */
async function ownManagerSees(say: Say, third: Pumps, after: number, who: { mobile: string; password: string; language: 'zh' | 'en' }) {
  const { language, ...account } = who
  const company = { ...front().demo.companies[0]!, accounts: [{ role: 'station_master', pin: '', ...account }] }
  const page = await front().visit({ language, mode: 'auto' })
  await signIn(page, front().url, company, 'station_master', third.id)
  await page.goto(front().url + path)
  await settled(page)
  const row = rowOf(page, after)
  await row.getByText(say.failed, { exact: true }).waitFor()
  for (const { name } of pumpsOf(front())) expect(await row.innerText()).not.toContain(name)
  await row.getByRole('button', { name: say.details, exact: true }).press('Enter')
  await nozzlesShown(page, third, say).filter({ hasText: say.mixed }).waitFor()
  expect(await page.locator('.ant-drawer:visible section').count()).toBe(1)
  expect((await changeNow(page)).parts.map(({ stationId }) => stationId)).toEqual([third.id])
}

/** To those of the other stations all is well, and nothing is said of it. */
async function othersSee(say: Say, own: readonly Pumps[], third: Pumps, after: number, language: 'zh' | 'en') {
  const page = await front().enter('station_master', { language }, path)
  const row = rowOf(page, after)
  await row.getByText(say.success, { exact: true }).waitFor()
  expect(await row.innerText()).not.toContain(third.name)
  expect(new Set((await changeNow(page)).parts.map(({ stationId }) => stationId))).toEqual(new Set(own.map(({ id }) => id)))
}
