import { seed } from '../../testing/sampling.ts'
import { devicePermissions, orderIntake, Sale } from '@forecourt/contract'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { makeCard } from '../../testing/card.ts'
import { books, shop, type Told } from '../../testing/order.ts'
import { db, noon, setClock, statementsOf, testFacts } from '../../testing/world.ts'
import { systemActor, type Actor } from '../../platform/execution/command.ts'
import { runBatch, type Call } from '../../platform/execution/batcher.ts'
import { parsed } from '../../platform/execution/validate.ts'
import { order } from './index.ts'

const take = order.handlers.find(({ endpoint }) => endpoint === orderIntake.take)!
const hour = 3_600_000

/** A sale as it may come: good, again, late, of a number that says something else, or in one of many ways wrong. */
const telling = fc.record({
  shop: fc.nat(1),
  sequence: fc.integer({ min: 1, max: 9 }),
  volumeCl: fc.constantFrom(10_00, 20_00, 33_33),
  payType: fc.constantFrom(undefined, 'cash' as const, 'wx' as const, 'card' as const),
  serial: fc.integer({ min: 1, max: 5 }),
  daysAgo: fc.constantFrom(0, 0, 0, 0, 1, 5, 40),
  wrong: fc.constantFrom(undefined, undefined, undefined, undefined, 'nozzle', 'card', 'employee', 'unit', 'foreign', 'sequence'),
  key: fc.option(fc.integer({ min: 1, max: 4 })),
  price: fc.constantFrom(undefined, 800, 790),
})
type Telling = typeof telling extends fc.Arbitrary<infer T> ? T : never

/** Two companies with a till each, of whose sales some are paid by a card that cannot pay for all. */
async function stage() {
  const shops = [await shop(), await shop()]
  const cards = await Promise.all(shops.map(it => makeCard(it, { principalCents: 300_00, giftCents: 50_00 })))
  const callOf = (each: Telling): Call => {
    const [it, other, card] = [shops[each.shop]!, shops[1 - each.shop]!, cards[each.shop]!]
    const actor: Actor = {
      ...systemActor(it.company.id, 'till'),
      kind: 'device',
      id: it.till.id,
      key: `device:${it.till.id}`,
      stationId: it.station.id,
      stationIds: [it.station.id],
      permissions: devicePermissions,
    }
    const input = { body: parsed(Sale, bodyOf(each, it, other.nozzle.id, card.id), 'en') }
    const facts = { ...testFacts, ...(each.key !== null && { idempotencyKey: `key-${each.key}` }) }
    return { db, handler: take, actor, meta: facts, now: noon, input }
  }
  return { shops, callOf }
}

function bodyOf(each: Telling, it: Awaited<ReturnType<typeof shop>>, foreignNozzle: number, card: number): Told {
  const { wrong, payType, price } = each
  return {
    ...(wrong !== 'sequence' && { sequence: each.sequence }),
    ...(each.daysAgo > 0 && { createdDate: new Date(noon.getTime() - each.daysAgo * 24 * hour).toISOString() }),
    nozzleControlId: wrong === 'nozzle' ? 7 : wrong === 'foreign' ? foreignNozzle : it.nozzle.id,
    ...(wrong === 'employee' && { employeeId: 7 }),
    ...(payType && { payType }),
    ...(payType === 'wx' && { externalSerialNo: `slip-${each.serial}` }),
    ...(payType === 'card' && { userCardId: wrong === 'card' ? 7 : card }),
    lineItems: [
      wrong === 'unit'
        ? { itemId: it.goods.id, volumeCl: 1 }
        : { volumeCl: each.volumeCl, ...(price !== undefined && { priceCents: price }) },
    ],
  }
}

const everyRow = `
  select 'order' as of, order_no as name, jsonb_build_array(sequence, status, total_cents, paid_cents, pay_type, money_flow, late,
    price_difference, created_date, received_date, card_number is not null,
      shift_id is not null) as said from sale_order where company_id = $1
  union all select 'line', order_no, jsonb_build_array(volume_cl, price_cents, price_derived, list_price_cents, amount_cents)
    from order_line join sale_order on sale_order.id = order_id where order_line.company_id = $1
  union all select 'payment', serial, jsonb_build_array(pay_type, amount_cents, external_serial_no, created_date)
    from pay_transaction where company_id = $1
  union all select 'entry', ref, jsonb_build_array(kind, at) from ledger_entry where company_id = $1 and ref like 'payment:%'
  union all select 'gap', '', jsonb_build_array(from_sequence, to_sequence) from device_gap where company_id = $1
  union all select 'counter', '', jsonb_build_array(orders, received_date) from order_counter where company_id = $1 and orders > 0
  union all select 'card', '', jsonb_build_array(principal_cents, gift_cents, debt_cents, balance_after_cents)
    from user_card_detail where company_id = $1 and type = 'consume'
  union all select 'audit', action, detail - 'deviceId' - 'number' from audit_entry where company_id = $1
  union all select 'event', topic, payload - 'orderId' - 'nozzleControlId' - 'deviceId' - 'userCardId' - 'number'
    from outbox_event where company_id = $1
  union all select 'key', key, jsonb_build_array(answer ->> 'sequence') from idempotency_key where company_id = $1
  order by 1, 2, 3`

/** What two stages have in common: their stations have different names. */
const comparable = (said: unknown, { station }: { station: { code: string } }) =>
  JSON.stringify(said).replaceAll(`"${station.code}-`, '"').replaceAll(`:${station.code}-`, ':')

async function everythingOf({ shops }: Awaited<ReturnType<typeof stage>>) {
  return Promise.all(
    shops.map(async it => ({ rows: (await it.rows(everyRow, [it.company.id])).map(row => comparable(row, it)), money: await books(it) })),
  )
}

// One bad sale never spoils its neighbours; what is gathered is answered and booked as if each had come alone.
test('sales that are taken together leave the answers and the books of sales that are taken one by one', { timeout: 300_000 }, async () => {
  setClock(noon)
  await fc.assert(
    fc.asyncProperty(fc.array(telling, { minLength: 2, maxLength: 14 }), async tellings => {
      const [together, apart] = [await stage(), await stage()]
      const answersOf = (results: PromiseSettledResult<{ value: unknown }>[], { shops }: typeof together) =>
        results.map((result, at) => {
          const said = result.status === 'fulfilled' ? { ...(result.value.value as object), id: 0 } : { code: result.reason.code as string }
          return comparable(said, shops[tellings[at]!.shop]!)
        })
      const many = answersOf(await runBatch(tellings.map(together.callOf)), together)
      const single: PromiseSettledResult<{ value: unknown }>[] = []
      for (const each of tellings) single.push(...(await runBatch([apart.callOf(each)])))
      expect(many).toEqual(answersOf(single, apart))
      expect(await everythingOf(together)).toEqual(await everythingOf(apart))
    }),
    { numRuns: 15, seed, endOnFailure: true },
  )
})

test('twenty sales of one company cost the database about as many round trips as one', async () => {
  setClock(noon)
  const { callOf } = await stage()
  const good = (at: number): Telling => ({
    shop: 0,
    sequence: 1 + at,
    volumeCl: 10_00,
    payType: at % 3 ? 'card' : 'cash',
    serial: 1,
    daysAgo: 0,
    wrong: undefined,
    key: null,
    price: undefined,
  })
  await runBatch([callOf(good(0))])
  const calls = Array.from({ length: 20 }, (_, at) => ({ ...callOf(good(at + 2)), facts: { ...testFacts, idempotencyKey: `key-${at}` } }))
  const alone = await statementsOf(() => runBatch(calls.slice(0, 1)))
  let results: PromiseSettledResult<unknown>[] = []
  const together = await statementsOf(async () => {
    results = await runBatch(calls.slice(1))
  })
  expect(results.map(({ status }) => status)).toEqual(Array.from({ length: 19 }, () => 'fulfilled'))
  expect(together.length).toBeLessThanOrEqual(alone.length + 2)
})
