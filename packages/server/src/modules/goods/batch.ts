import { items, type Parsed } from '@forecourt/contract'
import { lockReferences } from '../../platform/execution/crud.ts'
import { handle, type Ctx } from '../../platform/execution/command.ts'
import { refuse } from '../../platform/execution/refusal.ts'
import { refuseGift, sameCoupons, withoutOther } from './gift.ts'
import { refuseTag } from './tag.ts'

type Set = Parsed<typeof items.batch>['body']['set']

/**
 * Sets the same values for several goods of one station: all of them or none.
 * @throws notFound, item.otherStation, category.elsewhere, item.typeDiffers, item.priceOfFuel, item.endNotAfterStart,
 * item.tagByRule, item.giftTwice, item.frozenTwice, item.giftOfFuel, item.giftCardUnfit, coupon.nonMembersOnly, coupon.startsAfterEnd
 * @source requirement GDS-013
 */
export const batch = handle(items.batch, async (ctx, { body: { itemIds, set: said } }) => {
  await lockReferences(ctx, items, said)
  await refuseTag(ctx, said.tagId)
  const rows = await goodsForUpdate(ctx, itemIds)
  const [{ stationId, companyId }] = rows as [(typeof rows)[number]]
  if (rows.some(row => row.stationId !== stationId)) refuse('item.otherStation')
  await refuseGift(
    ctx,
    said,
    rows.some(({ productId }) => productId !== null),
  )
  const set = withoutOther(said)
  const { giftCoupons, ...others } = set
  if (set.priceCents !== undefined && rows.some(({ productId }) => productId !== null)) refuse('item.priceOfFuel')
  if (set.categoryId !== undefined) await checkCategory(ctx, set.categoryId, stationId, rows)

  const changed = rows.flatMap(row => {
    const detail = differences(row, set)
    return Object.keys(detail).length > 0 ? [{ id: row.id, detail }] : []
  })
  if (changed.length > 0)
    await ctx.tx
      .updateTable('item')
      .set(of => ({ ...others, ...(giftCoupons && { giftCoupons: JSON.stringify(giftCoupons) }), version: of('version', '+', 1) }))
      .where(
        'id',
        'in',
        changed.map(({ id }) => id),
      )
      .execute()
  for (const { id, detail } of changed) ctx.audit('items.update', `items:${id}`, detail, companyId)
  return { changed: changed.length }
})

/** @throws notFound */
async function goodsForUpdate({ tx, scope }: Ctx, itemIds: readonly number[]) {
  const wanted = [...new Set(itemIds)]
  const rows = await tx
    .selectFrom('item')
    .where('id', 'in', wanted)
    .where('companyId', 'in', [...scope.companyIds])
    .$if(scope.stationIds !== undefined, of => of.where('stationId', 'in', [...(scope.stationIds ?? []), 0]))
    .selectAll()
    .orderBy('id')
    .forUpdate()
    .execute()
  return rows.length < wanted.length ? refuse('notFound', { field: 'itemIds' }) : rows
}

async function checkCategory({ tx }: Ctx, id: number, stationId: number, rows: readonly { productId: number | null }[]): Promise<void> {
  const category = await tx.selectFrom('category').where('id', '=', id).select(['stationId', 'type']).executeTakeFirstOrThrow()
  if (category.stationId !== stationId) refuse('category.elsewhere')
  if (rows.some(({ productId }) => (productId !== null) !== (category.type === 'fuel'))) refuse('item.typeDiffers')
}

const instants: ReadonlySet<string> = new Set(['startTime', 'endTime'])
const same = (field: string, from: unknown, to: unknown): boolean =>
  field === 'giftCoupons'
    ? sameCoupons(from, to)
    : instants.has(field) && from && to
      ? Date.parse(from as string) === Date.parse(to as string)
      : from === to

function differences(row: Record<string, unknown>, set: Set): Record<string, { from: unknown; to: unknown }> {
  const fields = Object.entries(set).filter(([field, to]) => !same(field, row[field], to))
  return Object.fromEntries(fields.map(([field, to]) => [field, { from: row[field], to }]))
}
