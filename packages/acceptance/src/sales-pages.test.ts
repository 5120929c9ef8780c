import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { clock, factsOf, filtersOf, firstRow, money, pane, rowsOf, table, wordsOf } from './list-reader.ts'
import { appFixture } from './app-fixture.ts'
import { ask, settled, tell } from './visitor.ts'

const front = appFixture()
async function show(page: Page, path: string) {
  await page.goto(front().url + path)
  await settled(page)
}

interface Named {
  id: number
  name: string
}
/** A sale of fuel and goods that was paid at the pump, rated, and of which a little was given back: an order that can say everything. */
async function sold(page: Page) {
  const { url, demo } = front()
  const { stations, accounts } = demo.companies[0]!
  const { nozzles, devices, name: station } = stations[0]!
  const {
    content: [goods],
  } = await ask<{ content: (Named & { category: Named })[] }>(page, '/items?search=category.type:normal&size=1&expand=category')
  const {
    content: [other],
  } = await ask<{ content: { employee: Named }[] }>(page, '/orders?search=employee<>null&size=1&expand=employee')
  const { lastSequence } = await ask<{ lastSequence: number }>(page, `/devices/${devices[0]!.id}/gaps`)
  const slip = `W${lastSequence + 1}-${devices[0]!.id}`
  const sale = {
    sequence: lastSequence + 1,
    nozzleControlId: nozzles[0]!.id,
    employeeId: other!.employee.id,
    fuelMethod: 'volume',
    payType: 'wx',
    externalSerialNo: slip,
    lineItems: [
      { volumeCl: 2000, discountCents: 100 },
      { itemId: goods!.id, pieces: 3 },
    ],
  }
  const headers = { 'content-type': 'application/json', authorization: `Device ${devices[0]!.credential!}` }
  const reply = await fetch(`${url}/api/v1/orders`, { method: 'POST', headers, body: JSON.stringify(sale) })
  expect(reply.status).toBe(200)
  const { id, orderNo } = (await reply.json()) as { id: number; orderNo: string }
  await tell(page, 'PUT', `/orders/${id}/rating`, { rating: 4 })
  const relations = 'transactions,nozzleControl,device,shift,lineItems.item.category'
  const paid = await ask<{ transactions: { id: number }[] }>(page, `/orders/${id}?expand=transactions`)
  const me = await ask<Named>(page, '/users/profile')
  const payment = paid.transactions[0]!.id
  const action = { action: 'order.refund', subject: `transactions:${payment}`, amountCents: 10_00 }
  const { pin } = accounts.find(({ role }) => role === 'admin')!
  const { proof } = await tell<{ proof: string }>(page, 'POST', `/users/${me.id}/pin/verify`, { pin, ...action })
  const request = { amountCents: 10_00, mode: 'original', reason: 'changeTender', pinProof: proof }
  await tell(page, 'POST', `/transactions/${payment}/refund`, request)
  const order = await ask<Record<string, any>>(page, `/orders/${id}?expand=${relations}`)
  const lines = order['lineItems'] as Record<string, any>[]
  const [fuel, ware] = ['fuel', 'normal'].map(kind => lines.find(line => line['categoryType'] === kind)!)
  return { id, orderNo, slip, station, order, fuel: fuel!, ware: ware!, category: goods!.category.name, employee: other!.employee, me }
}
type Sold = Awaited<ReturnType<typeof sold>>

const shiftOf = ({ order: { shift } }: Sold) => `${shift.businessDay} 第 ${shift.number} 班`
/** What all three lists of sales say of the order. */
const shared = (it: Sold) => ({
  订单号: it.orderNo,
  交易时间: clock(it.order['createdDate']),
  '应付（元）': money(it.order['totalCents']),
  '优惠（元）': '1.00',
  '实付（元）': money(it.order['totalCents']),
  支付方式: '微信支付',
  状态: '成功',
  卡号: '—',
  设备: it.order['device'].name,
  班次: shiftOf(it),
  标记: '',
  加油员: it.employee.name,
  外部流水号: it.slip,
  资金去向: '待结算款',
})
const soldGoods = ({ order: { lineItems: lines } }: Sold) =>
  lines[0].categoryType === 'fuel' ? `${lines[0].item.name} 20.00 升 及其他 1 项` : `${lines[0].item.name} × 3 及其他 1 项`

/** One such sale for the stories of this file, on each demo. */
const made = new Map<string, Promise<Sold>>()
async function sale(page: Page): Promise<Sold> {
  const { url } = front()
  const known = made.get(url) ?? sold(page)
  made.set(url, known)
  return known
}

// @req SAL-038 SAL-039 SAL-040 SAL-029 SAL-033 SAL-034
test('each list of sales is narrowed by its filters, and says of a sale in each column what was sold and how it was paid', async () => {
  const page = await front().enter('admin', {}, '/queryStatistics/salesQuery')
  // The heading leads to the first of its pages.
  expect(new URL(page.url()).pathname).toBe('/queryStatistics/salesQuery/allQuery')
  const it = await sale(page)
  const asked: URLSearchParams[] = []
  page.on('request', request => /\/orders\?/.test(request.url()) && asked.push(new URL(request.url()).searchParams))
  await inAll(page, it)
  await inFuel(page, it)
  await inGoods(page, it)
  expect(asked.length).toBeGreaterThanOrEqual(3)
  expect([...new Set(asked.map(query => query.get('sort')))]).toEqual(['createdDate,desc'])
})

async function inAll(page: Page, it: Sold) {
  await show(page, `/queryStatistics/salesQuery/allQuery?orderNo=${it.orderNo}`)
  expect(await filtersOf(page)).toEqual(
    '交易时间 订单号 状态 支付方式 流水号 订单类型 卡号 油枪 设备 加油员 卡 班次 外部流水号 开票状态 退款状态 应付（元） 补传 单价不符 时间存疑'.split(
      ' ',
    ),
  )
  expect(await firstRow(page)).toEqual({
    ...shared(it),
    商品: soldGoods(it),
    油枪: `${it.order['nozzleControl'].logicNo} 号枪`,
    订单类型: '油品',
    开票状态: '未开票',
    支付流水号: `${it.orderNo}-1`,
    退款状态: '部分退款',
    '退款（元）': '10.00',
    接收时间: clock(it.order['receivedDate']),
    修改时间: clock(it.order['modifiedDate']),
    加油方式: '定量',
    设备序号: String(it.order['sequence']),
    评价: '4',
    操作: '退款',
  })
  for (const name of ['导出', '打印', '扫码收款']) await pane(page).getByRole('button', { name, exact: true }).waitFor()
}

async function inFuel(page: Page, it: Sold) {
  await show(page, `/queryStatistics/salesQuery/fuelQuery?orderNo=${it.orderNo}`)
  expect(await filtersOf(page)).toEqual(
    '交易时间 订单号 油品 油枪 设备 支付方式 状态 加油方式 卡号 班次 应付（元） 单价不符 商品 时间存疑'.split(' '),
  )
  expect(await firstRow(page)).toEqual({
    ...shared(it),
    油枪: `${it.order['nozzleControl'].logicNo} 号枪`,
    油品: it.fuel['item'].name,
    '加油量（升）': '20.00',
    '单价（元）': money(it.fuel['priceCents']),
    '金额（元）': money(it.fuel['amountCents']),
    加油方式: '定量',
    设备序号: String(it.order['sequence']),
  })
  await pane(page).getByRole('button', { name: '导出', exact: true }).waitFor()
}

async function inGoods(page: Page, it: Sold) {
  await show(page, `/queryStatistics/salesQuery/notFuelQuery?orderNo=${it.orderNo}`)
  expect(await filtersOf(page)).toEqual('交易时间 订单号 商品 商品分类 支付方式 状态 卡号 设备 加油员 班次 应付（元） 时间存疑'.split(' '))
  expect(await firstRow(page)).toEqual({
    ...shared(it),
    商品: soldGoods(it),
    分类: it.category,
    件数: '3',
    '单价（元）': money(it.ware['priceCents']),
    '金额（元）': money(it.ware['amountCents']),
  })
  await pane(page).getByRole('button', { name: '导出', exact: true }).waitFor()
}

// @req SAL-041 SAL-042 SAL-043 SAL-044 SAL-002 SAL-003
test('the order, its lines and its payment say all there is of them where they are opened', async () => {
  const page = await front().enter('admin')
  const it = await sale(page)
  await opened(page, it)
  await show(page, `/queryStatistics/transactions?serial=${it.orderNo}-1`)
  expect(await filtersOf(page)).toEqual(
    '支付时间 流水号 支付方式 状态 订单号 卡号 卡 设备 经办人 收款班次 外部流水号 金额（元） 退款状态 已退款（元） 时间存疑'.split(' '),
  )
  const payment = {
    流水号: `${it.orderNo}-1`,
    支付时间: clock(it.order['transactions'][0].createdDate),
    支付方式: '微信支付',
    '金额（元）': money(it.order['totalCents']),
    状态: '成功',
    '已退款（元）': '10.00',
    订单: it.orderNo,
    卡: '—',
    经办人: '—',
    设备: it.order['device'].name,
    收款班次: shiftOf(it),
    外部流水号: it.slip,
    油站: it.station,
  }
  expect(await firstRow(page)).toEqual({ ...payment, 退款状态: '部分退款', 操作: '退款' })
  await pane(page).getByRole('button', { name: '导出', exact: true }).waitFor()
  await pane(page).locator('tbody tr').first().locator('td').nth(2).click()
  const drawer = page.getByRole('dialog', { name: `${it.orderNo}-1` })
  await drawer.getByText('客户更换支付方式').waitFor()
  expect(await factsOf(drawer)).toEqual(payment)
  await drawer.getByRole('button', { name: '退款', exact: true }).waitFor()
})

/** The order and its payment, each where it is opened. */
async function opened(page: Page, it: Sold) {
  const facts = {
    订单类型: '油品',
    交易时间: clock(it.order['createdDate']),
    接收时间: clock(it.order['receivedDate']),
    设备上报时间: '—',
    油枪: `${it.order['nozzleControl'].logicNo} 号枪`,
    加油方式: '定量',
    设备: it.order['device'].name,
    设备序号: String(it.order['sequence']),
    班次: shiftOf(it),
    所属班次: '—',
    加油员: it.employee.name,
    支付方式: '微信支付',
    卡号: '—',
    外部流水号: it.slip,
    开票状态: '未开票',
    评价: '4',
    补单原因: '—',
    油站: it.station,
    资金去向: '待结算款',
  }
  for (const details of ['notFuelDetails', 'fuelDetails', 'allDetails']) {
    await show(page, `/queryStatistics/salesQuery/${details}/${it.id}`)
    expect(await factsOf(pane(page)), details).toEqual(facts)
  }
  const figures = await wordsOf(pane(page).locator('.k-figures > div'))
  expect(figures).toEqual(['应付', '优惠', '实付', '待付', '退款'])
  const total = `¥${money(it.order['totalCents'])}`
  expect(await wordsOf(pane(page).locator('.k-figures dd'))).toEqual([total, '¥1.00', total, '¥0.00', '¥10.00'])
  const [fuelPrice, warePrice] = [money(it.fuel['priceCents']), money(it.ware['priceCents'])]
  expect(await rowsOf(page, '商品明细')).toEqual(
    expect.arrayContaining([
      ['商品', '分类', '数量', '单价（元）', '挂牌价（元）', '金额（元）', '优惠（元）', '止码（升）'],
      [it.fuel['item'].name, it.fuel['item'].category.name, '20.00 升', fuelPrice, fuelPrice, money(it.fuel['amountCents']), '1.00', '—'],
      [it.ware['item'].name, it.category, '3', warePrice, warePrice, money(it.ware['amountCents']), '0.00', '—'],
    ]),
  )
  expect((await rowsOf(page, '优惠明细'))[1]).toEqual([it.fuel['item'].name, '终端优惠', '—', '—', '1.00'])
  const [serial, paidAt] = [`${it.orderNo}-1`, clock(it.order['transactions'][0].createdDate)]
  expect((await rowsOf(page, '支付记录'))[1]).toEqual([
    serial,
    paidAt,
    '微信支付',
    money(it.order['totalCents']),
    '10.00',
    '成功',
    it.slip,
    '—',
    '—',
    shiftOf(it),
  ])
  const back = await rowsOf(page, '退款记录')
  expect(back[1]!.toSpliced(1, 1)).toEqual([`${serial}-R1`, '原路退回', '10.00', '10.00', '客户更换支付方式', '—', it.me.name, shiftOf(it)])
  for (const name of ['退款', '打印小票', '打印销售单']) await pane(page).getByRole('button', { name, exact: true }).waitFor()
}
// @req SAL-006
test('a way of payment bears the name that its station gives it, in the list, its filter and the statistics', async () => {
  const page = await front().enter('admin')
  const it = await sale(page)
  const { id, version } = await ask<{ id: number; version: number }>(page, `/stations/${it.order['stationId']}`)
  await tell(page, 'PUT', `/stations/${id}/config`, { version, config: { otherTradeType: { wx: '微信扫码枪' } } })
  await show(page, `/queryStatistics/salesQuery/allQuery?orderNo=${it.orderNo}&transactions.payType=wx`)
  await pane(page).locator('tbody tr').first().getByText('微信扫码枪', { exact: true }).waitFor()
  await pane(page).locator('.k-chips').getByText('微信扫码枪').waitFor()
  await show(page, '/queryStatistics/transactionsStatistic?by=payType')
  await table(page, '统计表，按支付方式').getByText('微信扫码枪', { exact: true }).waitFor()
  const now = await ask<{ version: number }>(page, `/stations/${id}`)
  await tell(page, 'PUT', `/stations/${id}/config`, { version: now.version, config: { otherTradeType: {} } })
})
