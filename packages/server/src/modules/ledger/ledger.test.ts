import fc from 'fast-check'
import { seed } from '../../testing/sampling.ts'
import { expect, test } from 'vitest'
import { invariantsOf } from '../../testing/invariants.ts'
import { db, owned, ownerUrl, pool, unique, world } from '../../testing/world.ts'
import type { Ctx } from '../../platform/execution/command.ts'
import { openDatabase, openPool } from '../../platform/postgres/database.ts'
import {
  balanceOf,
  balancesAt,
  book,
  rollUpClearingAccounts,
  openPurses,
  purseOf,
  reverse,
  salesAccount,
  tenderAccount,
  type Account,
  type Move,
} from './index.ts'

type World = Awaited<ReturnType<typeof world>>

/** Two sets of purses, and what a station takes and sells. */
async function accountsOf({ within, company, station }: World) {
  const [a, b] = [1_000_000 + unique(), 1_000_000 + unique()]
  await within(async ctx => {
    await openPurses(ctx, company.id, [a, b])
  })
  return [
    tenderAccount(station.id, 'cash'),
    salesAccount(station.id),
    purseOf('principal', a),
    purseOf('gift', a),
    purseOf('lock', a),
    purseOf('debt', a),
    purseOf('principal', b),
    purseOf('debt', b),
  ] as const
}

const step = fc.record({
  moves: fc.array(
    fc
      .record({ source: fc.nat(7), target: fc.nat(7), amountCents: fc.integer({ min: 1, max: 500 }) })
      .filter(({ source, target }) => source !== target),
    { minLength: 1, maxLength: 4 },
  ),
  /** The same fact is sent again, undone, or its transaction dies before it is kept. */
  then: fc.constantFrom('nothing', 'again', 'crash', 'reverse', 'rollUp' as const),
})

/** The model: a plain map that refuses what the book must refuse. */
function after(held: ReadonlyMap<Account, number>, moves: readonly Move[]): Map<Account, number> | undefined {
  const next = new Map(held)
  for (const { source, target, amountCents } of moves) {
    next.set(source, (next.get(source) ?? 0) - amountCents)
    next.set(target, (next.get(target) ?? 0) + amountCents)
  }
  const allowed = (account: Account, cents: number) =>
    /^(principal|gift|lock):/.test(account) ? cents >= 0 : account.startsWith('debt:') ? cents <= 0 : true
  return [...next].every(([account, cents]) => allowed(account, cents)) ? next : undefined
}
const mirrored = (moves: readonly Move[]) =>
  moves.map(({ source, target, amountCents }) => ({ source: target, target: source, amountCents }))

let facts = 0
type Outcome = 'kept' | 'refused' | 'died'
/** What came of telling the book something. */
const tell = ({ within }: World, run: (ctx: Ctx) => Promise<unknown>): Promise<Outcome> =>
  within(run).then(
    () => 'kept',
    (thrown: { constraint?: string; message: string }) => {
      if (thrown.message === 'power cut') return 'died'
      if (thrown.constraint?.startsWith('ledger.')) return 'refused'
      throw thrown
    },
  )

/** One fact and what then happens to it: what came of it, what should have, and what the plain map holds after it. */
async function live(riverside: World, held: Map<Account, number>, moves: Move[], then: string) {
  const ref = `fact:${++facts}`
  const booking = (ctx: Ctx) => book(ctx, { kind: 'test', ref, moves })
  const undoing = (ctx: Ctx) => reverse(ctx, { kind: 'test.undone', ref })
  const dying = async (ctx: Ctx) => {
    await booking(ctx)
    throw new Error('power cut')
  }
  const next = after(held, moves)
  if (then === 'crash') return { held, came: [await tell(riverside, dying)], wanted: [next ? 'died' : 'refused'] }
  const came = [await tell(riverside, booking)]
  if (then === 'rollUp') await rollUpClearingAccounts(db, [riverside.company.id])
  if (!next) return { held, came, wanted: ['refused'] }
  if (then === 'again') return { held: next, came: [...came, await tell(riverside, booking)], wanted: ['kept', 'refused'] }
  if (then !== 'reverse') return { held: next, came, wanted: ['kept'] }
  const undone = after(next, mirrored(moves))
  came.push(await tell(riverside, undoing), await tell(riverside, undoing))
  return { held: undone ?? next, came, wanted: ['kept', undone ? 'kept' : 'refused', 'refused'] }
}

test('whatever is booked, sent again, undone or lost on the way, the book agrees with a plain map', { timeout: 300_000 }, async () => {
  const riverside = await world()
  const { within, company } = riverside
  const ever = '9999-12-31T00:00:00Z'
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 20, size: 'max' }), async steps => {
      const accounts = await accountsOf(riverside)
      let held = new Map<Account, number>(await within(ctx => balancesAt(ctx, company.id, accounts, ever)))
      for (const { moves, then } of steps) {
        const named = moves.map(({ source, target, amountCents }) => ({
          source: accounts[source]!,
          target: accounts[target]!,
          amountCents,
        }))
        const lived = await live(riverside, held, named, then)
        expect(lived.came).toEqual(lived.wanted)
        held = lived.held
      }
      for (const [account, cents] of held) expect(await within(ctx => balanceOf(ctx, company.id, account))).toBe(cents)
      expect(await within(ctx => balancesAt(ctx, company.id, accounts, ever))).toEqual(held)
    }),
    { numRuns: 40, seed, endOnFailure: true },
  )
  const results = await invariantsOf(riverside)
  expect(results.filter(({ invariant, breaches }) => (invariant === 'I1' || invariant === 'I2') && breaches > 0)).toEqual([])
})

test('the balance at any instant is what the book said then', async () => {
  const riverside = await world()
  const { within, company } = riverside
  const [cash, , principal] = await accountsOf(riverside)
  const instants = ['2026-01-31T15:59:59.999Z', '2026-01-31T16:00:00.000Z', '2026-02-28T00:00:00.000Z']
  for (const [turn, at] of instants.entries()) {
    await within(ctx =>
      book(ctx, { kind: 'test', ref: `at:${turn}`, at, moves: [{ source: cash, target: principal, amountCents: 10 ** turn }] }),
    )
  }
  const at = async (instant: string) => (await within(ctx => balancesAt(ctx, company.id, [principal], instant))).get(principal)
  expect(await at('2026-01-31T15:59:59.998Z')).toBe(0)
  expect(await at('2026-01-31T15:59:59.999Z')).toBe(1)
  expect(await at('2026-01-31T16:00:00.000Z')).toBe(11)
  expect(await at('2026-12-31T00:00:00.000Z')).toBe(111)
})

test('an entry of a purse is dated after the one it follows, unless it brings its own date', async () => {
  const riverside = await world()
  const [cash, , principal] = await accountsOf(riverside)
  const put = (ref: string, at?: string) =>
    riverside.within(ctx =>
      book(ctx, { kind: 'test', ref, ...(at && { at }), moves: [{ source: cash, target: principal, amountCents: 1 }] }),
    )
  expect((await put('imported', '2026-05-01T04:01:00.000Z')).at).toBe('2026-05-01T04:01:00.000Z')
  expect((await put('now')).at).toBe('2026-05-01T04:01:00.001Z')
  expect((await put('imported, older', '2026-02-01T00:00:00.000Z')).at).toBe('2026-02-01T00:00:00.000Z')
  expect((await put('now again')).at).toBe('2026-05-01T04:01:00.002Z')
  // What lies further ahead than clocks may be apart was dated by a wrong one, and is not followed.
  expect((await put('ahead', '2026-06-01T00:00:00.000Z')).at).toBe('2026-06-01T00:00:00.000Z')
  expect((await put('and now')).at).toBe('2026-05-01T04:00:00.000Z')
})

test.each([
  ['update ledger_move set amount_cents = 1', 'ledger_move'],
  ['delete from ledger_move', 'ledger_move'],
  ['update ledger_entry set ref = ref', 'ledger_entry'],
  ['delete from ledger_entry', 'ledger_entry'],
  ['truncate ledger_entry cascade', 'ledger_'],
  ['update user_card_detail set amount_cents = 0', 'user_card_detail'],
])('“%s” is refused to the application and to the owner alike', async (statement, table) => {
  const riverside = await world()
  const [cash, sales] = await accountsOf(riverside)
  await riverside.within(ctx => book(ctx, { kind: 'test', ref: 'fact:1', moves: [{ source: cash, target: sales, amountCents: 1 }] }))
  await expect(pool.query(statement)).rejects.toThrow(/permission denied|is final/)
  await expect(owned(statement)).rejects.toThrow(new RegExp(`${table}.*is final`))
})

test('the application cannot make an account, a purse or a balance that the book does not', async () => {
  await expect(pool.query('delete from ledger_account')).rejects.toThrow('permission denied')
  await expect(pool.query("update ledger_account set kind = 'tender'")).rejects.toThrow('permission denied')
  await expect(pool.query('truncate ledger_delta')).rejects.toThrow('permission denied')
  const riverside = await world()
  const [cash] = await accountsOf(riverside)
  await expect(
    riverside.within(ctx => book(ctx, { kind: 'test', ref: 'x', moves: [{ source: cash, target: 'principal:77', amountCents: 1 }] })),
  ).rejects.toThrow('no purse principal:77')
})

test('rolling up changes no balance, no matter how many roll up at the same time', async () => {
  const riverside = await world()
  const { within, company } = riverside
  const [cash, sales] = await accountsOf(riverside)
  await Promise.all(
    Array.from({ length: 40 }, (_, turn) =>
      within(async ctx => {
        await book(ctx, { kind: 'test', ref: `fact:${turn}`, moves: [{ source: cash, target: sales, amountCents: 1 }] })
      }).then(() => (turn % 8 === 0 ? rollUpClearingAccounts(db, [company.id], 5) : 0)),
    ),
  )
  expect(await within(ctx => balanceOf(ctx, company.id, sales))).toBe(40)
  while ((await rollUpClearingAccounts(db, [company.id])) > 0) {
    /* until nothing waits */
  }
  expect(await within(ctx => balanceOf(ctx, company.id, sales))).toBe(40)
  expect(await owned('select 1 from ledger_delta where company_id = $1', [company.id])).toEqual([])
})

test('a busy hour after a quiet one is rolled up in time that grows with it, and not with its square', async () => {
  const it = await world()
  const moves = [{ source: tenderAccount(it.station.id, 'cash'), target: salesAccount(it.station.id), amountCents: 100 }]
  await it.within(ctx => book(ctx, { kind: 'sale', ref: `sale:${unique()}`, moves }))
  const companies = [it.company.id]
  const own = openPool(ownerUrl, { max: 1 })
  const plans: string[] = []
  own.on('connect', client => client.on('notice', ({ message = '' }) => plans.push(message)))
  try {
    const connection = openDatabase(own)
    const all = await owned<{ company: number }>('select company from company_directory')
    while (
      (await rollUpClearingAccounts(
        connection,
        all.map(({ company }) => company),
      )) > 0
    ) {
      /* until nothing waits */
    }
    await owned('vacuum analyze ledger_delta')
    // Plans are made while nothing waits: for a table of no rows and no pages.
    for (let turn = 0; turn < 8; turn++) await rollUpClearingAccounts(connection, companies)
    await owned(
      `insert into ledger_delta (company_id, account_id, amount_cents)
       select company_id, id, sign from ledger_account, generate_series(1, 1000), (values (1), (-1)) as each (sign)
       where company_id = $1 and not is_purse`,
      companies,
    )
    plans.length = 0
    expect(await rollUpClearingAccounts(connection, companies)).toBe(4000)
    const ofDeltas = plans.filter(plan => plan.includes('delete from ledger_delta'))
    expect(ofDeltas).toHaveLength(1)
    expect(ofDeltas[0]).toMatch(/Hash Join|Merge Join/)
    expect(ofDeltas[0]).not.toContain('Nested Loop')
  } finally {
    await own.end()
  }
})
