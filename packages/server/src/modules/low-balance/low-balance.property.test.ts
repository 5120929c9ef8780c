import fc from 'fast-check'
import { expect, test } from 'vitest'
import { makeCard, pursesOf } from '../../testing/card.ts'
import { noticeWorld } from '../../testing/low-balance.ts'
import { seed } from '../../testing/sampling.ts'
import type { Refusal } from '../../platform/execution/refusal.ts'

const Act = fc.oneof(
  { weight: 4, arbitrary: fc.record({ act: fc.constant('pay' as const), cents: fc.integer({ min: 1, max: 60 }) }) },
  { weight: 3, arbitrary: fc.record({ act: fc.constant('charge' as const), cents: fc.integer({ min: 1, max: 90 }) }) },
  { weight: 1, arbitrary: fc.record({ act: fc.constant('level' as const), cents: fc.option(fc.integer({ min: 1, max: 80 })) }) },
  { weight: 2, arbitrary: fc.record({ act: fc.constant('tell' as const), cents: fc.constant(0) }) },
)

test('whatever happens to a card, whenever somebody looks: one notice for each fall, with the balance of that moment', async () => {
  const it = await noticeWorld()
  let falls = 0
  await fc.assert(
    fc.asyncProperty(fc.array(Act, { minLength: 15, maxLength: 30 }), async acts => {
      const { id } = await makeCard(it, { principalCents: 50 })
      await it.set(id, 40)
      // On paper: the balance, the level, whether it is low, and what was told.
      const paper = { balance: 50, level: 40 as number | null, low: false, told: [] as number[] }
      for (const { act, cents } of acts) {
        if (act === 'tell') {
          await it.tell()
          continue
        }
        if (act === 'level') {
          await it.set(id, cents)
          paper.level = cents
        } else if (act === 'charge') {
          await it.charge(id, cents)
          paper.balance += cents
        } else {
          const paid = await it.pay(id, cents).catch((thrown: unknown) => thrown)
          if (cents > paper.balance) {
            expect((paid as Refusal).code).toBe('card.insufficientBalance')
            continue
          }
          paper.balance -= cents
        }
        const low = paper.level !== null && paper.balance < paper.level
        if (low && !paper.low) paper.told.push(paper.balance)
        paper.low = low
      }
      await it.tell()
      const { principal, gift } = await pursesOf(id)
      expect(principal + gift).toBe(paper.balance)
      const notices = await it.rows<{ balance: string; outcome: string; messages: number }>(
        `select notice.balance_cents as balance, outcome, count(message.id)::int as messages from low_balance_notice notice
         left join outbox_message message on message.company_id = notice.company_id and message.id = notice.message_id
         where user_card_id = $1 group by fall, notice.balance_cents, outcome order by fall`,
        [id],
      )
      expect(notices.map(({ balance, ...rest }) => ({ ...rest, balance: Number(balance) }))).toEqual(
        paper.told.map(balance => ({ outcome: 'told', messages: 1, balance })),
      )
      expect((await it.level(id)).lowSince !== null).toBe(paper.low)
      falls += paper.told.length
    }),
    { numRuns: 40, seed, endOnFailure: true },
  )
  expect(falls).toBeGreaterThan(20)
})
