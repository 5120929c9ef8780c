import { devicePermissions, differences, monthSettlement, orderIntake, roles, Sale, tankLeakTest, type Returned } from '@forecourt/contract'
import { expect, test } from 'vitest'
import { setTenantScope, execute, systemActor } from '../../platform/execution/command.ts'
import { holdsIn, holdsOfEach } from '../../testing/demo.ts'
import { db, owned, statementsOf, testFacts } from '../../testing/world.ts'
import { deviceByCredential } from '../forecourt/index.ts'
import { handlers } from '../index.ts'
import { proofOf } from '../ledger/index.ts'
import { daysOfScript } from './demo.ts'
import { demoFacts, seedDemo, type DemoFacts } from './index.ts'

const now = new Date('2026-11-20T07:20:00.000Z')
let facts!: DemoFacts
const statements = await statementsOf(async () => {
  facts = await seedDemo(db, now)
})
const [riverside, harbour] = facts.companies as [(typeof facts.companies)[0], (typeof facts.companies)[0]]

test('the demo is made in so few statements that a start does not wait for it, and can be described again from the database', async () => {
  // Each module that brings something to the demo adds to it: few rows, and those written together.
  expect(statements.length, 'statements of the whole demo').toBeLessThan(26_200)
  expect(await demoFacts(db)).toEqual(facts)
})

test('both companies are marked as demos, with accounts of every role that signs in', async () => {
  expect(await owned('select code, is_demo from company order by code')).toEqual([
    { code: 'demo', is_demo: true },
    { code: 'harbour', is_demo: true },
  ])
  const signIn = roles.filter(role => role !== 'user' && role !== 'anonymous')
  expect(new Set(riverside.accounts.map(account => account.role))).toEqual(new Set(signIn))
  expect(new Set(harbour.accounts.map(account => account.role))).toEqual(new Set(signIn.filter(role => role !== 'superAdmin')))
})

test('every invariant of the books holds over the month', async () => {
  const proof = await db.transaction().execute(async tx => {
    await setTenantScope(tx, [riverside.id, harbour.id])
    return proofOf(tx)
  })
  expect(proof.filter(invariant => invariant.breaches > 0)).toEqual([])
  expect(proof.reduce((sum, invariant) => sum + invariant.checked, 0)).toBeGreaterThan(1000)
  expect(
    await owned(
      `select id from sale_order
       where paid_cents <> (select coalesce(sum(amount_cents), 0) from pay_transaction where order_id = sale_order.id)`,
    ),
  ).toEqual([])
})

test('the month has sales of every kind', async () => {
  const [{ orders }] = (await owned('select count(*) as orders from sale_order where company_id = $1', [riverside.id])) as [any]
  expect(orders).toBeGreaterThan(600)
  const statuses = (await owned<{ status: string }>('select distinct status from sale_order')).map(row => row.status)
  expect(new Set(statuses)).toEqual(new Set(['open', 'lock', 'success', 'close', 'partiallyPaid']))
  const [{ ways }] = (await owned('select count(distinct pay_type) as ways from pay_transaction')) as [any]
  expect(ways).toBeGreaterThan(24)
  expect(await owned('select missing from device_gap')).toEqual([{ missing: 1 }])
  expect(await owned('select count(*) as different from sale_order where price_difference')).toEqual([{ different: 2 }])
  expect(await owned('select max(created_date) <= $1 as past from sale_order', [now])).toEqual([{ past: true }])
})

test('something went for nothing, points went back, goods brought coupons, and what pumps charged is reckoned', async () => {
  const paid = 'select pay_type, (refunded_cents > 0) as back from pay_transaction where company_id = $1 and pay_type = any($2)'
  const rare = await owned<{ pay_type: string; back: boolean }>(paid, [riverside.id, ['free', 'score']])
  expect(new Set(rare.map(({ pay_type: way, back }) => `${way} ${back}`))).toEqual(new Set(['free false', 'score true', 'score false']))
  const outcomes = await owned<{ outcome: string }>('select distinct outcome from sale_coupon where company_id = $1', [riverside.id])
  expect(outcomes).toEqual([{ outcome: 'given' }])
  expect(await owned('select 1 from sale_to_reckon')).toEqual([])
  expect((await owned('select kind from sale_reckoning where company_id = $1', [riverside.id])).length).toBeGreaterThan(0)
})

test('the shifts of the month were counted, read and closed, and one is running', async () => {
  const [settled] = await owned<any>(
    `select count(*) as shifts, count(*) filter (where forced) as forced, count(*) filter (where difference_cents <> 0) as differing,
       count(*) filter (where late_cents > 0) as late from class_settle`,
  )
  expect(settled.shifts).toBeGreaterThan(80)
  expect(settled).toMatchObject({ forced: 1, late: 1 })
  expect(settled.differing).toBeGreaterThan(5)
  const [open] = await owned<any>(
    `select is_nature_day, start_time <= $1 as begun from daily_state where station_id = $2 and status = 'open'`,
    [now, riverside.stations[0]!.id],
  )
  expect(open).toEqual({ is_nature_day: false, begun: true })
  const [days] = await owned<any>('select count(*) as settled, max(business_day)::text as latest from day_settle')
  expect(days).toEqual({ settled: 28, latest: '2026-11-17' })
})

test('the days were settled: one difference is explained by rows, one loss by nobody, one statement is short', async () => {
  const ask = handlers.find(handler => handler.endpoint === differences.ofDay)!
  const actor = systemActor(riverside.id, 'x', 'Asia/Shanghai', ['settlement.daySettle.read'])
  const days = await owned<{ id: number; ago: number; cents: number }>(
    `select id, (date '2026-11-20' - business_day)::int as ago, difference_cents as cents from day_settle order by business_day`,
  )
  expect(days.length).toBeGreaterThan(25)
  const said = async (daysAgo: number) => {
    const { id } = days.find(({ ago }) => ago === daysAgo)!
    const { value } = await execute(db, ask, actor, testFacts, now, { id })
    return (value as Returned<typeof differences.ofDay>).content.flatMap(each => each.differences)
  }
  const late = (await said(3)).filter(({ causes }) => causes.some(({ cause }) => cause === 'late'))
  expect(late.map(({ view, unexplained }) => [view, unexplained])).toEqual([
    ['meter', 0],
    ['tender', 0],
  ])
  const [lost, ...others] = (await said(9)).filter(({ view }) => view === 'tank')
  expect(others).toEqual([])
  expect(lost).toMatchObject({ difference: 48_00 })
  // What its gauge says of warmth is some litres at most: a tenth of a degree of this tank is 1.7 of them.
  expect(Math.abs(lost!.unexplained! - 48_00)).toBeLessThan(3_00)
  const typed = (await said(5)).filter(({ view }) => view === 'tank')
  expect(typed).toMatchObject([{ difference: -12_000_00 }, { difference: 12_000_00 }])
  for (const { causes } of typed) expect(causes).toContainEqual(expect.objectContaining({ cause: 'delivery' }))
  const [statement] = await owned<any>(
    `select statement_cents - expected_cents as short from day_settle_pay_type where difference_cents <> 0 and statement_cents is not null`,
  )
  expect(statement).toEqual({ short: -12_00 })
})

// @req SUP-013 SUP-014
test('the month before has purchases, loads, sales and a margin: it waits for the days of the station without shifts alone', async () => {
  const ask = handlers.find(handler => handler.endpoint === monthSettlement.preview)!
  const actor = systemActor(riverside.id, 'x', 'Asia/Shanghai', ['monthEnd.read'])
  const body = { month: '2026-10-01', carriedOver: [] }
  const month = (await execute(db, ask, actor, testFacts, now, { body })).value as Returned<typeof monthSettlement.preview>
  expect(month.over).toBe(true)
  const waits = month.against.filter(({ kind }) => ['stationDay', 'booksBehind', 'noteMissing', 'loadOpen'].includes(kind))
  expect(waits.length).toBe(month.blocking)
  expect(new Set(waits.map(({ kind, stationId }) => `${kind} ${stationId}`))).toEqual(new Set([`stationDay ${riverside.stations[1]!.id}`]))
  const { purchasedCents, freightCents, soldCents, closingCents, salesNetCents } = month.sums
  for (const cents of [purchasedCents, freightCents, soldCents, closingCents, salesNetCents - soldCents]) expect(cents).toBeGreaterThan(0)
  expect(new Set(month.lines.map(({ place }) => place))).toEqual(new Set(['depot', 'road', 'station']))
  expect(month.against.filter(({ kind }) => kind === 'receiptUnmatched')).toEqual([])
  // Late in a month the demo begins earlier, so that a week of the one before is there.
  const days = (today: string) => daysOfScript({ days: 30 }, Temporal.PlainDate.from(today))
  expect([days('2026-11-20'), days('2026-11-29'), daysOfScript({ days: 7 }, Temporal.PlainDate.from('2026-11-29'))]).toEqual([30, 36, 7])
})

test('gauges have shown a delivery that nobody recorded, and the recorded ones that they saw are matched', async () => {
  const found = await owned<{ kind: string; state: string; count: number }>(
    `select kind, state, count(*) as count from found_delivery group by kind, state order by kind, state`,
  )
  expect(found.find(({ kind, state }) => kind === 'rise' && state === 'open')!.count).toBeGreaterThan(0)
  expect(found.find(({ state }) => state === 'matched')!.count).toBeGreaterThan(0)
  // One alone is open in each company: what was typed at the close of a shift has been dismissed by its leader.
  expect(found).toEqual([
    { kind: 'rise', state: 'dismissed', count: 1 },
    { kind: 'rise', state: 'matched', count: 7 },
    { kind: 'rise', state: 'open', count: 2 },
  ])
})

// @req FUE-035
test('every tank of the first station was told closely enough for a leak test, and stands where its dipstick says', async () => {
  const { id: stationId } = riverside.stations[0]!
  const actor = { ...systemActor(riverside.id, 'x', 'Asia/Shanghai', ['fuelInventory.read']) }
  const ask = handlers.find(handler => handler.endpoint === tankLeakTest)!
  const tanks = await owned<{ id: number; number: number; volume_cl: number; book_cl: number }>(
    `select tank.id, number, volume_cl, book_cl from tank
     join tank_books(tank.company_id, tank.station_id, $2) book on book.tank_id = tank.id where tank.station_id = $1 order by number`,
    [stationId, now],
  )
  for (const { id } of tanks) {
    const { value } = await execute(db, ask, actor, testFacts, now, { id })
    expect((value as Returned<typeof tankLeakTest>).verdict).toBe('tight')
  }
  // Beyond what tankers brought too little of, and half a hundred litres that nobody explains, only the forgotten tanker is not in a book.
  const beside = tanks.map(({ volume_cl: measured, book_cl: book }) => measured - book)
  expect(beside[0]).toBeGreaterThan(1_000_00)
  for (const cl of beside.slice(1)) expect(Math.abs(cl)).toBeLessThan(80_00)
})

// @req FUE-001
test('a delivery of a history waits for somebody to say into which tank it went', async () => {
  expect(await owned('select tank_id is null as waits, placed from past_delivery order by at')).toEqual([
    { waits: false, placed: 'file' },
    { waits: true, placed: null },
  ])
})

test('the shop has brought in two files of goods, one in part, and an article of it is nearly sold', async () => {
  const imports = 'select status, added, changed, refused from item_import where company_id = $1 order by created_date'
  expect(await owned(imports, [riverside.id])).toEqual([
    { status: 'success', added: 2, changed: 0, refused: 0 },
    { status: 'partial', added: 1, changed: 1, refused: 1 },
  ])
})

test('pumps and tills have asked cards: two fills are under way, of one it is not known how it ended, and why', async () => {
  expect(await holdsIn(riverside.id)).toEqual(holdsOfEach)
  expect(await holdsIn(harbour.id)).toEqual(holdsOfEach)
})

test('a device of the demo sells on under the credential that was printed', async () => {
  const station = riverside.stations[0]!
  const { id, credential, nextSequence } = station.devices.find(device => device.type === 'pos')!
  const device = await deviceByCredential(db, credential!, now)
  expect(device).toMatchObject({ id, stationId: station.id })
  const actor = { ...systemActor(riverside.id, 'x'), kind: 'device' as const, id, stationId: station.id, permissions: devicePermissions }
  const take = handlers.find(handler => handler.endpoint === orderIntake.take)!
  const body = { sequence: nextSequence, payType: 'cash', lineItems: [{ itemId: station.items[0]!.id, pieces: 1 }] }
  const { value } = await execute(db, take, actor, testFacts, now, { body: Sale.parse(body) })
  expect(value).toMatchObject({ status: 'success', totalCents: station.items[0]!.priceCents })
})
