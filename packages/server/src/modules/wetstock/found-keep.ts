import type { FoundDelivery } from '@forecourt/contract/measure/found-deliveries.ts'
import type { Ctx } from '../../platform/execution/command.ts'

interface Tank {
  readonly companyId: number
  readonly stationId: number
  readonly tankId: number
  readonly productId: number
}
interface Span {
  readonly from: Date
  readonly until: Date
}

/**
 * Keeps what readings show of a time, as they show it now: what is new is open, what was open already has the newer figures, and what
 * nobody has dealt with and the readings no longer show is gone. What was matched or dismissed stays as it is. Doing it again changes
 * nothing.
 */
export async function keepFound(ctx: Ctx, tank: Tank, found: readonly FoundDelivery[], span: Span): Promise<void> {
  const { tx } = ctx
  const kept = await tx
    .selectFrom('foundDelivery')
    .where('tankId', '=', tank.tankId)
    .where('kind', '=', 'rise')
    .where('endTime', '>=', span.from.toISOString())
    .select(['id', 'state', 'beginTime', 'endTime', 'afterVolumeCl', 'soldEstimateCl'])
    .orderBy('beginTime')
    .forUpdate()
    .execute()
  const shown = new Set<number>()
  for (const delivery of found) {
    const same = kept.filter(({ beginTime, endTime }) => time(beginTime) < delivery.endAt && time(endTime) > delivery.beginAt)
    for (const { id } of same) shown.add(id)
    if (same.length === 0) await add(ctx, tank, delivery)
    // Of two that turn out to be one, the first one stays, or the one that somebody dealt with.
    const [first, ...others] = same.toSorted((a, b) => Number(a.state === 'open') - Number(b.state === 'open'))
    if (first?.state === 'open' && !isAlike(first, delivery))
      await tx.updateTable('foundDelivery').set(figuresOf(delivery)).where('id', '=', first.id).execute()
    for (const { id, state } of others) if (state === 'open') shown.delete(id)
  }
  const gone = kept.filter(({ id, state, endTime }) => state === 'open' && !shown.has(id) && time(endTime) <= span.until.getTime())
  for (const { id } of gone) await tx.deleteFrom('foundDelivery').where('id', '=', id).execute()
}

const time = (at: string | Date): number => new Date(at).getTime()

const isAlike = (row: { beginTime: string | Date; afterVolumeCl: number | null; soldEstimateCl: number | null }, of: FoundDelivery) =>
  time(row.beginTime) === of.beginAt && row.afterVolumeCl === of.afterCl && row.soldEstimateCl === of.soldCl

async function add(ctx: Ctx, { companyId, stationId, tankId, productId }: Tank, delivery: FoundDelivery): Promise<void> {
  const row = { companyId, stationId, tankId, productId, kind: 'rise', createdDate: ctx.now, ...figuresOf(delivery) }
  const { id } = await ctx.tx.insertInto('foundDelivery').values(row).returning('id').executeTakeFirstOrThrow()
  ctx.emit('delivery.found', { foundDeliveryId: id, tankId }, { companyId, stationId })
}

const figuresOf = (of: FoundDelivery) => ({
  beginTime: new Date(of.beginAt),
  endTime: new Date(of.endAt),
  beforeAt: new Date(of.beforeAt),
  afterAt: new Date(of.afterAt),
  beforeVolumeCl: of.beforeCl,
  afterVolumeCl: of.afterCl,
  soldEstimateCl: of.soldCl,
  levelUncertaintyCl: of.levelUncertaintyCl,
  uncertaintyCl: of.uncertaintyCl,
})
