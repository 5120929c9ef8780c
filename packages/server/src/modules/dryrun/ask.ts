import {
  allows,
  deals,
  dealTasks,
  discounts,
  dryRunActs,
  dryRunDaysMost,
  dryRuns,
  stations,
  type Parsed,
  type Resource,
} from '@forecourt/contract'
import { handle, type Ctx, type Handler } from '../../platform/execution/command.ts'
import { companyOf, crud } from '../../platform/execution/crud.ts'
import { refuse } from '../../platform/execution/refusal.ts'
import { getOf } from '../../platform/search/list.ts'
import { refuseUnfitDiscount } from '../card/index.ts'
import { refuseUnfitActivity, refuseUnfitDeal } from '../deal/index.ts'

type Body = Parsed<typeof dryRuns.ask>['body']
interface Offer {
  readonly tried: 'deal' | 'dealTask' | 'discount'
  readonly name: string
  readonly document: object
  readonly id: number | null
}

/** The fields of its form. */
const formOf = (resource: { readonly body: { readonly shape: object } }, row: object): Record<string, unknown> =>
  Object.fromEntries(Object.keys(resource.body.shape).map(name => [name, (row as Record<string, unknown>)[name]]))

async function saved(ctx: Ctx, tried: Offer['tried'], field: string, id: number): Promise<Offer> {
  const resource = { deal: deals, dealTask: dealTasks, discount: discounts }[tried] as unknown as Resource & typeof deals
  const row = await getOf(ctx.tx, resource, id, [], ctx.scope).catch((thrown: { code?: string }) =>
    thrown.code === 'notFound' ? refuse('notFound', { field }) : Promise.reject(thrown),
  )
  return { tried, name: row.name, document: formOf(resource, row), id }
}

/** @throws notFound, dryRun.oneOffer, and what stands against saving a form: deal.*, dealTask.*, discount.* */
async function offerOf(ctx: Ctx, { dealId, dealTaskId, discountId, deal, dealTask, discount }: Body): Promise<Offer> {
  const named = [dealId, dealTaskId, discountId, deal, dealTask, discount].filter(each => each !== undefined)
  if (named.length !== 1) refuse('dryRun.oneOffer')
  if (dealId !== undefined) return saved(ctx, 'deal', 'dealId', dealId)
  if (dealTaskId !== undefined) return saved(ctx, 'dealTask', 'dealTaskId', dealTaskId)
  if (discountId !== undefined) return saved(ctx, 'discount', 'discountId', discountId)
  if (deal) {
    await refuseUnfitDeal(ctx, deal)
    return { tried: 'deal', name: deal.name, document: deal, id: null }
  }
  if (dealTask) {
    await refuseUnfitActivity(ctx, dealTask)
    return { tried: 'dealTask', name: dealTask.name, document: dealTask, id: null }
  }
  await refuseUnfitDiscount(ctx, discount!)
  return { tried: 'discount', name: discount!.name, document: discount!, id: null }
}

/** @throws dryRun.endsBeforeStart, dryRun.notOver, dryRun.tooLong, dryRun.realNeedsRecord */
function refusePeriod({ now, actor: { zone } }: Ctx, { fromDay, untilDay }: Body): void {
  const today = Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(zone).toPlainDate()
  if (untilDay < fromDay) refuse('dryRun.endsBeforeStart')
  if (untilDay > today.toString()) refuse('dryRun.notOver')
  if (Temporal.PlainDate.from(fromDay).until(untilDay).days >= dryRunDaysMost) refuse('dryRun.tooLong', { days: dryRunDaysMost })
}

/** Those that were named; of somebody who sees some of the stations only, these. @throws notFound */
async function stationsOf(ctx: Ctx, chosen: Body['stations']): Promise<{ stationId: number }[]> {
  for (const { stationId } of chosen)
    await getOf(ctx.tx, stations, stationId, [], ctx.scope, { named: true }).catch((thrown: { code?: string }) =>
      thrown.code === 'notFound' ? refuse('notFound', { field: 'stations' }) : Promise.reject(thrown),
    )
  if (chosen.length > 0) return chosen
  return (ctx.actor.stationIds ?? []).map(stationId => ({ stationId }))
}

/** @throws as offerOf, refusePeriod and stationsOf, and dryRun.realNeedsRecord, dryRun.underWay */
const ask = handle(dryRuns.ask, async (ctx, { body }) => {
  const { tx, now, actor } = ctx
  const companyId = companyOf(ctx)
  const { fromDay, untilDay, holders } = body
  refusePeriod(ctx, body)
  const { tried, name, document, id: recordId } = await offerOf(ctx, body)
  if (holders === 'real' && recordId === null) refuse('dryRun.realNeedsRecord')
  const chosen = await stationsOf(ctx, body.stations)
  const own = { companyId, tried, name, fromDay, untilDay, holders, userId: actor.id, createdDate: now }
  const record = { dealId: null, dealTaskId: null, discountId: null, [`${tried}Id`]: recordId }
  const { id } = await tx
    .insertInto('dryRun')
    .values({ ...own, ...record, offer: JSON.stringify(document), stations: JSON.stringify(chosen) })
    .returning('id')
    .executeTakeFirstOrThrow()
  ctx.job('dryRun.replay', { id }, { companyId })
  ctx.audit('dryRuns.ask', `dryRuns:${id}`, { name, fromDay, untilDay }, companyId)
  return { id }
})

/** @throws notFound, dryRun.ended */
const cancel = handle(dryRuns.cancel, async (ctx, { id }) => {
  const { status, companyId, name } = await getOf(ctx.tx, dryRuns, id, [], ctx.scope)
  if (!allows(dryRunActs.cancel, status)) refuse('dryRun.ended')
  const { numUpdatedRows } = await ctx.tx
    .updateTable('dryRun')
    .set({ status: 'cancelled', finishedDate: ctx.now })
    .where('id', '=', id)
    .where('status', 'in', ['waiting', 'running'])
    .executeTakeFirstOrThrow()
  if (numUpdatedRows === 0n) refuse('dryRun.ended')
  ctx.audit('dryRuns.cancel', `dryRuns:${id}`, { name }, companyId)
  return { id }
})

export const askHandlers: readonly Handler[] = [...crud(dryRuns, ['list', 'get']), ask, cancel]
