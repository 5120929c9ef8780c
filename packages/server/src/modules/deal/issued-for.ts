import type { UserDealSource } from '@forecourt/contract'
import type { z } from 'zod'
import type { Ctx } from '../../platform/execution/command.ts'
import { couponRefusal } from './against.ts'
import { heldForUpdate, takeBack } from './user-deal.ts'

interface IssuedFor {
  readonly companyId: number
  readonly source: z.output<typeof UserDealSource>
  readonly sourceId: number
  readonly reason: string
}

/**
 * Takes back what was issued for something and is unused; what has expired or was recalled stays as it is. @returns the name of one that
 * was used: then none is taken back. @throws coupon.heldElsewhere
 */
export async function takeBackIssued(ctx: Ctx, { companyId, source, sourceId, reason }: IssuedFor): Promise<string | undefined> {
  const issued = ctx.tx.selectFrom('userDeal').where('companyId', '=', companyId).where('source', '=', source)
  const ids = await issued.where('sourceId', '=', sourceId).select('id').execute()
  if (ids.length === 0) return undefined
  const held = await heldForUpdate(
    ctx,
    ids.map(({ id }) => id),
  )
  const used = held.find(({ status }) => status === 'used')
  if (used) return used.name
  const kept = held.find(({ status }) => status === 'heldElsewhere')
  if (kept) throw couponRefusal(ctx, kept, { reason: 'heldElsewhere' })
  const unused = held.filter(({ status }) => status === 'unused')
  if (unused.length > 0) await takeBack(ctx, unused, reason)
  return undefined
}
