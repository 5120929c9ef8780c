import { dryRuns, uptakeStep, type DryRunOrder, type DryRunResult } from '@forecourt/contract'
import { sql } from 'kysely'
import { handle, type Ctx, type Handler } from '../../platform/execution/command.ts'
import { refuse } from '../../platform/execution/refusal.ts'
import { scoped } from '../../platform/postgres/name-companies.ts'
import { getOf } from '../../platform/search/list.ts'

interface Kept {
  readonly result: DryRunResult | null
  readonly rivals: readonly Pick<NonNullable<DryRunOrder['clash']>, 'kind' | 'name' | 'sourceId'>[]
}

/** @throws notFound, dryRun.notDone */
async function keptOf(ctx: Ctx, id: number): Promise<Kept & { result: DryRunResult }> {
  await getOf(ctx.tx, dryRuns, id, [], ctx.scope)
  const kept = await ctx.tx.selectFrom('dryRun').where('id', '=', id).select(['result', 'rivals']).executeTakeFirstOrThrow()
  const { result, rivals } = kept as Kept
  return result ? { result, rivals } : refuse('dryRun.notDone')
}

/** @throws notFound, dryRun.notDone */
const result = handle(dryRuns.result, async (ctx, { id }) => (await keptOf(ctx, id)).result)

type Row = Omit<DryRunOrder, 'clash' | 'createdDate'> & {
  readonly createdDate: string
  readonly rival: number
  readonly rivalCents: number
}

/** @throws notFound, dryRun.notDone */
const sales = handle(dryRuns.sales, async (ctx, { id, query }) => {
  const { uptake, day = null, clashKind, clashId, page, size } = query
  const { rivals } = await keptOf(ctx, id)
  const place = clashId === undefined ? null : rivals.findIndex(({ kind, sourceId }) => kind === clashKind && sourceId === clashId) + 1
  const level = uptake / uptakeStep
  const found = sql`
    from ${scoped(ctx.tx, 'dry_run_day')} kept
    cross join lateral unnest(order_ids, buckets, last_levels, gives_cents, cost_cents, rivals, rival_cents) with ordinality
      as one (order_id, bucket, last_level, gives_cents, cost_cents, rival, rival_cents, turn)
    where kept.dry_run_id = ${id} and (${day}::date is null or kept.day = ${day}::date)
      and one.bucket < ${level}::int and one.last_level >= ${level}::int
      and (case when ${place}::int is null then one.gives_cents > 0 else one.rival <> 0 and abs(one.rival) = ${place}::int end)`
  const { rows: counted } = await sql<{ count: number }>`select count(*)::int as count ${found}`.execute(ctx.tx)
  const { rows } = await sql<Row>`
    select one.order_id, sale.order_no, sale.station_id, place.name as station_name, sale.created_date, sale.total_cents,
      one.gives_cents, one.cost_cents, one.rival, one.rival_cents
    from (select one.*, kept.company_id, kept.day ${found} order by kept.day, one.turn limit ${size} offset ${page * size}) as one
    join ${scoped(ctx.tx, 'sale_order')} sale on sale.company_id = one.company_id and sale.id = one.order_id
    join ${scoped(ctx.tx, 'station')} place on place.company_id = one.company_id and place.id = sale.station_id
    order by one.day, one.turn`.execute(ctx.tx)
  const content = rows.map(({ rival, rivalCents, createdDate, ...row }): DryRunOrder => {
    const other = rivals[Math.abs(rival) - 1]
    return {
      ...row,
      createdDate: new Date(createdDate).toISOString(),
      clash: other ? { ...other, won: rival > 0, cents: rivalCents } : null,
    }
  })
  return { content, totalElements: counted[0]!.count }
})

export const readHandlers: readonly Handler[] = [result, sales]
