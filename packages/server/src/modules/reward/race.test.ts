import { redemptions, rewards } from '@forecourt/contract'
import { beforeEach, expect, test } from 'vitest'
import { makeCard } from '../../testing/card.ts'
import { pointsStore } from '../../testing/reward.ts'
import { scaled } from '../../testing/sampling.ts'
import { noon, owned, setClock } from '../../testing/world.ts'

beforeEach(() => setClock(noon))
const settled = async <T>(calls: readonly Promise<T>[]) => {
  const all = await Promise.allSettled(calls)
  const taken = all.flatMap(each => (each.status === 'fulfilled' ? [each.value] : []))
  return { taken, refused: all.flatMap(each => (each.status === 'rejected' ? String((each.reason as Error).message) : [])) }
}

/** As every client does, asked once more where the server has no connection free. */
async function patiently<T>(ask: () => Promise<T>): Promise<T> {
  for (;;)
    try {
      return await ask()
    } catch (error) {
      if (!String((error as Error).message).includes('server.busy')) throw error
    }
}

// @req PTS-005
test('of a stock of ten, two hundred redemptions at once get exactly ten; the others are told why and keep their points', async () => {
  const it = await pointsStore()
  const accounts = [it.account.points]
  for (let made = 0; made < 7; made++) {
    const { userId } = await makeCard(it)
    const { points } = await it.joined(userId!)
    await it.give(1_000, points)
    accounts.push(points)
  }
  const { id } = await it.reward({ points: 1, stock: 10 })
  const asked = Array.from({ length: 200 }, (_, turn) => patiently(() => it.redeem(id, { userCardId: accounts[turn % accounts.length]! })))
  const { taken, refused } = await settled(asked)
  expect(taken).toHaveLength(10)
  expect(refused).toHaveLength(190)
  expect(refused.filter(words => !words.includes('reward.soldOut'))).toEqual([])
  expect(await it.keeper.call(rewards.get, { id })).toMatchObject({ stock: 0, redeemed: 10 })
  const [left] = await owned<{ points: number }>(
    `select sum(balance_cents)::int as points from ledger_account where company_id = $1 and kind = 'points'`,
    [it.company.id],
  )
  expect(left!.points).toBe(8 * 1_000 - 10)
  expect(await it.broken()).toEqual([])
}, 60_000)

// @req PTS-004
test('a thousand redemptions and cancellations of one account at once leave it as it was, its lots and the stock too', async () => {
  const it = await pointsStore()
  const { id } = await it.reward({ points: 3, stock: 400 })
  const before = await it.holds()
  const turn = async () => {
    const made = await patiently(() => it.redeem(id))
    // Asked twice at once, one of them is refused.
    const both = await settled([1, 2].map(() => patiently(() => it.cancel(made.id))))
    expect(both.taken).toHaveLength(1)
    expect(both.refused[0]).toContain('redemption.cancelled')
  }
  // Each turn is three calls: a thousand of them where everything is tried.
  for (let round = 0; round < scaled(2, 17); round++) await Promise.all(Array.from({ length: 20 }, turn))
  expect(await it.holds()).toEqual(before)
  expect(await it.keeper.call(rewards.get, { id })).toMatchObject({ stock: 400, redeemed: 0 })
  const [sum] = await owned<{ points: number }>('select sum(points)::int as points from points_detail where user_card_id = $1', [
    it.account.points,
  ])
  expect(sum!.points).toBe(1_000)
  expect(await it.broken()).toEqual([])
}, 60_000)

test('what is handed out and cancelled at the same moment is one of them', async () => {
  const it = await pointsStore()
  const { id } = await it.reward()
  const made = await it.redeem(id)
  const both = await settled([it.hand.call(redemptions.receive, { id: made.id }), it.cancel(made.id)])
  expect(both.taken).toHaveLength(1)
  expect(both.refused[0]).toMatch(/redemption\.(received|cancelled)/)
  expect(await it.broken()).toEqual([])
})
