import { chargeUserCard, differences, oilInfos, orderPayments, settlement, transactions } from '@forecourt/contract'
import { expect, test } from 'vitest'
import { makeCard } from '../../testing/card.ts'
import { refunder } from '../../testing/refund.ts'
import { dice, stand, type Stand } from '../../testing/settle-cases.ts'
import { at } from '../../testing/settlement.ts'
import { noon, setClock } from '../../testing/world.ts'

type Dice = ReturnType<typeof dice>
type Said = Record<string, number> | undefined
/** What happens, and what is to be said of it: by settlement and by what differs. */
type Case = (it: Stand, roll: Dice) => Promise<[classSettleId: number, about: string, said: Said][]>

const paymentOf = async ({ lin }: Stand, orderId: number) =>
  (await lin.call(transactions.list, { query: { search: `orderId:${orderId}` } })).content[0]!.id

const cases: Record<string, Case> = {
  'a sale sent after the close': async (it, roll) => {
    const cl = roll(10_00, 60_00)
    await it.pump('08:10', 30_00)
    const end = it.run(cl)
    it.cash(it.cents(cl))
    const one = await it.end(it.shift.id)
    await it.late('09:00', cl, end)
    const two = await it.end(one.next)
    return [
      [one.id, `meter:${it.nozzle.id}`, { late: cl }],
      [one.id, 'tender:cash', { late: it.cents(cl) }],
      [two.id, 'tender:cash', { late: -it.cents(cl) }],
    ]
  },
  'a pump that sold by itself between two sales': async (it, roll) => {
    const cl = roll(5_00, 90_00)
    await it.pump('08:10', 30_00)
    it.run(cl)
    await it.pump('08:30', 20_00)
    const one = await it.end(it.shift.id)
    return [
      [one.id, `meter:${it.nozzle.id}`, { standAlone: cl }],
      [one.id, 'tender:cash', undefined],
    ]
  },
  'a pump that sold by itself after the last sale, as the next sale shows': async (it, roll) => {
    const cl = roll(5_00, 90_00)
    await it.pump('08:10', 30_00)
    it.run(cl)
    const one = await it.end(it.shift.id)
    const said: [number, string, Said][] = [[one.id, `meter:${it.nozzle.id}`, { standAlone: cl }]]
    expect(await it.saysOf(one.id, `meter:${it.nozzle.id}`)).toEqual({ unexplained: cl })
    await it.pump('13:00', 10_00)
    return said
  },
  'a meter that somebody misread': async (it, roll) => {
    const cl = roll(3_00, 40_00)
    await it.pump('08:10', 30_00)
    const one = await it.end(it.shift.id, { meters: [{ nozzleControlId: it.nozzle.id, totaliserCl: 1_030_00 + cl }] })
    await it.pump('13:00', 10_00)
    return [[one.id, `meter:${it.nozzle.id}`, { unexplained: cl }]]
  },
  'pumps that round each sale': async (it, roll) => {
    const sales = roll(2, 6)
    for (let turn = 0; turn < sales; turn++) {
      it.run(1)
      await it.pump(`08:1${turn}`, 20_00)
    }
    // What the meter says at the beginning, only somebody who read it knows.
    const one = await it.end(it.shift.id)
    return [[one.id, `meter:${it.nozzle.id}`, { rounding: sales - 1 }]]
  },
  'a late sale and a pump by itself in one shift': async (it, roll) => {
    const [late, alone] = [roll(10_00, 30_00), roll(31_00, 60_00)]
    await it.pump('08:10', 30_00)
    const end = it.run(late)
    it.cash(it.cents(late))
    await it.pump('08:30', 20_00)
    it.run(alone)
    await it.pump('08:50', 10_00)
    const one = await it.end(it.shift.id)
    await it.late('08:20', late, end)
    return [
      [one.id, `meter:${it.nozzle.id}`, { late, standAlone: alone }],
      [one.id, 'tender:cash', { late: it.cents(late) }],
    ]
  },
  'a till that is short for no reason that rows know': async (it, roll) => {
    const cents = roll(1, 50_00)
    await it.pump('08:10', 30_00)
    it.cash(-cents)
    const one = await it.end(it.shift.id)
    return [[one.id, 'tender:cash', { unexplained: -cents }]]
  },
  'a till that is a little short while a much larger sale came late': async (it, roll) => {
    const cents = roll(1, 9_00)
    await it.pump('08:10', 30_00)
    const one = await it.end(it.shift.id)
    await it.late('09:00', 30_00)
    it.cash(it.cents(30_00) - cents)
    const two = await it.end(one.next)
    return [
      [two.id, 'tender:cash', { unexplained: -cents }],
      [one.id, 'tender:cash', undefined],
    ]
  },
  'a platform that nobody counted': async (it, roll) => {
    const cl = roll(5_00, 60_00)
    await it.platform('08:10', cl)
    const one = await it.end(it.shift.id)
    return [[one.id, 'tender:wx', { uncounted: -it.cents(cl) }]]
  },
  'a refund out of one till, booked in the next shift': async (it, roll) => {
    const cents = roll(1_00, 200_00)
    const { id } = await it.pump('08:10', 30_00)
    it.cash(-cents)
    const one = await it.end(it.shift.id)
    await refunder(it.lin).refund(await paymentOf(it, id), { amountCents: cents })
    const two = await it.end(one.next)
    return [
      [one.id, 'tender:cash', { refundElsewhere: -cents }],
      [two.id, 'tender:cash', { refundElsewhere: cents }],
      [two.id, 'payment', { refundElsewhere: -cents }],
    ]
  },
  'a refund within its shift': async (it, roll) => {
    const cents = roll(1_00, 200_00)
    const { id } = await it.pump('08:10', 30_00)
    await refunder(it.lin).refund(await paymentOf(it, id), { amountCents: cents })
    it.cash(-cents)
    const one = await it.end(it.shift.id)
    return [
      [one.id, 'payment', { refund: -cents }],
      [one.id, 'tender:cash', undefined],
    ]
  },
  'a pump that charged another price': async (it, roll) => {
    const [cl, price] = [roll(10_00, 50_00), roll(7_00, 7_90)]
    await it.pump('08:10', cl, {}, { priceCents: price })
    const one = await it.end(it.shift.id)
    return [[one.id, `price:${it.nozzle.itemId}`, { priceDifference: Math.floor((2 * cl * price + 100) / 200) - it.cents(cl) }]]
  },
  'a discount': async (it, roll) => {
    const cents = roll(1, 20_00)
    await it.pump('08:10', 30_00, {}, { discountCents: cents })
    const one = await it.end(it.shift.id)
    return [[one.id, `price:${it.nozzle.itemId}`, { discount: -cents }]]
  },
  'an order that nobody paid, paid in the next shift': async (it, roll) => {
    const cl = roll(5_00, 60_00)
    const { id } = await it.pump('08:10', cl, { payType: undefined })
    it.cash(-it.cents(cl))
    const one = await it.end(it.shift.id)
    await it.lin.call(orderPayments.cash, { id, body: {} })
    it.cash(it.cents(cl))
    const two = await it.end(one.next)
    return [
      [one.id, 'payment', { unpaid: -it.cents(cl) }],
      [two.id, 'payment', { earlier: it.cents(cl) }],
      [two.id, 'tender:cash', undefined],
    ]
  },
  'a customer who drove off, written off': async (it, roll) => {
    const cl = roll(5_00, 60_00)
    const { id } = await it.pump('08:10', cl, { payType: undefined })
    it.cash(-it.cents(cl))
    await it.lin.call(orderPayments.close, { id, body: { reason: 'drove off' } })
    const one = await it.end(it.shift.id)
    return [
      [one.id, 'payment', { writtenOff: -it.cents(cl) }],
      [one.id, 'tender:cash', undefined],
    ]
  },
  'a top-up over the counter': async (it, roll) => {
    const cents = roll(10_00, 900_00)
    const card = await makeCard(it, { principalCents: 1_00 })
    await it.lin.call(chargeUserCard, {
      id: card.id,
      body: { stationId: it.station.id, amountCents: cents, payType: 'cash', withoutReceipt: true },
    })
    it.cash(1_00 + cents)
    const one = await it.end(it.shift.id)
    return [
      [one.id, 'payment', { topUp: 1_00 + cents }],
      [one.id, 'tender:cash', undefined],
    ]
  },
  'a delivery whose note was entered one shift late': async (it, roll) => {
    const received = roll(5_000, 12_000) * 100
    const dip = (volumeCl: number, receivedCl = 0) => ({
      tanks: [{ tankId: it.nozzle.tankId, volumeCl, receivedCl, document: receivedCl ? 'BL 1' : '' }],
    })
    const one = await it.end(it.shift.id, dip(10_000_00))
    await it.pump('13:00', 30_00)
    const two = await it.end(one.next, dip(10_000_00 - 30_00 + received))
    await it.pump('17:00', 20_00)
    const three = await it.end(two.next, dip(10_000_00 - 50_00 + received, received))
    return [
      [two.id, `tank:${it.nozzle.tankId}`, { delivery: -received }],
      [three.id, `tank:${it.nozzle.tankId}`, { delivery: received }],
    ]
  },
  'a tanker that brought less than its note says': async (it, roll) => {
    const short = roll(20_00, 90_00)
    const { tankId } = it.nozzle
    const dip = (volumeCl: number) => ({ tanks: [{ tankId, volumeCl }] })
    const one = await it.end(it.shift.id, dip(10_000_00))
    await it.pump('13:00', 30_00)
    const note = { docNo: 'BL 2', deliveryVolumeCl: 5_000_00, beforeVolumeCl: 9_970_00, afterVolumeCl: 14_970_00 - short }
    const [beginTime, endTime] = [at('13:10').toISOString(), at('13:40').toISOString()]
    setClock(at('14:00'))
    await it.lin.call(oilInfos.create, { body: { stationId: it.station.id, tankId, beginTime, endTime, ...note } })
    const two = await it.end(one.next, dip(14_970_00 - short))
    return [[two.id, `tank:${tankId}`, { profitLoss: short }]]
  },
  'a tank that loses what no meter saw': async (it, roll) => {
    const cl = roll(20_00, 300_00)
    const dip = (volumeCl: number) => ({ tanks: [{ tankId: it.nozzle.tankId, volumeCl }] })
    const one = await it.end(it.shift.id, dip(10_000_00))
    await it.pump('13:00', 30_00)
    const two = await it.end(one.next, dip(10_000_00 - 30_00 - cl))
    return [[two.id, `tank:${it.nozzle.tankId}`, { unexplained: cl }]]
  },
}

test.each(Object.keys(cases).flatMap(name => [1, 2].map(seed => [name, seed] as const)))(
  '%s (seed %i): each difference has its cause, to the cent',
  async (name, seed) => {
    const it = await stand()
    const said = await cases[name]!(it, dice(seed + name.length))
    for (const [id, about, expected] of said) expect([about, await it.saysOf(id, about)]).toEqual([about, expected])
    setClock(noon)
  },
)

test('of many rows the first twenty are shown, and how many there are', async () => {
  const it = await stand()
  for (let turn = 0; turn < 23; turn++) await it.pump(`08:${10 + turn}`, 10_00, {}, { discountCents: 1_00 + turn })
  const one = await it.end(it.shift.id)
  const { differences: found } = await it.lin.call(differences.ofShift, { id: one.id })
  const discount = found.find(({ view }) => view === 'price')!.causes[0]!
  expect(discount).toMatchObject({ cause: 'discount', count: 23, amount: -(23 * 1_00 + 253) })
  expect(discount.evidence.map(({ amount }) => -amount)).toEqual(Array.from({ length: 20 }, (_, turn) => 1_00 + turn))
  setClock(noon)
})

test('why sixty litres are missing: between which sales they ran, what was reported of them later, what somebody found out', async () => {
  const it = await stand()
  const before = await it.pump('09:10', 30_00)
  const end = it.run(60_00)
  it.cash(it.cents(60_00))
  const after = await it.pump('09:40', 20_00)
  const one = await it.end(it.shift.id)
  const about = `meter:${it.nozzle.id}`
  const said = async () => (await it.lin.call(differences.ofShift, { id: one.id })).differences.find(each => each.about === about)!
  expect(await said()).toMatchObject({
    view: 'meter',
    left: 50_00,
    right: 110_00,
    difference: 60_00,
    unexplained: 0,
    causes: [
      {
        cause: 'standAlone',
        amount: 60_00,
        from: at('09:10').toISOString(),
        to: at('09:40').toISOString(),
        evidence: [{ of: 'orders', id: before.id }, { id: after.id }],
      },
    ],
  })

  const master = await it.staff({ role: 'station_master', stationIds: [it.station.id] })
  expect(await it.lin.refused(differences.explain, { id: one.id, body: { about, said: 'x' } })).toBe('auth.forbidden')
  expect(await master.refused(differences.explain, { id: one.id, body: { about: 'meter:1', said: 'x' } })).toBe('settlement.aboutUnknown')
  await master.call(differences.explain, { id: one.id, body: { about, said: 'The controller was down for half an hour' } })
  const late = await it.late('09:20', 60_00, end)
  expect(await said()).toMatchObject({
    causes: [{ cause: 'late', amount: 60_00, evidence: [{ id: late.id, label: late.orderNo }] }],
    unexplained: 0,
  })
  const { later, explanations } = await it.lin.call(differences.ofShift, { id: one.id })
  expect(later).toMatchObject([{ of: 'orders', id: late.id, volumeCl: 60_00, shiftId: one.next }])
  expect(explanations).toMatchObject([{ about, said: 'The controller was down for half an hour', userName: master.actor.key }])
  const { next: _next, ...frozen } = one
  expect(await it.lin.call(settlement.get, { id: one.id })).toEqual(frozen)
  setClock(noon)
})
