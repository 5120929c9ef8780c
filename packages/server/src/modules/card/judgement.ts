import { cardJudgements, cardLimits, userCards } from '@forecourt/contract'
import { handle } from '../../platform/execution/command.ts'
import { insertRows } from '../../platform/postgres/insert-rows.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { getOf, listOf } from '../../platform/search/list.ts'
import type { Fill, Found } from './facts.ts'
import type { Judgement } from './judge.ts'
import type { Payer } from './sale.ts'

/** A payment as it was judged. */
export interface Judged {
  readonly card: Found
  readonly fill: Fill
  readonly judgement: Judgement
}

const keptMs = 90 * 24 * 60 * 60_000

/** What is kept of a judgement; of sales from long ago that are brought in now, nothing. What is not limited is left out. */
export function keptOf({ fill, judgement: { lines, deciding, alerts } }: Judged, now: Date) {
  if (fill.at.getTime() < now.getTime() - keptMs) return undefined
  const refused = fill.delivered ? undefined : deciding
  const outcome = refused ? 'refused' : alerts.length > 0 ? 'alerted' : 'paid'
  const code = (refused ?? alerts[0])?.code ?? null
  return { outcome, code, plate: fill.plate, lines: lines.filter(({ verdict }) => verdict !== 'free'), at: fill.at }
}

/** Keeps why cards were refused: of those of these payers that were. */
export async function noteRefused(payers: readonly Payer[], { refused }: { readonly refused: ReadonlyMap<Payer, Judged> }): Promise<void> {
  const rows = payers.flatMap(payer => {
    const judged = refused.get(payer)
    const kept = judged && keptOf(judged, payer.ctx.now)
    if (!kept) return []
    const { card, fill } = judged
    const { outcome, code, plate, lines } = kept
    const { stationId, orderId = null, companyId = payer.ctx.actor.companyId } = payer.sale
    return [
      {
        companyId,
        userCardId: card.id,
        stationId,
        orderId,
        outcome,
        code,
        amountCents: fill.cents ?? 0,
        volumeCl: fill.volumeCl,
        plate,
        lines: lines as never,
        createdDate: fill.at.toISOString(),
      },
    ]
  })
  if (rows.length > 0) await insertRows(payers[0]!.ctx.tx, 'cardJudgement', rows)
}

/** What is broken of the limits of a card without refusing is told to those who watch. */
export function reportAlerts({ ctx, sale }: Payer, { card: { id, number }, fill, judgement: { alerts } }: Judged): void {
  if (alerts.length === 0) return
  const { stationId, orderId = null, companyId = ctx.actor.companyId } = sale
  const codes = [...new Set(alerts.map(({ code }) => code!))]
  ctx.audit('card.limitAlert', `userCards:${id}`, { number, codes, amountCents: fill.cents, orderId, delivered: fill.delivered }, companyId)
  ctx.emit('card.limitBroken', { userCardId: id, number, codes, orderId }, { companyId, stationId })
}

/** How the payments of a card were judged. @throws notFound */
const judgements = handle(cardLimits.judgements, async (ctx, { id, query }) => {
  await getOf(ctx.tx, userCards, id, [], ctx.scope)
  return listOf(ctx.tx, cardJudgements, { ...query, search: `userCard.id:${id}` }, ctx.scope)
})

/** After 90 days nobody asks why a payment was refused. @source decisions CD22 */
export const forgetJudgements = (tx: Tx, now: Date) =>
  tx
    .deleteFrom('cardJudgement')
    .where('createdDate', '<', new Date(now.getTime() - keptMs).toISOString())
    .execute()

export const judgementHandlers = [judgements]
