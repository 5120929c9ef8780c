import { seed } from '../../testing/sampling.ts'
import { chargeUserCard, orderIntake, orderPayments, settlement, type Sale } from '@forecourt/contract'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { z } from 'zod'
import { makeCard } from '../../testing/card.ts'
import { invariantsOf } from '../../testing/invariants.ts'
import { serial } from '../../testing/order.ts'
import { at, shiftShop, type ShiftShop } from '../../testing/settlement.ts'
import { noon, setClock } from '../../testing/world.ts'

const runningOf = async ({ rows, station }: ShiftShop) =>
  (
    await rows<{ id: number }>("select id from daily_state where station_id = $1 and status = 'open' and not is_nature_day", [station.id])
  )[0]?.id

/** Every settled shift says of its tenders and items what the payments and lines of that shift say; nothing else is lost on the way. */
async function disagreements(it: ShiftShop) {
  const { rows, station } = it
  const differing = await rows(
    `
    select 'tender' as about, pay_type as what from (
      select daily_state_id as shift, pay_type, tender.amount_cents, tender.top_up_cents
      from class_settle_pay_type tender join class_settle settle on settle.id = class_settle_id where station_id = $1
    ) as frozen full join (
      select shift, pay_type, sum(paid)::bigint as amount_cents, sum(topped)::bigint as top_up_cents from (
        select shift_id as shift, pay_type, amount_cents as paid, 0 as topped from pay_transaction where station_id = $1
        union all select shift_id, pay_type, 0, amount_cents from user_card_detail where station_id = $1 and type = 'charge'
      ) as money where shift in (select daily_state_id from class_settle) group by shift, pay_type
    ) as tender using (shift, pay_type)
    where (coalesce(frozen.amount_cents, 0), coalesce(frozen.top_up_cents, 0)) is distinct from (coalesce(tender.amount_cents, 0),
      coalesce(tender.top_up_cents, 0))
    union all
    select 'item', item_id::text from (
      select daily_state_id as shift, item_id, item.volume_cl, item.pieces, item.amount_cents
      from class_settle_item item join class_settle settle on settle.id = class_settle_id where station_id = $1
    ) as frozen full join (
      select shift_id as shift, item_id, sum(volume_cl)::bigint as volume_cl, sum(pieces)::bigint as pieces,
        sum(amount_cents)::bigint as amount_cents
      from order_line line join sale_order sold on sold.id = order_id where line.station_id = $1
        and shift_id in (select daily_state_id from class_settle)
      group by shift_id, item_id
    ) as tender using (shift, item_id) where frozen is null or tender is null
      or (frozen.volume_cl, frozen.pieces, frozen.amount_cents) is distinct from (tender.volume_cl, tender.pieces, tender.amount_cents)
    union all
    select 'outside', serial from pay_transaction where station_id = $1 and shift_id is null`,
    [station.id],
  )
  const results = await invariantsOf(it)
  return [...differing, ...results.filter(({ breaches }) => breaches > 0)]
}

const closings = 50
test('fifty shifts are closed while four tills sell: every sale falls before or after, none is lost, none counted twice', async () => {
  const it = await shiftShop()
  const { lin, begin, rows, station, addDevice, deviceOf, fuelSale } = it
  await begin('08:00')
  const tills = await Promise.all([1, 2, 3, 4].map(async () => deviceOf((await addDevice(station.id)).id)))
  const doors = { open: true }
  const waited: number[] = []
  const taken = await Promise.all([
    ...tills.map(async till => {
      let sequence = 0
      while (doors.open || sequence < 20) {
        const begun = performance.now()
        await till.call(orderIntake.take, { body: fuelSale({ sequence: ++sequence, payType: 'cash' }) })
        waited.push(performance.now() - begun)
      }
      return sequence
    }),
    (async () => {
      for (let turn = 0; turn < closings; turn++) {
        const dailyStateId = (await runningOf(it))!
        await lin.call(settlement.close, { body: { dailyStateId, counted: [{ payType: 'cash', countedCents: 0 }], startNext: true } })
      }
      doors.open = false
      return 0
    })(),
  ])
  const sold = taken.reduce((sum, each) => sum + each, 0)
  const [median, longest] = [0.5, 1].map(of => Math.round(waited.toSorted((one, other) => one - other)[Math.ceil(sold * of) - 1]!))
  console.info('shifts closed while tills sell', { closings, sold, median, longest })
  const last = (await runningOf(it))!
  await lin.call(settlement.close, { body: { dailyStateId: last, counted: [{ payType: 'cash', countedCents: 0 }] } })
  const [all] = await rows<{ shifts: number; orders: number; paid: number; litres: number }>(
    `select count(*)::int as shifts, sum(orders)::int as orders, sum(paid_cents)::int as paid, sum(volume_cl)::int as litres
      from class_settle where station_id = $1`,
    [station.id],
  )
  expect(all).toEqual({ shifts: closings + 1, orders: sold, paid: sold * 240_00, litres: sold * 30_00 })
  expect(await disagreements(it)).toEqual([])
  // Who sells and who closes wait for each other in one order: nobody has to be parted.
  expect(await rows('select deadlocks::int from pg_stat_database where datname = current_database()')).toEqual([{ deadlocks: 0 }])
  setClock(noon)
}, 300_000)

const way = fc.constantFrom('cash', 'wx', 'bankCard', 'card', 'unpaid', 'late')
const step = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      does: fc.constant('sell' as const),
      way,
      cl: fc.integer({ min: 1, max: 6_000 }),
      pieces: fc.integer({ min: 0, max: 3 }),
    }),
  },
  { weight: 3, arbitrary: fc.record({ does: fc.constant('pay' as const), part: fc.boolean() }) },
  { weight: 2, arbitrary: fc.record({ does: fc.constant('topUp' as const), cents: fc.integer({ min: 1, max: 50_000 }) }) },
  { weight: 2, arbitrary: fc.record({ does: fc.constant('close' as const), startNext: fc.boolean() }) },
)
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never

async function live(it: ShiftShop, steps: readonly Step[]) {
  const { lin, device, station, begin, goods, fuelSale, nextSequence } = it
  const card = await makeCard(it, { principalCents: 300_00 })
  await begin('08:00')
  let minute = 8 * 60
  const clock = () => `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`
  const unpaid: number[] = []
  for (const act of steps) {
    minute += 1
    setClock(at(clock()))
    const dailyStateId = await runningOf(it)
    if (dailyStateId === undefined) await begin(clock())
    if (act.does === 'sell') {
      const tender: Partial<z.input<typeof Sale>> =
        act.way === 'unpaid'
          ? {}
          : act.way === 'card'
            ? { payType: 'card', cardNumber: card.number }
            : act.way === 'late' || act.way === 'cash'
              ? { payType: 'cash' }
              : { payType: act.way, externalSerialNo: serial() }
      const lineItems = [{ volumeCl: act.cl }, ...(act.pieces > 0 ? [{ itemId: goods.id, pieces: act.pieces }] : [])]
      const createdDate = at(act.way === 'late' ? '08:00' : clock()).toISOString()
      const order = await device.call(orderIntake.take, { body: fuelSale({ sequence: nextSequence(), createdDate, lineItems, ...tender }) })
      if (order.status === 'open') unpaid.push(order.id)
    } else if (act.does === 'pay' && unpaid.length > 0) {
      const { status } = await lin.call(orderPayments.cash, { id: unpaid[0]!, body: act.part ? { amountCents: 1 } : {} })
      if (status === 'success') unpaid.shift()
    } else if (act.does === 'topUp') {
      await lin.call(chargeUserCard, {
        id: card.id,
        body: { stationId: station.id, amountCents: act.cents, payType: 'cash', withoutReceipt: true },
      })
    } else if (act.does === 'close' && dailyStateId !== undefined) {
      await lin.call(settlement.close, {
        body: { dailyStateId, counted: [{ payType: 'cash', countedCents: 0 }], force: true, startNext: act.startNext },
      })
    }
  }
}

test('whatever is sold, paid, topped up and closed, the settlements say what the payments and the lines say', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 30 }), async steps => {
      const it = await shiftShop()
      await live(it, [...steps, { does: 'close', startNext: false }])
      expect(await disagreements(it)).toEqual([])
    }),
    { numRuns: 12, seed, endOnFailure: true },
  )
  setClock(noon)
}, 300_000)
