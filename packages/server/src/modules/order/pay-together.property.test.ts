import { seed } from '../../testing/sampling.ts'
import { devicePermissions, orderIntake, orderPayments } from '@forecourt/contract'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { makeCard } from '../../testing/card.ts'
import { books, brokenPromises, shop } from '../../testing/order.ts'
import { db, noon, setClock, statementsOf, testFacts } from '../../testing/world.ts'
import { systemActor, type Actor } from '../../platform/execution/command.ts'
import { runBatch, type Call } from '../../platform/execution/batcher.ts'
import { parsed } from '../../platform/execution/validate.ts'
import { hashSixDigits } from '../access/index.ts'
import { order } from './index.ts'

const password = '274913'
const hash = await hashSixDigits(password)
const handlerOf = { card: orderPayments.card, cash: orderPayments.cash }
const byWay = (way: 'card' | 'cash') => order.handlers.find(({ endpoint }) => endpoint === handlerOf[way])!

const cardKinds = ['rich', 'poor', 'gifted', 'lost', 'disabled', 'limited', 'daily', 'guarded', 'foreign', 'unknown'] as const
const ordersEach = 5

/** What somebody pays, and with what: an order of theirs, of a sister station's or of another company's; good, too much, or again. */
const common = {
  shop: fc.nat(1),
  order: fc.nat(ordersEach),
  who: fc.constantFrom('till', 'till', 'till', 'till', 'sister', 'stranger'),
  part: fc.constantFrom(undefined, undefined, 3_00, 10_00, 15_00),
  key: fc.option(fc.integer({ min: 1, max: 4 })),
}
const byCard = fc.record({
  ...common,
  way: fc.constant('card' as const),
  card: fc.constantFrom(...cardKinds, 'poor', 'gifted', 'rich'),
  named: fc.boolean(),
  payPassword: fc.constantFrom(undefined, undefined, password, '000001'),
})
const inCash = fc.record({
  ...common,
  way: fc.constant('cash' as const),
  payType: fc.constantFrom(undefined, 'cash' as const, 'wx' as const),
  serial: fc.option(fc.integer({ min: 1, max: 3 }), { nil: undefined }),
})
type Paying = typeof byCard extends fc.Arbitrary<infer A> ? (typeof inCash extends fc.Arbitrary<infer B> ? A | B : never) : never

async function cardsOf(it: Awaited<ReturnType<typeof shop>>) {
  const money = { rich: 500_00, poor: 13_00, gifted: 6_00, lost: 50_00, disabled: 50_00, limited: 50_00, daily: 50_00, guarded: 500_00 }
  const cards: Record<string, { id: number; number: string }> = { unknown: { id: 7, number: '90009999' } }
  for (const [kind, principalCents] of Object.entries(money))
    cards[kind] = await makeCard(it, {
      principalCents,
      ...(kind === 'gifted' && { giftCents: 20_00, giftFirst: true }),
      ...(kind === 'limited' && { paymentCentsMax: 9_00 }),
      ...(kind === 'daily' && { dayCentsMax: 15_00 }),
      ...(kind === 'guarded' && { passwordFromCents: 0 }),
    })
  const set = (kind: string, change: string) => it.rows(`update user_card set ${change} where id = $1`, [cards[kind]!.id])
  await set('lost', `status = 'lose'`)
  await set('disabled', `status = 'disable'`)
  await set('guarded', `pay_password_hash = '${hash}'`)
  return cards
}

/** A company with orders that wait to be paid, one of them kept by a terminal, a sister station, and cards of every kind. */
async function counter() {
  const it = await shop()
  const ids: number[] = []
  for (let sequence = 1; sequence <= ordersEach + 1; sequence++)
    ids.push((await it.device.call(orderIntake.take, { body: it.goodsSale({ sequence }) })).id)
  await it.lin.call(orderPayments.lock, { id: ids[ordersEach]! })
  const sister = await it.addStation('West')
  return { ...it, ids, sister, sisterTill: await it.addDevice(sister.id), cards: await cardsOf(it) }
}

/** Two of them, and how a payment there comes to us. */
async function stage() {
  const shops = [await counter(), await counter()]
  const callOf = (each: Paying): Call => {
    const [it, other] = [shops[each.shop]!, shops[1 - each.shop]!]
    const [at, station, till] =
      each.who === 'till'
        ? [it, it.station, it.till]
        : each.who === 'sister'
          ? [it, it.sister, it.sisterTill]
          : [other, other.station, other.till]
    const actor: Actor = {
      ...systemActor(at.company.id, 'till'),
      kind: 'device',
      id: till.id,
      key: `device:${till.id}`,
      stationId: station.id,
      stationIds: [station.id],
      permissions: devicePermissions,
    }
    const endpoint = handlerOf[each.way]
    const input = {
      id: it.ids[each.order]!,
      body: parsed(endpoint.body!, bodyOf(each, it.cards, other.cards), 'en'),
      query: { expand: [] },
    }
    const facts = { ...testFacts, ...(each.key !== null && { idempotencyKey: `key-${each.key}` }) }
    return { db, handler: byWay(each.way), actor, meta: facts, now: noon, input }
  }
  return { shops, callOf }
}

type Cards = Awaited<ReturnType<typeof cardsOf>>
function bodyOf(each: Paying, own: Cards, others: Cards): object {
  const part = each.part !== undefined && { amountCents: each.part }
  if (each.way === 'cash') {
    const { payType, serial } = each
    return {
      ...part,
      ...(payType && { payType }),
      ...(serial !== undefined && payType !== 'cash' && { externalSerialNo: `slip-${serial}` }),
    }
  }
  const card = each.card === 'foreign' ? others['rich']! : own[each.card]!
  return {
    ...part,
    ...(each.named ? { cardNumber: card.number } : { userCardId: card.id }),
    ...(each.payPassword && { payPassword: each.payPassword }),
  }
}

const everyRow = `
  select 'order' as of, order_no as name, jsonb_build_array(status, paid_cents, pay_type, money_flow, card_number is not null,
    external_serial_no, modified_date, locked_at) as said from sale_order where company_id = $1
  union all select 'payment', serial, jsonb_build_array(pay_type, amount_cents, external_serial_no, created_date, shift_id is not null)
    from pay_transaction where company_id = $1
  union all select 'entry', ref, jsonb_build_array(kind, count(*)) from ledger_entry
    join ledger_move on ledger_move.company_id = $1 and entry_id = ledger_entry.id
    where ledger_entry.company_id = $1 and ref like 'payment:%' group by ref, kind
  union all select 'purses', number, jsonb_build_array(status, pay_password_tries, value, principal_cents, gift_cents, debt_cents)
    from user_card_state
    join (select id as card, pay_password_tries from user_card where company_id = $1) as tried on card = id where company_id = $1
  union all select 'movement', '', jsonb_build_array(principal_cents, gift_cents, debt_cents, balance_after_cents)
    from user_card_detail where company_id = $1 and type = 'consume'
  union all select 'statistic', fact || dimension, jsonb_build_array(sum(count), sum(amount_cents), sum(paid_cents))
    from audit.statistic_counted where company_id = $1 group by fact, dimension
  union all select 'audit', action, detail - 'deviceId' - 'userCardId' - 'number' from audit_entry where company_id = $1
  union all select 'event', topic, payload - 'orderId' - 'transactionId' - 'deviceId' from outbox_event where company_id = $1
  union all select 'key', key, jsonb_build_array(answer ->> 'orderNo', answer ->> 'paidCents') from idempotency_key where company_id = $1
  order by 1, 2, 3`

/** What two stages have in common: their stations and cards have different numbers. */
function comparable(said: unknown, { station, cards }: { station: { code: string }; cards: Cards }) {
  let text = JSON.stringify(said).replaceAll(`"${station.code}-`, '"').replaceAll(`:${station.code}-`, ':')
  for (const [kind, { number }] of Object.entries(cards)) text = text.replaceAll(number, kind)
  return text
}

async function everythingOf({ shops }: Awaited<ReturnType<typeof stage>>) {
  return Promise.all(
    shops.map(async it => ({
      rows: (await it.rows(everyRow, [it.company.id])).map(row => comparable(row, it)).toSorted(),
      money: await books(it),
      broken: await brokenPromises(it),
    })),
  )
}

async function holdAgainstEachOther(payings: readonly Paying[]) {
  const [together, apart] = [await stage(), await stage()]
  const answersOf = (results: PromiseSettledResult<{ value: unknown }>[], { shops }: typeof together) =>
    results.map((result, at) => {
      if (result.status === 'rejected') return String(result.reason.code)
      const { transaction, ...said } = result.value.value as { transaction: object }
      return comparable({ ...said, id: 0, transaction: { ...transaction, id: 0 } }, shops[payings[at]!.shop]!)
    })
  const many = answersOf(await runBatch(payings.map(together.callOf)), together)
  const single: PromiseSettledResult<{ value: unknown }>[] = []
  for (const each of payings) single.push(...(await runBatch([apart.callOf(each)])))
  expect(many).toEqual(answersOf(single, apart))
  const everything = await everythingOf(together)
  expect(everything).toEqual(await everythingOf(apart))
  expect(everything.flatMap(({ broken }) => broken)).toEqual([])
  return many
}

// One bad payment never spoils its neighbours; what is gathered is answered and booked as if each had come alone.
test.each([
  ['by card', byCard],
  ['in cash and by slips', inCash],
] as const)(
  'payments %s that are taken together leave the answers and the books of payments one by one',
  { timeout: 240_000 },
  async (_, paying) => {
    setClock(noon)
    await fc.assert(
      fc.asyncProperty(fc.array(paying as fc.Arbitrary<Paying>, { minLength: 2, maxLength: 14 }), async payings => {
        expect(await holdAgainstEachOther(payings)).toHaveLength(payings.length)
      }),
      { numRuns: 10, seed, endOnFailure: true },
    )
  },
)

const pays = (order: number, card: (typeof cardKinds)[number], over: Partial<Paying> = {}): Paying =>
  ({ way: 'card', shop: 0, order, who: 'till', part: undefined, key: null, card, named: false, payPassword: undefined, ...over }) as Paying

test('of one card, those pay whom it lasts for; each refusal is given to the one it is about', { timeout: 300_000 }, async () => {
  setClock(noon)
  const said = await holdAgainstEachOther([
    pays(0, 'poor'),
    pays(1, 'poor'),
    pays(2, 'lost'),
    pays(3, 'guarded', { payPassword: password }),
    pays(0, 'rich'),
    pays(4, 'foreign'),
    pays(1, 'poor', { part: 3_00 }),
    pays(5, 'rich'),
    pays(2, 'rich', { who: 'stranger' }),
  ])
  expect(said.map(each => (each.startsWith('{') ? 'paid' : each))).toEqual([
    'paid',
    'card.insufficientBalance',
    'card.lost',
    'paid',
    'order.alreadyPaid',
    'notFound',
    'paid',
    'order.statusForbids',
    'notFound',
  ])
})

test('thirty payments of one company cost the database about as many round trips as one', async () => {
  setClock(noon)
  const { shops, callOf } = await stage()
  const it = shops[0]!
  const orders = await Promise.all(
    Array.from({ length: 30 }, (_, at) => it.device.call(orderIntake.take, { body: it.goodsSale({ sequence: 100 + at }) })),
  )
  const calls = orders.map(({ id }, at) => {
    const call = callOf(pays(0, 'rich'))
    return { ...call, input: { ...(call.input as object), id }, facts: { ...testFacts, idempotencyKey: `key-${at}` } }
  })
  await runBatch(calls.slice(0, 1))
  const alone = await statementsOf(() => runBatch(calls.slice(1, 2)))
  let results: PromiseSettledResult<unknown>[] = []
  const together = await statementsOf(async () => {
    results = await runBatch(calls.slice(2))
  })
  expect(results.map(({ status }) => status)).toEqual(Array.from({ length: 28 }, () => 'fulfilled'))
  expect(together.length).toBeLessThanOrEqual(alone.length + 2)
})
