import { deviceGaps, lineItems, orderIntake, orders, startShift } from '@forecourt/contract'
import { beforeEach, expect, test } from 'vitest'
import { asDevice, books, brokenPromises, serial, shop } from '../../testing/order.ts'
import { noon, setClock, statementsOf } from '../../testing/world.ts'

beforeEach(() => setClock(noon))
const ago = (minutes: number) => new Date(noon.getTime() - minutes * 60_000).toISOString()

// @req SAL-003 SAL-004 SAL-024
test('a sale from a nozzle is an open order at the price in force', async () => {
  const it = await shop()
  const taken = await it.sell({ createdDate: ago(1) })
  expect(taken).toMatchObject({
    status: 'open',
    totalCents: 240_00,
    paidCents: 0,
    sequence: 1,
    createdDate: ago(1),
    receivedDate: noon.toISOString(),
    clockSuspect: false,
    late: false,
    priceDifference: false,
  })
  expect(taken.orderNo).toBe(`${it.station.code}-00000001`)

  const {
    content: [line],
  } = await it.lin.call(lineItems.list, { query: { search: `order.id:${taken.id}` } })
  expect(line).toMatchObject({
    itemId: it.nozzle.itemId,
    categoryType: 'fuel',
    volumeCl: 3000,
    quantity: 3000,
    priceCents: 800,
    amountCents: 240_00,
    priceDerived: false,
    discountCents: 0,
    listPriceCents: 800,
  })
  const query = { search: `order.id:${taken.id}`, expand: ['order', 'item.category'] }
  expect((await it.lin.call(lineItems.list, { query })).content).toMatchObject([
    { order: { id: taken.id, orderNo: taken.orderNo }, item: { id: it.nozzle.itemId, category: { type: 'fuel' } } },
  ])
  expect(await it.lin.call(orders.get, { id: taken.id })).toMatchObject({
    status: 'open',
    type: 0,
    deviceId: it.till.id,
    stationId: it.station.id,
    nozzleControlId: it.nozzle.id,
    sequence: 1,
    payType: null,
    totalCents: 240_00,
  })
  expect(await it.audits()).toMatchObject([{ action: 'order.take', subject: `orders:${taken.id}` }])
  expect(await it.events()).toMatchObject([{ topic: 'order.taken', payload: { orderId: taken.id, status: 'open' } }])
  expect(await books(it)).toEqual({})
})

// @req SAL-005
test('what was paid at the pump is booked with the sale: cash into the till, a platform by its slip, a card from its purses', async () => {
  const it = await shop()
  await it.sell({ payType: 'cash' })
  await it.sell({ payType: 'wx', externalSerialNo: serial() })
  expect(await it.lin.call(orders.list, { query: { sort: 'id' } })).toMatchObject({
    content: [
      { status: 'success', paidCents: 240_00, payType: 'cash', moneyFlow: 'till' },
      { status: 'success', payType: 'wx', moneyFlow: 'clearing' },
    ],
  })
  expect(await books(it)).toEqual({ 'tender:cash': -240_00, 'tender:wx': -240_00, sales: 480_00 })
  expect(await brokenPromises(it)).toEqual([])
})

test('a sale sent again has one effect and the same answer, paid or not; another content under its number is refused', async () => {
  const it = await shop()
  const body = it.fuelSale({ sequence: 1, createdDate: ago(3) })
  const first = await it.device.call(orderIntake.take, { body })
  await it.within(ctx => ctx.tx.updateTable('saleOrder').set({ rating: 5 }).where('id', '=', first.id).execute())
  setClock(new Date(noon.getTime() + 3_600_000))
  expect(await it.device.call(orderIntake.take, { body })).toEqual(first)
  expect(await it.device.call(orderIntake.take, { body: { ...body, createdDate: ago(3).replace('Z', '+00:00') } })).toEqual(first)
  expect(await it.device.refused(orderIntake.take, { body: { ...body, lineItems: [{ volumeCl: 3001 }] } })).toBe('order.sequenceTaken')
  expect(await it.rows('select 1 from sale_order where company_id = $1', [it.company.id])).toHaveLength(1)
  expect(await it.audits()).toHaveLength(1)
})

test('twenty terminals that send one sale at the same moment make one order', async () => {
  const it = await shop()
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => it.device.call(orderIntake.take, { body: it.fuelSale({ sequence: 7 }) })),
  )
  expect(new Set(answers.map(answer => JSON.stringify(answer))).size).toBe(1)
  expect(await it.rows('select 1 from sale_order where company_id = $1', [it.company.id])).toHaveLength(1)
})

test('a number that never came is shown until it comes', async () => {
  const it = await shop()
  const send = (sequence: number) => it.device.call(orderIntake.take, { body: it.fuelSale({ sequence }) })
  for (const sequence of [1, 2, 6]) await send(sequence)
  expect(await it.lin.call(orderIntake.gaps, { id: it.till.id })).toMatchObject({
    lastSequence: 6,
    missing: 3,
    content: [{ fromSequence: 3, toSequence: 5 }],
  })
  await send(4)
  expect(await it.lin.call(deviceGaps.list, { query: { sort: 'fromSequence' } })).toMatchObject({
    totalElements: 2,
    content: [{ fromSequence: 3, toSequence: 3 }, { fromSequence: 5 }],
  })
  expect(await it.lin.call(deviceGaps.totals, {})).toEqual({ count: 2, missing: 2 })
  for (const sequence of [5, 3, 4]) await send(sequence)
  expect(await it.lin.call(orderIntake.gaps, { id: it.till.id })).toEqual({ lastSequence: 6, missing: 0, content: [] })
})

test('of a batch with a bad row, the others are taken and each is answered in its place', async () => {
  const it = await shop()
  const used = serial()
  await it.sell({ sequence: 100, payType: 'ali', externalSerialNo: used })
  const good = it.fuelSale({ sequence: 1 })
  const { content } = await it.device.call(orderIntake.takeBatch, {
    body: {
      orders: [
        good,
        it.fuelSale({ sequence: 2, nozzleControlId: 1 }),
        good,
        { sequence: 3, lineItems: [] },
        'nonsense',
        it.fuelSale({ sequence: 1, lineItems: [{ volumeCl: 1 }] }),
        it.fuelSale({ sequence: 4, payType: 'ali', externalSerialNo: used }),
        it.goodsSale({ sequence: 5, payType: 'cash' }),
      ],
    },
  })
  expect(content.map(({ order, refusal }) => order?.totalCents ?? refusal?.code)).toEqual([
    240_00,
    'order.nozzleUnknown',
    240_00,
    'validation',
    'validation',
    'order.sequenceTaken',
    'transaction.serialTaken',
    10_00,
  ])
  expect(content[0]).toEqual(content[2])
  expect(content.map(answer => answer.sequence)).toEqual([1, 2, 1, 3, null, 1, 4, 5])
  expect(content[1]!.refusal).toMatchObject({ field: 'nozzleControlId', message: 'There is no such nozzle at this station' })
  expect((await it.lin.call(orderIntake.gaps, { id: it.till.id })).content.map(gap => [gap.fromSequence, gap.toSequence])).toEqual([
    [2, 4],
    [6, 99],
  ])
})

test('two stations that tell the same slip at once: one is booked, the neighbours of the other are taken', async () => {
  const it = await shop()
  const west = await it.addStation('Riverside West')
  const there = await it.addNozzle({ stationId: west.id }),
    till = asDevice(it, (await it.addDevice(west.id)).id, west.id)
  const used = serial()
  const batch = (nozzleControlId: number) =>
    [1, 2, 3].map(sequence => it.fuelSale({ sequence, nozzleControlId, ...(sequence === 2 && { payType: 'wx', externalSerialNo: used }) }))
  const answers = await Promise.all([
    it.device.call(orderIntake.takeBatch, { body: { orders: batch(it.nozzle.id) } }),
    till.call(orderIntake.takeBatch, { body: { orders: batch(there.id) } }),
  ])
  const outcomes = answers.map(({ content }) => content.map(({ order, refusal }) => order?.status ?? refusal?.code).join(' '))
  expect(outcomes.toSorted()).toEqual(['open success open', 'open transaction.serialTaken open'])
  expect(await books(it)).toEqual({ 'tender:wx': -240_00, sales: 240_00 })
})

test('the price of the moment the fuelling began is the rule; another is recorded as charged and raised', async () => {
  const it = await shop()
  await it.price(it.nozzle.productId, 900, { fromAt: new Date(ago(10)) })
  const line = async (id: number) => (await it.lin.call(lineItems.list, { query: { search: `order.id:${id}` } })).content[0]
  const before = await it.sell({ createdDate: ago(8), beganDate: ago(12), fuelMethod: 'full' })
  expect(await line(before.id)).toMatchObject({ priceCents: 800, amountCents: 240_00 })
  const after = await it.sell({ createdDate: ago(5) })
  expect(await line(after.id)).toMatchObject({ priceCents: 900, amountCents: 270_00 })
  const other = await it.sell({ createdDate: ago(4), lineItems: [{ volumeCl: 30_00, priceCents: 800, amountCents: 240_00 }] })
  expect(other).toMatchObject({ priceDifference: true, totalCents: 240_00 })
  expect(await line(other.id)).toMatchObject({ priceCents: 800, listPriceCents: 900, amountCents: 240_00 })
  expect((await it.events()).filter(event => event.topic === 'order.priceDifference')).toMatchObject([{ payload: { orderId: other.id } }])
  expect((await it.lin.call(orders.list, { query: { search: 'priceDifference:true' } })).totalElements).toBe(1)
})

// @req SAL-034
test('an order says how the fuelling was preset: by amount, by volume or to the full', async () => {
  const it = await shop()
  for (const fuelMethod of ['amount', 'volume', 'full'] as const) {
    const { id } = await it.sell({ fuelMethod })
    expect(await it.lin.call(orders.get, { id })).toMatchObject({ fuelMethod })
    expect((await it.lin.call(orders.list, { query: { search: `fuelMethod:${fuelMethod}` } })).content.map(order => order.id)).toEqual([id])
  }
  expect(await it.lin.call(orders.get, { id: (await it.sell()).id })).toMatchObject({ fuelMethod: null })
  const made = it.fuelSale({ sequence: 9, fuelMethod: 'half' as never })
  expect(await it.device.refused(orderIntake.take, { body: made })).toBe('validation')
})

test('a device whose clock is wrong does not date its sales; what it said is kept', async () => {
  const it = await shop()
  await it.rows('update device set last_sync = now(), clock_offset_ms = 3600000 where id = $1', [it.till.id])
  const taken = await it.sell({ createdDate: ago(-60) })
  expect(taken).toMatchObject({ createdDate: noon.toISOString(), clockSuspect: true })
  expect(await it.lin.call(orders.get, { id: taken.id })).toMatchObject({ deviceDate: ago(-60) })
})

test('a moment that no calendar has is refused, and the number is free for the sale sent rightly', async () => {
  const it = await shop()
  const datedAt = (createdDate: string) =>
    it.device.refused(orderIntake.take, {
      body: { sequence: 1, nozzleControlId: it.nozzle.id, createdDate, lineItems: [{ volumeCl: 3000 }] },
    })
  expect(await datedAt('0000-01-01T00:00:00Z')).toBe('validation')
  expect(await datedAt('9999-12-31T23:59:59-14:00')).toBe('validation')
  expect(await datedAt(ago(1))).toBe('allowed')
})

test('a sale that comes too late for its shift counts in the running one and names the one it belongs to', async () => {
  const it = await shop({ shifts: true })
  setClock(ago(600))
  const morning = await it.lin.call(startShift, { body: { stationId: it.station.id } })
  setClock(noon)
  await it.rows(`update daily_state set status = 'closed', end_time = $2, closed_by = 'test' where id = $1`, [morning.id, ago(60)])
  const taken = await it.sell({ createdDate: ago(300), payType: 'cash' })
  const shown = await it.lin.call(orders.get, { id: taken.id, query: { expand: ['belongsShift', 'shift', 'transactions'] } })
  expect(shown).toMatchObject({ late: true, belongsShift: { id: morning.id }, shift: { status: 'open' } })
  expect(shown.transactions?.[0]?.shiftId).toBe(shown.shiftId)
})

test.each([
  ['a nozzle of nowhere', { nozzleControlId: 1 }, 'order.nozzleUnknown'],
  ['an item of nowhere', { lineItems: [{ itemId: 1, pieces: 1 }] }, 'order.itemUnknown'],
  ['nobody', { employeeId: 1 }, 'order.employeeUnknown'],
  ['litres and pieces at once', { lineItems: [{ volumeCl: 1, pieces: 1 }] }, 'validation'],
  ['fuel by the piece', { lineItems: [{ pieces: 1 }] }, 'order.unitMismatch'],
  ['a platform without its slip', { payType: 'ali' as const }, 'transaction.serialMissing'],
  ['a card of nowhere', { payType: 'card' as const, cardNumber: '9999' }, 'order.cardUnknown'],
  ['nothing', { lineItems: [] }, 'validation'],
  ['another device', { deviceId: 1 }, 'order.deviceForeign'],
  ['no number', { sequence: undefined }, 'order.sequenceMissing'],
])('a sale that names %s is refused, and leaves nothing behind', async (_, over, code) => {
  const it = await shop()
  expect(await it.device.refused(orderIntake.take, { body: it.fuelSale({ sequence: 1, ...over }) })).toBe(code)
  expect(await it.rows('select 1 from sale_order where company_id = $1', [it.company.id])).toEqual([])
  expect([await it.audits(), await it.events()]).toEqual([[], []])
})

test('a sale of another company’s nozzle or goods is not to be had', async () => {
  const mine = await shop(),
    theirs = await shop()
  expect(await mine.device.refused(orderIntake.take, { body: theirs.fuelSale({ sequence: 1 }) })).toBe('order.nozzleUnknown')
  expect(await mine.device.refused(orderIntake.take, { body: theirs.goodsSale({ sequence: 1 }) })).toBe('order.itemUnknown')
  expect(await mine.lin.refused(orderIntake.gaps, { id: theirs.till.id })).toBe('notFound')
  expect(await asDevice(mine, theirs.till.id).refused(orderIntake.take, { body: mine.fuelSale({ sequence: 1 }) })).toBe('notFound')
})

test('a cashier sells without numbers, in the station they have chosen', async () => {
  const it = await shop()
  const { id, ...taken } = await it.lin.call(orderIntake.take, { body: it.goodsSale() })
  expect(taken).toMatchObject({ status: 'open', sequence: null, totalCents: 10_00 })
  expect(await it.lin.call(orders.get, { id })).toMatchObject({ employeeId: it.lin.actor.id, deviceId: null })
  expect(await it.lin.refused(orderIntake.take, { body: it.goodsSale({ sequence: 1 }) })).toBe('order.deviceForeign')
  const roaming = await it.staff({ role: 'admin' })
  expect(await roaming.refused(orderIntake.take, { body: it.goodsSale() })).toBe('order.stationMissing')
  const bill = await it.staff({ role: 'station_bill', over: { stationId: it.station.id } })
  expect(await bill.refused(orderIntake.take, { body: it.goodsSale() })).toBe('auth.forbidden')
})

test('five hundred sales cost as many round trips as one', async () => {
  const it = await shop()
  await it.sell()
  const count = async (sales: number, from: number) =>
    (
      await statementsOf(() =>
        it.device.call(orderIntake.takeBatch, {
          body: { orders: Array.from({ length: sales }, (_, at) => it.fuelSale({ sequence: from + at })) },
        }),
      )
    ).length
  const one = await count(1, 2)
  expect(await count(500, 3)).toBe(one)
  expect(one).toBeLessThanOrEqual(20)
})
