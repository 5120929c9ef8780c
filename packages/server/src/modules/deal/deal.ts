import { allows, dealActs, deals, items, products, stations, tags, type Resource } from '@forecourt/contract'
import { sql } from 'kysely'
import { handle, type Ctx, type Handler } from '../../platform/execution/command.ts'
import { companyOf, createRow, crud, updateRow } from '../../platform/execution/crud.ts'
import { refuse } from '../../platform/execution/refusal.ts'
import { scoped } from '../../platform/postgres/name-companies.ts'
import { getOf } from '../../platform/search/list.ts'
import { inUnits } from '../org/index.ts'
import { givesWrong, termsOf, worstOf, type DealBody, type Terms } from './terms.ts'

/**
 * What it names is the caller's, and it says what its kind gives.
 * @throws notFound, deal.givesIncomplete, deal.endsBeforeStart, deal.unusedBeyondLimit, deal.autoNeedsCount
 */
export async function refuseUnfitDeal(ctx: Ctx, body: DealBody): Promise<void> {
  const wrong = givesWrong(body)
  if (wrong) refuse('deal.givesIncomplete', { field: wrong })
  if (body.startTime >= body.endTime) refuse('deal.endsBeforeStart')
  if (body.perUser > 0 && body.unusedMost > body.perUser) refuse('deal.unusedBeyondLimit')
  if (body.autoIssue && body.maxCount === 0) refuse('deal.autoNeedsCount')
  const named = [
    ...body.products.map(({ productId }) => ['products', products, productId] as const),
    ...body.stations.map(({ stationId }) => ['stations', stations, stationId] as const),
    ...body.items.map(({ itemId }) => ['items', items, itemId] as const),
    ...body.tags.map(({ tagId }) => ['tags', tags, tagId] as const),
  ]
  for (const [field, resource, id] of named)
    await getOf(ctx.tx, resource as unknown as Resource, id, [], ctx.scope, { named: true }).catch((thrown: { code?: string }) =>
      thrown.code === 'notFound' ? refuse('notFound', { field }) : Promise.reject(thrown),
    )
}

/** What a piece of its goods costs now. @throws notFound, deal.budgetNeedsCap */
async function pieceOf(ctx: Ctx, body: DealBody): Promise<number | null> {
  const item = body.itemId === null ? null : await getOf(ctx.tx, items, body.itemId, [], ctx.scope, { named: true })
  const pieceCents = item?.priceCents ?? null
  if (body.budgetCents !== null && worstOf(body, pieceCents) === null) refuse('deal.budgetNeedsCap')
  return pieceCents
}

async function keepTerms(ctx: Ctx, deal: { id: number; companyId: number; terms: number }, document: Terms): Promise<void> {
  const { id: dealId, companyId, terms } = deal
  const by = { createdById: ctx.actor.id || null, createdDate: ctx.now }
  await ctx.tx
    .insertInto('dealTerms')
    .values({ companyId, dealId, terms, document: JSON.stringify(document), ...by })
    .execute()
}

/** Adds a coupon. @throws as refuseUnfitDeal, and deal.nameTaken, deal.budgetNeedsCap */
export async function addDeal(ctx: Ctx, body: DealBody): Promise<number> {
  await refuseUnfitDeal(ctx, body)
  const pieceCents = await pieceOf(ctx, body)
  const id = await createRow(ctx, deals, body)
  if (pieceCents !== null) await ctx.tx.updateTable('deal').set({ pieceCents }).where('id', '=', id).execute()
  await keepTerms(ctx, { id, companyId: companyOf(ctx), terms: 1 }, termsOf(body))
  return id
}

/** @throws as addDeal */
const create = handle(deals.create, async (ctx, { body }) => getOf(ctx.tx, deals, await addDeal(ctx, body), [], ctx.scope))

/**
 * Changes it for those that are issued from now on: what was issued keeps the terms that it was issued with.
 * @throws as addDeal, and notFound, stale, deal.kindFixed, deal.plannedBelowIssued, deal.budgetBelowCommitted
 */
const update = handle(deals.update, async (ctx, { id, body }) => {
  const before = await getOf(ctx.tx, deals, id, [], ctx.scope)
  if (body.kind !== before.kind) refuse('deal.kindFixed')
  await refuseUnfitDeal(ctx, body)
  const pieceCents = await pieceOf(ctx, body)
  const deal = await ctx.tx
    .selectFrom('deal')
    .where('id', '=', id)
    .select(['id', 'companyId', 'claimCount', 'committedCents', 'terms'])
    .forUpdate()
    .executeTakeFirstOrThrow()
  if (body.maxCount > 0 && body.maxCount < deal.claimCount) refuse('deal.plannedBelowIssued', { issued: deal.claimCount })
  if (body.budgetCents !== null && body.budgetCents < deal.committedCents)
    refuse('deal.budgetBelowCommitted', { committed: inUnits(deal.committedCents) })
  const document = termsOf(body)
  const { rows } = await sql<{ same: boolean }>`
    select document = ${JSON.stringify(document)}::jsonb as same from ${scoped(ctx.tx, 'deal_terms')} kept
    where kept.deal_id = ${id} and kept.terms = ${deal.terms}`.execute(ctx.tx)
  const terms = rows[0]?.same ? deal.terms : deal.terms + 1
  if (terms > deal.terms) await keepTerms(ctx, { ...deal, terms }, document)
  await ctx.tx.updateTable('deal').set({ terms, pieceCents }).where('id', '=', id).execute()
  await updateRow(ctx, deals, id, body)
  return getOf(ctx.tx, deals, id, [], ctx.scope)
})

async function setDisabled(ctx: Ctx, id: number, disabled: boolean): Promise<void> {
  await ctx.tx
    .updateTable('deal')
    .set(of => ({ disabled, version: of('version', '+', 1) }))
    .where('id', '=', id)
    .execute()
}

/** @throws notFound, deal.notDisabled */
const enable = handle(deals.enable, async (ctx, { id }) => {
  const { timing, name, companyId } = await getOf(ctx.tx, deals, id, [], ctx.scope)
  if (!allows(dealActs.enable, timing)) refuse('deal.notDisabled', { name })
  await setDisabled(ctx, id, false)
  ctx.audit('deals.enable', `deals:${id}`, { name }, companyId)
  return getOf(ctx.tx, deals, id, [], ctx.scope)
})

/** @throws notFound, coupon.disabled, deal.ended */
const disable = handle(deals.disable, async (ctx, { id }) => {
  const { timing, name, companyId } = await getOf(ctx.tx, deals, id, [], ctx.scope)
  if (timing === 'disabled') refuse('coupon.disabled', { name })
  if (!allows(dealActs.disable, timing)) refuse('deal.ended', { name })
  await setDisabled(ctx, id, true)
  ctx.audit('deals.disable', `deals:${id}`, { name }, companyId)
  return getOf(ctx.tx, deals, id, [], ctx.scope)
})

export const dealHandlers: readonly Handler[] = [...crud(deals, ['list', 'get', 'delete', 'totals']), create, update, enable, disable]
