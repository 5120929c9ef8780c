import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { makeCard, returnCard } from '../../testing/card.ts'
import { db, world } from '../../testing/world.ts'
import { Refusal } from '../../platform/execution/refusal.ts'
import { setTenantScope } from '../../platform/execution/command.ts'
import { allCompanies } from '../../platform/postgres/name-companies.ts'
import { rollUpClearingAccounts, proofOf } from '../ledger/index.ts'
import { carry, pairForUpdate } from './carry.ts'
import { freeze, payByCard, refundToCard, thaw, topUp } from './index.ts'

type World = Awaited<ReturnType<typeof world>>
let facts = 0

/** One hand at the counter: tops up, pays, gives back, freezes, thaws, moves and returns cards as they come, and minds no refusal. */
async function clerk({ within, station }: World, cards: readonly number[], turns: number): Promise<void> {
  for (let turn = 0; turn < turns; turn++) {
    const userCardId = cards[(turn * 7 + facts) % cards.length]!,
      ref = `fact:${++facts}`,
      amountCents = 1 + ((turn * 131) % 900)
    const from = { stationId: station.id, payType: 'cash' as const }
    await within(async ctx => {
      if (turn % 37 === 30) return returnCard(ctx, userCardId, station.id)
      if (turn % 11 === 7) {
        const [payer, payee] = await pairForUpdate(ctx, userCardId, cards[facts % cards.length]!)
        const principalCents = Math.min(payer.principalCents, amountCents)
        if (payer.card.id !== payee.card.id && principalCents > 0)
          return carry(ctx, { payer, payee, kind: 'card.move', ref: `${ref}:move`, principalCents, giftCents: payer.giftCents, remark: '' })
      }
      if (turn % 4 === 0) return topUp(ctx, { userCardId, amountCents, giftCents: 1 + (turn % 50), from, ref })
      if (turn % 9 === 5) await freeze(ctx, { userCardId, amountCents: 1, ref }).then(() => thaw(ctx, { userCardId, ref }))
      const paid = await payByCard(ctx, { userCardId, amountCents, stationId: station.id, ref: `${ref}:pay`, delivered: turn % 5 === 0 })
      if (turn % 3 === 0 && !(paid instanceof Refusal))
        await refundToCard(ctx, { detailId: paid.detailId, amountCents: 1, ref: `${ref}:back` })
    }).catch((thrown: unknown) => {
      if (!(thrown instanceof Refusal)) throw thrown
    })
  }
}

/** What an auditor reads in one moment: all accounts together, and the cards against the movements reported of them. */
async function snapshot(companyId: number) {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async tx => {
      await setTenantScope(tx, [companyId])
      const {
        rows: [sums],
      } = await sql<{ all: number; held: number; counted: number }>`${sql.raw(allCompanies)} select
      (select sum(balance) from audit.account)::bigint as all,
      (select sum(value + lock_value + debt) from audit.card)::bigint as held,
      (select sum(amt) from audit.card_movement)::bigint as counted`.execute(tx)
      return sums!
    })
}

test('in every moment of a busy day no cent is made or lost, and each card holds the sum of its movements', {
  timeout: 300_000,
}, async () => {
  const riverside = await world()
  const cards: number[] = []
  for (let n = 0; n < 9; n++) cards.push((await makeCard(riverside, { principalCents: 20_00, giftCents: 5_00 })).id)

  const day = new AbortController()
  const seen: Awaited<ReturnType<typeof snapshot>>[] = []
  const auditor = (async () => {
    while (!day.signal.aborted) seen.push(await snapshot(riverside.company.id))
  })()
  const folder = (async () => {
    while (!day.signal.aborted) await rollUpClearingAccounts(db, [riverside.company.id], 7)
  })()
  await Promise.all(Array.from({ length: 4 }, () => clerk(riverside, cards, 40)))
  day.abort()
  await Promise.all([auditor, folder])

  expect(seen.length).toBeGreaterThan(5)
  const [{ closed }] = (await riverside.rows<{ closed: number }>(
    'select count(closed_time)::int as closed from user_card where company_id = $1',
    [riverside.company.id],
  )) as [{ closed: number }]
  expect(closed).toBeGreaterThan(0)
  expect(seen.filter(({ all, held, counted }) => all !== 0 || held !== counted)).toEqual([])
  expect((await riverside.within(ctx => proofOf(ctx.tx))).filter(({ invariant, breaches }) => invariant !== 'I7' && breaches > 0)).toEqual(
    [],
  )
})
