import {
  chargeUserCard,
  daySettlement,
  lineItems,
  orderIntake,
  orderPayments,
  orders,
  refunds,
  settlement,
  settlementBehind,
  transactions,
  userCardDetails,
  type ClassSettle,
  type DaySettle,
  type SettleCell,
  type Settled,
  type SettleRows,
} from '@forecourt/contract'
import { expect, test } from 'vitest'
import { makeCard } from '../../testing/card.ts'
import { serial } from '../../testing/order.ts'
import { refunder } from '../../testing/refund.ts'
import { at, morning, shiftShop, type ShiftShop } from '../../testing/settlement.ts'
import { noon, setClock } from '../../testing/world.ts'

const lists = { orders, lineItems, transactions, refunds, userCardDetails }
const keys = { payTypes: 'payType', items: 'itemId', nozzles: 'nozzleControlId', tanks: 'tankId', employees: 'employeeId' } as const
/** Numbers that are names, and those that people or meters reported, or that are made of others: each stands in words beside its number. */
const reported = new Set(
  (
    'id companyId stationId dailyStateId employeeId itemId nozzleControlId tankId number logicNo shifts ' +
    'expectedCents countedCents statementCents differenceCents unpaidOrders unpaidCents ' +
    'beginCl endCl meteredCl differenceCl drawnCl receivedCl'
  ).split(' '),
)

/** A day of two shifts with everything in it: goods, cards, refunds, late sales, old debts paid, sales written off, two who take money. */
async function fullDay() {
  const it = await shiftShop()
  const { lin, sellAt, close, addNozzle, staff, station, device, fuelSale, nextSequence, goods } = it
  const { shift, card, unpaid } = await morning(it)
  const other = await addNozzle({ priceCents: 790 })
  const mei = await staff({ role: 'station_leader', stationIds: [station.id], over: { stationId: station.id } })
  await sellAt('09:00', { nozzleControlId: other.id, payType: 'wx', externalSerialNo: serial(), employeeId: card.userId! })
  const gone = await sellAt('09:10', { lineItems: [{ volumeCl: 7_00 }] })
  await lin.call(orderPayments.close, { id: gone.id, body: { reason: 'drove off' } })
  const paid = await sellAt('09:20', { payType: 'cash', lineItems: [{ volumeCl: 2_00 }, { itemId: goods.id, pieces: 1 }] })
  await back(it, paid.id, 5_00)
  setClock(at('16:00'))
  const one = await close(shift.id, 600_00, { force: true, startNext: true })

  setClock(at('17:00'))
  // What was owed is paid, what was sold is reported late, a card is topped up and money given back that the shift before took.
  await mei.call(orderPayments.cash, { id: unpaid.id, body: {} })
  const createdDate = at('10:00').toISOString()
  await device.call(orderIntake.take, { body: fuelSale({ sequence: nextSequence(), createdDate, payType: 'cash' }) })
  await back(it, paid.id, 3_00)
  const second = await makeCard(it)
  await mei.call(chargeUserCard, { id: second.id, body: { stationId: station.id, amountCents: 90_00, payType: 'wx' } })
  const [next] = await it.rows<{ id: number }>(`select id from daily_state where station_id = $1 and status = 'open'`, [station.id])
  const two = await close(next!.id, 40_00, { force: true })
  setClock(at('09:00', '2026-05-02'))
  const day = await lin.call(daySettlement.settle, { body: { stationId: station.id, businessDay: '2026-05-01' } })
  return { it, one, two, day }
}

async function back(it: ShiftShop, orderId: number, amountCents: number) {
  const { content } = await it.lin.call(transactions.list, { query: { search: `orderId:${orderId}` } })
  await refunder(it.lin).refund(content[0]!.id, { amountCents })
}

/** Every number of a settlement, by where it stands. */
function numbersOf(settle: ClassSettle | DaySettle): { cell: SettleCell; shown: number }[] {
  const of = (row: object, place: Omit<SettleCell, 'field'>) =>
    Object.entries(row).flatMap(([field, shown]) =>
      typeof shown === 'number' && !reported.has(field) ? [{ cell: { ...place, field }, shown }] : [],
    )
  const blocks = (Object.keys(keys) as (keyof typeof keys)[]).flatMap(block =>
    (settle[block] as readonly Record<string, unknown>[]).flatMap(row =>
      of(row, { block, key: row[keys[block]] as string | number | null }),
    ),
  )
  return [...of(settle, { block: 'sums' }), ...blocks]
}

const totalOf = async ({ lin }: ShiftShop, { of, search, plus, minus, takenAway }: SettleRows) => {
  const { totalElements } = (await lin.call(lists[of].list, { query: { search, size: 1 } })) as { totalElements: number }
  const totals = { ...(await lin.call(lists[of].totals as typeof orders.totals, { query: { search } })), count: totalElements } as Record<
    string,
    number
  >
  return (takenAway ? -1 : 1) * (totals[plus]! - (minus ? totals[minus]! : 0))
}

async function wrongOf(it: ShiftShop, settle: ClassSettle | DaySettle, settled: Settled) {
  const wrong: unknown[] = []
  const numbers = numbersOf(settle)
  for (const { cell, shown } of [...numbers, ...settle.payTypes.map(row => expectedOf(row))]) {
    const rows = settlementBehind(settled, cell)
    const sums = rows && (await Promise.all(rows.map(each => totalOf(it, each))))
    if (sums?.reduce((all, sum) => all + sum, 0) !== shown) wrong.push({ ...cell, shown, sums, rows })
  }
  return { numbers: numbers.length, wrong }
}
const expectedOf = (row: ClassSettle['payTypes'][number]) => ({
  cell: { block: 'payTypes', key: row.payType, field: 'expectedCents' } as const,
  shown: row.expectedCents,
})

// @req SET-007 SET-010 SET-021
test('every number of a settled shift and day is the total of the rows behind it, to the cent and the centilitre', async () => {
  const { it, one, two, day } = await fullDay()
  setClock(at('10:00', '2026-05-02'))
  for (const settle of [one, two]) {
    const own = await it.lin.call(settlement.get, { id: settle.id, query: { expand: [] } })
    const { numbers, wrong } = await wrongOf(it, own, { ...own, states: [own] })
    expect(wrong).toEqual([])
    expect(numbers).toBeGreaterThan(40)
  }
  expect(one).toMatchObject({ closedCents: 56_00, refundedCents: 5_00 })
  expect(two).toMatchObject({ earlierCents: 40_00, lateCents: 240_00, refundedCents: 3_00, topUpCents: 90_00 })
  expect((await wrongOf(it, day, day)).wrong).toEqual([])
  setClock(noon)
}, 300_000)
