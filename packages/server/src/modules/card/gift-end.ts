import { z } from 'zod'
import { sql } from 'kysely'
import type { Ctx } from '../../platform/execution/command.ts'
import { task } from '../../platform/jobs/task.ts'
import { book, giftExpenseAccount, purseOf } from '../ledger/index.ts'
import { cardsForUpdate, netOf, type LockedCard } from './card.ts'
import { take } from './gift-lots.ts'
import { recordMovement } from './movement.ts'

/** So many lots are ended in one transaction. */
const portion = 200

interface Ended {
  readonly id: number
  readonly userCardId: number
  readonly leftCents: number
  /** What of it has ended before: what is given back to a lot that has ended ends as well. */
  readonly before: number
}

/** 过期扣减: what is left of gifts that have ended goes back to where gifts come from, each once. @source decisions ME7, ME19 */
export const giftEndTask = task('card.giftEnd', z.object({ endsAt: z.string() }), async (ctx, payload) => {
  const { companyId } = ctx.actor
  const { rows: due } = await sql<{ userCardId: number }>`
    select distinct user_card_id from gift_lot where company_id = ${companyId} and left_cents > 0 and ends_at <= ${ctx.now}
    order by user_card_id limit ${portion}`.execute(ctx.tx)
  const locked = await cardsForUpdate(
    ctx,
    due.map(({ userCardId }) => userCardId),
  )
  for (const card of locked.values()) await endLots(ctx, card)
  if (due.length === portion) ctx.job('card.giftEnd', payload, { key: `giftEnd:${payload.endsAt}` })
})

async function endLots(ctx: Ctx, locked: LockedCard): Promise<void> {
  const { card } = locked
  const { rows: lots } = await sql<Ended>`
    select lot.id, user_card_id, left_cents, (
      select coalesce(sum(used.cents), 0) from gift_lot_use used join ledger_entry entry
        on entry.company_id = ${card.companyId} and entry.id = used.entry_id and entry.kind = 'card.giftEnd'
      where used.company_id = ${card.companyId} and used.lot_id = lot.id)::bigint as before
    from gift_lot lot
    where company_id = ${card.companyId} and user_card_id = ${card.id} and left_cents > 0 and ends_at <= ${ctx.now}
    order by ends_at, lot.id`.execute(ctx.tx)
  let balanceAfterCents = netOf(locked)
  for (const { id, leftCents, before } of lots) {
    balanceAfterCents -= leftCents
    const entry = await book(ctx, {
      kind: 'card.giftEnd',
      ref: `giftEnd:${id}:${before}`,
      companyId: card.companyId,
      moves: [{ source: purseOf('gift', card.id), target: giftExpenseAccount(card.companyId), amountCents: leftCents }],
    })
    await take(ctx, card.companyId, [{ lot: id, cents: leftCents, entry: entry.id }])
    await recordMovement(ctx, card, entry, {
      type: 'deduction',
      principalCents: 0,
      giftCents: -leftCents,
      debtCents: 0,
      balanceAfterCents,
      stationId: null,
    })
    ctx.audit('card.giftEnd', `userCards:${card.id}`, { number: card.number, amountCents: leftCents }, card.companyId)
    ctx.emit('card.giftEnded', { userCardId: card.id, number: card.number, amountCents: leftCents }, { companyId: card.companyId })
  }
}
