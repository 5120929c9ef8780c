import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { makeCard } from '../../testing/card.ts'
import { shop } from '../../testing/order.ts'
import { owned } from '../../testing/world.ts'
import { cardsAsked } from './pay.ts'

/** Accounts beside those of the card that pays. */
const others = 20_000

test('what a payment reads of the books does not grow with the accounts of its company', async () => {
  const it = await shop()
  const cards = [await makeCard(it, { principalCents: 100_00 }), await makeCard(it, { principalCents: 100_00 })]
  await owned(
    `insert into ledger_account (company_id, id, kind, owner_id, balance_cents)
     select $1, next_id(), 'principal', next_id(), 0 from generate_series(1, $2)`,
    [it.company.id, others],
  )
  await owned('analyze ledger_account')
  const read = await it.within(async ctx => {
    const tuples = async () => {
      const { rows } = await sql<{ read: number }>`
        select (seq_tup_read + idx_tup_fetch)::int as read from pg_stat_xact_user_tables where relname = 'ledger_account'`.execute(ctx.tx)
      return rows[0]!.read
    }
    const ask = () =>
      cardsAsked(cards.map(({ id }) => ({ ctx, sale: { userCardId: id, stationId: it.station.id, companyId: it.company.id } })))
    // The plan that is kept for all cards is made with the first calls.
    for (let turn = 0; turn < 7; turn++) expect((await ask()).size).toBe(2)
    const before = await tuples()
    await ask()
    return (await tuples()) - before
  })
  expect(read).toBeLessThan(100)
})
