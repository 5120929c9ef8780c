import { authorisations, type BeyondHold, type GrayReason } from '@forecourt/contract'
import { z } from 'zod'
import { byCompany } from '../../platform/execution/batch-rule.ts'
import type { Ctx } from '../../platform/execution/command.ts'
import { assert, refuse } from '../../platform/execution/refusal.ts'
import { task } from '../../platform/jobs/task.ts'
import { getOf } from '../../platform/search/list.ts'
import { issuedForUpdate } from './card.ts'
import { companyOfCard, lockCards } from './shared-money.ts'
import { endHold, isLive, type Held } from './hold.ts'

/** A hold that has not ended, locked together with its card. @throws notFound, hold.ended */
export async function holdForUpdate(ctx: Ctx, id: number): Promise<Held> {
  const { userCardId } = await getOf(ctx.tx, authorisations, id, [], ctx.scope)
  await lockCards(ctx, await companyOfCard(ctx, userCardId), [userCardId])
  await issuedForUpdate(ctx, userCardId)
  const held = await lockHold(ctx, id)
  if (!isLive(held)) refuse('hold.ended')
  return held
}

const lockHold = ({ tx, scope }: Ctx, id: number) =>
  tx
    .selectFrom('cardAuthorisation')
    .where('companyId', 'in', [...scope.companyIds])
    .where('id', '=', id)
    .selectAll()
    .forUpdate()
    .executeTakeFirstOrThrow() as Promise<Held>

/** A hold whose end nobody has told. It holds what it held: only the record of the pump, or staff, ends it. @source decisions CD19 */
export async function turnGray(ctx: Ctx, held: Held, reason: GrayReason): Promise<void> {
  if (held.status !== 'open') return
  const { id, companyId, stationId, userCardId, cardNumber: number, approvedCents } = held
  await ctx.tx
    .updateTable('cardAuthorisation')
    .set({ status: 'gray', grayAt: ctx.now, grayReason: reason })
    .where('companyId', '=', companyId)
    .where('id', '=', id)
    .execute()
  ctx.audit('card.holdGray', `authorisations:${id}`, { number, approvedCents, reason }, companyId)
  ctx.emit('card.holdGray', { authorisationId: id, userCardId, number, approvedCents, reason }, { companyId, stationId })
}

/** It may have ended, or turned gray, in the meantime. */
export const grayTask = task('card.gray', z.object({ id: z.int() }), async (ctx, { id }) =>
  turnGray(ctx, await lockHold(ctx, id), 'timeout'),
)

/** A sale that names a hold, or is paid by a card beside those that do. */
export interface Capturing {
  readonly ctx: Ctx
  readonly companyId: number
  readonly userCardId: number
  readonly authorisationId?: number | undefined
  readonly orderId: number
  readonly paidCents: number
}
/** What was held for a sale, and whether more was delivered. */
export interface Captured {
  readonly held: Held
  readonly beyond: BeyondHold | undefined
}

/**
 * Ends the holds that sales name, so that their payments find the money. All cards of the batch are locked before, in the order in which
 * their payments lock them. A hold that had ended gives nothing: the fuel is delivered, and paid like any other.
 * @source decisions CD18, CD20
 */
export async function captureHolds(sales: readonly Capturing[]): Promise<Map<Capturing, Captured>> {
  const captured = new Map<Capturing, Captured>()
  for (const [companyId, its] of byCompany(sales, one => one.companyId)) {
    const naming = its.filter(({ authorisationId }) => authorisationId !== undefined)
    if (naming.length === 0) continue
    const { tx } = its[0]!.ctx
    await lockCards(its[0]!.ctx, companyId, [...new Set(its.map(({ userCardId }) => userCardId))])
    const holds = tx.selectFrom('cardAuthorisation').selectAll().where('companyId', '=', companyId)
    const ids = [...new Set(naming.map(({ authorisationId }) => authorisationId!))]
    const rows = (await holds.where('id', 'in', ids).orderBy('id').forUpdate().execute()) as Held[]
    const found = new Map(rows.map(held => [held.id, held]))
    for (const sale of naming) {
      const held = found.get(sale.authorisationId!)
      assert(held?.userCardId === sale.userCardId, 'a sale names a hold of its own card')
      captured.set(sale, { held, beyond: await capture(sale, held) })
      found.set(held.id, { ...held, status: isLive(held) ? 'captured' : held.status })
    }
  }
  return captured
}

async function capture({ ctx, orderId, paidCents }: Capturing, held: Held): Promise<BeyondHold | undefined> {
  if (!isLive(held)) return held.status === 'captured' ? 'twice' : 'after'
  await endHold(ctx, held, { status: 'captured', orderId, capturedCents: paidCents })
  return paidCents > held.approvedCents ? 'above' : undefined
}

/** The hold that a sale names, wherever in the company it was asked for. */
export const heldFor = ({ tx }: Ctx, companyId: number, id: number): Promise<{ userCardId: number } | undefined> =>
  tx.selectFrom('cardAuthorisation').where('companyId', '=', companyId).where('id', '=', id).select('userCardId').executeTakeFirst()

/** The account that has a chip. @throws notFound */
export async function cardOfChip({ tx }: Ctx, companyId: number, uuid: string): Promise<number> {
  const card = tx.selectFrom('userCard').where('companyId', '=', companyId).where('physicalNumber', '=', uuid).select('id')
  return (await card.executeTakeFirst())?.id ?? refuse('notFound', { field: 'uuid' })
}
