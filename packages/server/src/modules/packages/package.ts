import { allows, debitItemActs, debitItems, products, shelving, type Parsed, type Resource, type ShelfStatus } from '@forecourt/contract'
import { handle, type Ctx } from '../../platform/execution/command.ts'
import { createRow, crud, updateRow } from '../../platform/execution/crud.ts'
import { refuse } from '../../platform/execution/refusal.ts'
import { everyModule } from '../../platform/module.ts'
import { getOf } from '../../platform/search/list.ts'

type Body = Parsed<typeof debitItems.create>['body']
const shown = (ctx: Ctx, id: number) => getOf(ctx.tx, debitItems, id, [], ctx.scope)

/**
 * @throws notFound, topUpPackage.giftTwice, topUpPackage.giftEndsTwice, topUpPackage.endsBeforeBegin, coupon.nonMembersOnly,
 *   coupon.startsAfterEnd
 */
async function refuseUnfit(ctx: Ctx, { giftCents, giftPercent, giftDays, giftMonths, startTime, endTime, ...named }: Body): Promise<void> {
  if (giftCents !== null && giftPercent !== null) refuse('topUpPackage.giftTwice')
  if (giftDays !== null && giftMonths !== null) refuse('topUpPackage.giftEndsTwice')
  if (startTime && endTime && Date.parse(endTime) <= Date.parse(startTime)) refuse('topUpPackage.endsBeforeBegin')
  await everyModule()
    .find(each => each.giftCoupons)!
    .giftCoupons!.refuseUnfit(ctx, named.giftCoupons)
  for (const { productId } of named.products)
    await getOf(ctx.tx, products as unknown as Resource, productId, [], ctx.scope, { named: true }).catch((thrown: { code?: string }) =>
      thrown.code === 'notFound' ? refuse('notFound', { field: 'products' }) : Promise.reject(thrown),
    )
}

/** It begins off the shelf. @throws topUpPackage.nameTaken, and as refuseUnfit */
const create = handle(debitItems.create, async (ctx, { body }) => {
  await refuseUnfit(ctx, body)
  return shown(ctx, await createRow(ctx, debitItems, body))
})

/**
 * Counts from the next top-up on; what was bought by it keeps its terms.
 * @throws notFound, stale, topUpPackage.nameTaken, and as refuseUnfit
 */
const update = handle(debitItems.update, async (ctx, { id, body }) => {
  await shown(ctx, id)
  await refuseUnfit(ctx, body)
  await updateRow(ctx, debitItems, id, body)
  return shown(ctx, id)
})

const auditActions = { shelve: 'topUpPackage.shelve', unshelve: 'topUpPackage.unshelve' } as const

/** @throws notFound, topUpPackage.onShelf, topUpPackage.offShelf, topUpPackage.ended */
async function turn(ctx: Ctx, id: number, act: 'shelve' | 'unshelve'): Promise<never> {
  await shown(ctx, id)
  const row = await ctx.tx
    .selectFrom('topUpPackage')
    .where('companyId', 'in', [...ctx.scope.companyIds])
    .where('id', '=', id)
    .selectAll()
    .forUpdate()
    .executeTakeFirstOrThrow()
  const status = row.shelfStatus as ShelfStatus
  if (act === 'shelve' && row.endTime && Date.parse(row.endTime) <= ctx.now.getTime()) refuse('topUpPackage.ended')
  if (!allows(debitItemActs[act], status)) refuse(status === 'onShelf' ? 'topUpPackage.onShelf' : 'topUpPackage.offShelf')
  await ctx.tx
    .updateTable('topUpPackage')
    .set({ shelfStatus: act === 'shelve' ? 'onShelf' : 'offShelf', version: row.version + 1 })
    .where('companyId', '=', row.companyId)
    .where('id', '=', id)
    .execute()
  ctx.audit(auditActions[act], `debitItems:${id}`, { name: row.name }, row.companyId)
  return shown(ctx, id) as never
}

export const packageHandlers = [
  ...crud(debitItems, ['list', 'get', 'delete']),
  create,
  update,
  handle(shelving.shelve, (ctx, { id }) => turn(ctx, id, 'shelve')),
  handle(shelving.unshelve, (ctx, { id }) => turn(ctx, id, 'unshelve')),
]
