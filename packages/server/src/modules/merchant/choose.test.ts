import type { BillType } from '@forecourt/contract'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { allToFirst, chooseAccount, type AccountShares, type Candidate, type TakenToday } from './choose.ts'

const of = (authTokenId: number, over: Partial<Candidate> = {}): Candidate => ({
  authTokenId,
  billType: 0,
  priority: 1,
  ratio: 100,
  disabled: false,
  ...over,
})
const took = (authTokenId: number, cents: number, billType: BillType = 0): TakenToday => ({ authTokenId, billType, cents })
const half: AccountShares = [50, 50, 0]
const second = { billType: 1 } as const

// @req PAY-011 PAY-009 PAY-004 PAY-007
test.each<[string, readonly Candidate[], AccountShares, readonly TakenToday[], number | undefined]>([
  ['nothing is assigned', [], half, [], undefined],
  ['the only one is disabled', [of(1, { disabled: true })], half, [], undefined],
  ['one that is disabled is passed over', [of(1, { disabled: true }), of(2, { priority: 9 })], half, [], 2],
  ['a lower number comes first, whatever it has taken', [of(1, { priority: 2 }), of(2)], half, [took(2, 9_000_00)], 2],
  ['account 1 before account 2 where neither has taken anything', [of(2, second), of(1)], half, [], 1],
  ['account 2 is behind its half', [of(1), of(2, second)], half, [took(1, 100_00)], 2],
  ['account 1 is behind its half', [of(1), of(2, second)], half, [took(1, 100_00), took(2, 300_00, 1)], 1],
  ['the account ratio goes before the priority', [of(1), of(2, { ...second, priority: 9 })], half, [took(1, 100_00)], 2],
  ['all goes to account 1 where nothing else is said', [of(1, { priority: 9 }), of(2, second)], allToFirst, [], 1],
  ['an account without a share takes nothing', [of(2, second)], allToFirst, [], undefined],
  ['account 2 takes it where account 1 has none', [of(2, second)], half, [took(2, 900_00, 1)], 2],
  ['account 3 has its share', [of(1), of(2, second), of(3, { billType: 2 })], [30, 30, 40], [], 3],
  ['what an account took that is no longer assigned counts for its account', [of(1), of(2, second)], half, [took(77, 500_00)], 2],
  ['the larger share begins the day', [of(1, { ratio: 40 }), of(2, { ratio: 60 })], half, [], 2],
  ['the one furthest below its share', [of(1, { ratio: 40 }), of(2, { ratio: 60 })], half, [took(2, 100_00)], 1],
  ['after which the other one', [of(1, { ratio: 40 }), of(2, { ratio: 60 })], half, [took(2, 100_00), took(1, 100_00)], 2],
  ['of two alike the first that was added', [of(2, { ratio: 50 }), of(1, { ratio: 50 })], half, [], 1],
  [
    'money of an account of lower priority does not count',
    [of(1, { ratio: 50 }), of(2, { ratio: 50 }), of(3, { priority: 2 })],
    half,
    [took(3, 900_00), took(1, 1_00)],
    2,
  ],
])('%s', (_, candidates, shares, taken, chosen) => {
  expect(chooseAccount(candidates, shares, taken, 100_00)?.authTokenId).toBe(chosen)
})

const candidate = fc.record({
  billType: fc.constantFrom<BillType>(0, 1, 2),
  priority: fc.integer({ min: 1, max: 3 }),
  ratio: fc.integer({ min: 1, max: 100 }),
  disabled: fc.boolean(),
})
const day = fc.record({
  accounts: fc.array(candidate, { maxLength: 7 }),
  shares: fc.tuple(fc.nat(100), fc.nat(100)).map(([one, other]): AccountShares => {
    const first = Math.min(one, other)
    return [first, Math.max(one, other) - first, 100 - Math.max(one, other)]
  }),
  taken: fc.array(fc.nat(5_000_00), { maxLength: 7 }),
  amountCents: fc.integer({ min: 1, max: 1_000_00 }),
})

/** As one would do it on paper: try each in turn, and see how far below its share it would be. */
function onPaper(all: readonly Candidate[], shares: AccountShares, taken: readonly TakenToday[], amountCents: number): readonly number[] {
  const on = all.filter(each => !each.disabled && shares[each.billType] !== 0)
  const sum = (numbers: readonly number[]) => numbers.reduce((left, right) => left + right, 0)
  const most = <T>(list: readonly T[], shareOf: (one: T) => number, takenOf: (one: T) => number): readonly T[] => {
    const money = sum(list.map(takenOf)) + amountCents
    const all = sum(list.map(shareOf))
    const lack = (one: T) => shareOf(one) * money - all * takenOf(one)
    return list.filter(one => list.every(other => lack(one) >= lack(other)))
  }
  const byAccount = (billType: number) => sum(taken.filter(one => one.billType === billType).map(({ cents }) => cents))
  const there = [0, 1, 2].filter(billType => on.some(each => each.billType === billType))
  const accounts = most(there, billType => shares[billType]!, byAccount)
  return accounts.flatMap(billType => {
    const ours = on.filter(each => each.billType === billType)
    const first = ours.filter(each => !ours.some(({ priority }) => priority < each.priority))
    const byOne = ({ authTokenId }: Candidate) => sum(taken.filter(one => one.authTokenId === authTokenId).map(({ cents }) => cents))
    return most(first, ({ ratio }) => ratio, byOne).map(({ authTokenId }) => authTokenId)
  })
}

// @req PAY-011
test('the choice is one that a person would make on paper, the same whatever the order in which accounts stand', () => {
  fc.assert(
    fc.property(day, ({ accounts, shares, taken, amountCents }) => {
      const all = accounts.map((account, at) => ({ authTokenId: at + 1, ...account }))
      const money = taken.flatMap((cents, at) => (all[at] ? [took(at + 1, cents, all[at].billType)] : []))
      const chosen = chooseAccount(all, shares, money, amountCents)
      const fit = onPaper(all, shares, money, amountCents)
      expect(chosen === undefined).toBe(fit.length === 0)
      if (chosen) expect(fit).toContain(chosen.authTokenId)
      expect(chooseAccount(all.toReversed(), shares, money, amountCents)).toEqual(chosen)
    }),
    { numRuns: 1000 },
  )
})

// @req PAY-011 PAY-004
test('over a day each account comes to its share, within one payment', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 99 }),
      fc.array(fc.integer({ min: 1, max: 300_00 }), { minLength: 1, maxLength: 60 }),
      (share, amounts) => {
        const two = [of(1, { ratio: share }), of(2, { ratio: 100 - share })]
        const money = new Map([
          [1, 0],
          [2, 0],
        ])
        for (const amount of amounts) {
          const taken = [...money].map(([id, cents]) => took(id, cents))
          const { authTokenId } = chooseAccount(two, allToFirst, taken, amount)!
          money.set(authTokenId, money.get(authTokenId)! + amount)
        }
        const whole = amounts.reduce((sum, one) => sum + one, 0)
        expect(Math.abs(money.get(1)! - (whole * share) / 100)).toBeLessThanOrEqual(Math.max(...amounts))
      },
    ),
  )
})
