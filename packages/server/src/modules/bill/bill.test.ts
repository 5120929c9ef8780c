import { fleetBilling, fleetBillLines, fleetBills, orderRefunds, transactions, userCardDetails, type Returned } from '@forecourt/contract'
import { expect, test } from 'vitest'
import { proofOf } from '../../testing/access.ts'
import { at, billedFleet } from '../../testing/bill.ts'
import { pursesOf } from '../../testing/card.ts'
import { topUp } from '../card/index.ts'
import { invariantsOf } from '../../testing/invariants.ts'
import { setClock } from '../../testing/world.ts'

type Fleet = Awaited<ReturnType<typeof billedFleet>>
const linesOn = async (it: Fleet, bill: { id: number }) =>
  (await it.clerk.call(fleetBillLines.list, { query: { search: `bill.id:${bill.id}`, size: 100 } })).content
const broken = async (it: Fleet) => (await invariantsOf(it)).filter(({ invariant, breaches }) => invariant !== 'I7' && breaches > 0)
const figuresOf = ({ openingCents, inCents, outCents, closingCents }: Returned<typeof fleetBilling.get>) => [
  openingCents,
  inCents,
  outCents,
  closingCents,
]

test('a month of a fleet is billed: each fill with its rule, what was promised and given, its purses, and a fee by clause', async () => {
  const it = await billedFleet()
  const discountId = await it.discount({ name: 'Taxi 0.30', centsPerL: 30 })
  await it.agree({
    discountId,
    clauses: [
      { name: 'Handling', kind: 'perFill', amountCents: 50 },
      { name: 'Card service', kind: 'perMonth', amountCents: 10_00 },
      { name: 'Share of sales', kind: 'percentOfSales', percent: 1.5 },
    ],
  })
  // At the list price, although a discount was promised; then with that discount; then at another price, by the master card.
  await it.fillAt(it.sub.number, at('2026-03-03'))
  await it.rows('update fleet set discount_id = $1 where id = $2', [discountId, it.fleet.id])
  await it.fillAt(it.sub.number, at('2026-03-10'))
  await it.fillAt(it.master.number, at('2026-03-20'), { lineItems: [{ volumeCl: 10_00, amountCents: 75_00 }] })
  await it.fillAt(it.sub.number, at('2026-04-01', '00:00'))

  setClock(at('2026-04-01', '09:00'))
  const open = await it.prepare()
  expect(open).toMatchObject({ status: 'open', fills: 3, lateLines: 0, volumeCl: 70_00, listCents: 560_00, issuedDate: null })
  expect(open).toMatchObject({ netCents: 240_00 + 231_00 + 75_00, realisedCents: 14_00, promisedCents: 9_00 + 9_00 + 3_00 })
  expect(open.fees.map(({ name, basis, amountCents }) => [name, basis, amountCents])).toEqual([
    ['Handling', 3, 1_50],
    ['Card service', 1, 10_00],
    ['Share of sales', 546_00, 8_19],
  ])
  expect(figuresOf(open)).toEqual([5000_00, 0, 546_00, 4454_00])
  expect((await linesOn(it, open)).map(line => [line.soldOn, line.rule, line.ruleName, line.listCents, line.netCents])).toEqual([
    ['2026-03-03', 'list', '', 240_00, 240_00],
    ['2026-03-10', 'discount', 'Taxi 0.30', 240_00, 231_00],
    ['2026-03-20', 'price', '', 80_00, 75_00],
  ])

  const issued = await it.clerk.call(fleetBilling.issue, await it.seen(open))
  expect(issued).toMatchObject({ status: 'issued', issuedById: it.clerk.actor.id, feeCents: 19_69 })
  expect(await pursesOf(it.master.id)).toMatchObject({ principal: 4000_00 - 75_00 - 19_69 })
  const office = await it.staff({ role: 'company_user' })
  const taken = await office.call(userCardDetails.list, { query: { search: `userCard.id:${it.master.id},type:adjust` } })
  expect(taken.content.map(({ amountCents, remark }) => [amountCents, remark])).toEqual([
    [-8_19, 'A-1 Share of sales 2026-03'],
    [-10_00, 'A-1 Card service 2026-03'],
    [-1_50, 'A-1 Handling 2026-03'],
  ])
  expect((await it.audits()).map(({ action }) => action)).toEqual(expect.arrayContaining(['bill.prepare', 'bill.issue']))
  expect((await it.events()).at(-1)).toMatchObject({ topic: 'bill.issued', payload: { fleetBillId: issued.id, feeCents: 19_69 } })
  expect(await broken(it)).toEqual([])
})

test('what arrives after a bill was issued is on the next one, naming its day; the issued one stays, and the purses close', async () => {
  const it = await billedFleet()
  await it.fillAt(it.sub.number, at('2026-03-05'))
  setClock(at('2026-04-01'))
  const first = await it.issue()
  expect(figuresOf(first)).toEqual([5000_00, 0, 240_00, 4760_00])

  setClock(at('2026-04-03'))
  await it.sendFill(it.sub.number, at('2026-03-30'))
  await it.fillAt(it.sub.number, at('2026-04-10'))
  setClock(at('2026-05-02'))
  const second = await it.issue('2026-04-01')
  expect(second).toMatchObject({ fills: 2, lateLines: 1, netCents: 480_00 })
  expect(figuresOf(second)).toEqual([4760_00, 0, 480_00, 4280_00])
  expect(second.flows).toEqual([{ type: 'consume', late: false, inCents: 0, outCents: 480_00 }])
  expect((await linesOn(it, second)).map(({ soldOn, late }) => [soldOn, late])).toEqual([
    ['2026-03-30', true],
    ['2026-04-10', false],
  ])
  const kept = await it.clerk.call(fleetBilling.get, { id: first.id })
  expect(kept).toMatchObject({ netCents: 240_00, closingCents: 4760_00, lateLines: 0 })
  expect(await broken(it)).toEqual([])
})

test('a refund is a row of its own; a card that paid a part has its part of the fill; allocations move nothing in or out', async () => {
  const it = await billedFleet()
  const whole = await it.fillAt(it.sub.number, at('2026-03-05'))
  await it.fillAt(it.sub.number, at('2026-03-06'), {}, 100_00)
  const [payment] = (await it.lin.call(transactions.list, { query: { search: `order.id:${whole}` } })).content
  const refund = { amountCents: 240_00, subject: `transactions:${payment!.id}` }
  setClock(at('2026-03-07'))
  const pinProof = await proofOf(it.lin.actor, { action: 'order.refund', ...refund })
  await it.lin.call(orderRefunds.refund, { id: payment!.id, body: { amountCents: 240_00, reason: 'paidWrong', pinProof } })

  setClock(at('2026-04-01'))
  const bill = await it.issue()
  expect(bill).toMatchObject({ fills: 1, netCents: 100_00, listCents: 100_00, volumeCl: 12_50 })
  expect((await linesOn(it, bill)).map(({ kind, volumeCl, netCents }) => [kind, volumeCl, netCents])).toEqual([
    ['fill', 30_00, 240_00],
    ['fill', 12_50, 100_00],
    ['refund', -30_00, -240_00],
  ])
  expect(figuresOf(bill)).toEqual([5000_00, 240_00, 340_00, 4900_00])
  expect(await broken(it)).toEqual([])
})

test('a top-up with its gift is money in, once', async () => {
  const it = await billedFleet()
  setClock(at('2026-03-05'))
  const given = { userCardId: it.master.id, amountCents: 300_00, giftCents: 9_00, ref: 'topUp:with-gift' }
  await it.within(ctx => topUp(ctx, { ...given, from: { stationId: it.station.id, payType: 'cash' } }))
  setClock(at('2026-04-01'))
  expect(figuresOf(await it.issue())).toEqual([5000_00, 309_00, 0, 5309_00])
  expect(await broken(it)).toEqual([])
})

test('the leader of a fleet reads its own bills and agreements and no other fleet’s; nothing of an order is told', async () => {
  const it = await billedFleet()
  await it.fillAt(it.sub.number, at('2026-03-05'))
  setClock(at('2026-04-01'))
  const bill = await it.issue()
  const stranger = await it.staff({ role: 'group_master', over: { fleetId: it.fleet.id + 1 } })
  expect((await it.leader.call(fleetBills.list, {})).content.map(({ id }) => id)).toEqual([bill.id])
  expect((await it.leader.call(fleetBilling.get, { id: bill.id })).netCents).toBe(240_00)
  const lines = await it.leader.call(fleetBillLines.list, { query: { expand: 'order' } })
  expect(lines.content).toHaveLength(1)
  expect(await it.leader.refused(fleetBilling.issue, { id: bill.id, body: { netCents: 0, feeCents: 0, closingCents: 0 } })).toBe(
    'auth.forbidden',
  )
  expect((await stranger.call(fleetBills.list, {})).content).toEqual([])
  expect((await stranger.call(fleetBillLines.list, {})).content).toEqual([])
  expect(await stranger.refused(fleetBilling.get, { id: bill.id })).toBe('notFound')
})
