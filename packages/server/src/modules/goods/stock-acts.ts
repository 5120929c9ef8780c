import { allows, goodsDocumentActs, goodsDocuments, type Parsed } from '@forecourt/contract'
import { sql } from 'kysely'
import { handle, type Ctx } from '../../platform/execution/command.ts'
import { refuse } from '../../platform/execution/refusal.ts'
import { scoped } from '../../platform/postgres/name-companies.ts'
import { reverseMoves, standingRevision, type Booked } from '../stock/index.ts'
import { keepCosts, type Cost } from './cost.ts'
import { countedGoods, documentForUpdate, endedBy, keepDocument, linesOf, moveGoods, placeOf, refuseSupplier } from './document.ts'
import { changeShelves } from './shelf.ts'

type Receipt = Omit<Parsed<typeof goodsDocuments.receive>['body'], 'items'> & {
  readonly items: readonly { readonly itemId: number; readonly pieces: number; readonly priceCents?: number | undefined }[]
}

/** @throws notFound, goods.notCounted, goods.supplierNone, goods.supplierEnded, goods.priceNotYours, goodsReceipt.documentTaken */
const receiveCall = handle(goodsDocuments.receive, async (ctx, { body }) => {
  const priced = body.items.some(({ priceCents }) => priceCents !== undefined)
  if (priced && !ctx.actor.permissions.has('goods.cost.write')) refuse('goods.priceNotYours')
  return receive(ctx, body)
})

/** 入库: pieces of a supplier come to the shelf. */
export async function receive(ctx: Ctx, { items, ...head }: Receipt) {
  const { stationId, supplierId, documentNo } = head
  const { companyId, day } = await placeOf(ctx, stationId)
  await refuseSupplier(ctx, supplierId)
  await countedGoods(
    ctx,
    stationId,
    items.map(({ itemId }) => itemId),
  )
  const lines = items.map(({ itemId, pieces }) => ({ stationId, itemId, pieces }))
  const id = await keepDocument(ctx, { ...head, companyId, day, kind: 'receipt' }, lines)
  const moves = items.map(({ itemId, pieces }) => ({
    itemId,
    pieces,
    day,
    from: { place: 'supplier' as const, id: supplierId },
    to: { place: 'shelf' as const, id: stationId },
  }))
  await moveGoods(ctx, { companyId, document: 'goodsReceipt', documentId: id }, lines, moves)
  const costs = items.flatMap(({ itemId, pieces, priceCents }, turn): Cost[] =>
    priceCents === undefined ? [] : [{ line: turn + 1, itemId, stationId, pieces, priceCents, amountCents: pieces * priceCents }],
  )
  await keepCosts(ctx, { id, companyId, day }, costs)
  const pieces = items.reduce((sum, item) => sum + item.pieces, 0)
  ctx.audit('goods.receive', `goodsDocuments:${id}`, { documentNo, supplierId, lines: lines.length, pieces }, companyId)
  return { id, lines: lines.length, pieces }
}

/**
 * 调拨: both shelves change in one act; the pieces bring along what they have cost.
 * @throws notFound, goods.sameStation, goods.notCounted, goods.notThere, goods.stockShort
 */
const move = handle(goodsDocuments.move, async (ctx, { body: { items, ...head } }) => {
  const { stationId, toStationId } = head
  if (stationId === toStationId) refuse('goods.sameStation')
  const { companyId, day } = await placeOf(ctx, stationId)
  await refuseOtherCompany(ctx, companyId, toStationId)
  const goods = await countedGoods(
    ctx,
    stationId,
    items.map(({ itemId }) => itemId),
  )
  const there = await goodsThere(
    ctx,
    toStationId,
    items.map(({ itemId }) => goods.get(itemId)!),
  )
  const pairs = items.map(({ itemId, pieces }) => ({ itemId, pieces, toItemId: there.get(goods.get(itemId)!.code)! }))
  const lines = pairs.map(({ itemId, toItemId, pieces }) => ({ stationId, itemId, toItemId, pieces: -pieces }))
  const id = await keepDocument(ctx, { ...head, companyId, day, kind: 'move' }, lines)
  const way = { day, from: { place: 'shelf', id: stationId }, to: { place: 'shelf', id: toStationId } } as const
  await moveGoods(
    ctx,
    { companyId, document: 'goodsMove', documentId: id },
    [...lines, ...pairs.map(({ toItemId, pieces }) => ({ itemId: toItemId, pieces }))],
    pairs.flatMap(({ itemId, toItemId, pieces }) => [
      { itemId, pieces, ...way },
      { itemId: toItemId, pieces, ...way },
    ]),
  )
  await carryCosts(ctx, { id, companyId, day }, toStationId, pairs)
  const pieces = -items.reduce((sum, item) => sum + item.pieces, 0)
  ctx.audit('goods.move', `goodsDocuments:${id}`, { stationId, toStationId, lines: lines.length, pieces: -pieces }, companyId)
  return { id, lines: lines.length, pieces }
})

async function refuseOtherCompany({ tx }: Ctx, companyId: number, stationId: number): Promise<void> {
  const known = tx.selectFrom('station').where('id', '=', stationId).where('companyId', '=', companyId)
  if (!(await known.select('id').executeTakeFirst())) refuse('notFound', { field: 'toStationId' })
}

/** The same articles at another station, by their codes. */
async function goodsThere({ tx }: Ctx, stationId: number, goods: readonly { name: string; code: string }[]): Promise<Map<string, number>> {
  const rows = await tx
    .selectFrom('item')
    .innerJoin('itemStock as stock', 'stock.itemId', 'item.id')
    .where('item.stationId', '=', stationId)
    .where('stock.counted', '=', true)
    .where(
      'item.code',
      'in',
      goods.map(({ code }) => code),
    )
    .select(['item.id', 'item.code'])
    .execute()
  const there = new Map(rows.map(({ id, code }) => [code, id]))
  for (const { name, code } of goods) if (!there.has(code)) refuse('goods.notThere', { name, code })
  return there
}

async function carryCosts(
  ctx: Ctx,
  document: { id: number; companyId: number; day: string },
  stationId: number,
  pairs: readonly { itemId: number; toItemId: number; pieces: number }[],
): Promise<void> {
  const { rows } = await sql<{ itemId: number; averageCents: number | null }>`
    select item_id, average_cents from ${scoped(ctx.tx, 'goods_value')} worth
    where item_id = any(${pairs.map(({ itemId }) => itemId)}::bigint[])`.execute(ctx.tx)
  const average = new Map(rows.map(row => [row.itemId, row.averageCents]))
  const costs = pairs.flatMap(({ itemId, toItemId, pieces }, turn): Cost[] => {
    const priceCents = average.get(itemId) ?? null
    return priceCents === null
      ? []
      : [{ line: turn + 1, itemId: toItemId, stationId, pieces, priceCents, amountCents: pieces * priceCents }]
  })
  await keepCosts(ctx, document, costs)
}

const writeOffCall = handle(goodsDocuments.writeOff, (ctx, { body }) => writeOff(ctx, body))

/** 报损. @throws notFound, goods.notCounted, goods.reasonMissing, goods.stockShort */
export async function writeOff(ctx: Ctx, { items, ...head }: Parsed<typeof goodsDocuments.writeOff>['body']) {
  const { stationId, reason, remark } = head
  if (reason === 'other' && remark === '') refuse('goods.reasonMissing')
  const { companyId, day } = await placeOf(ctx, stationId)
  await countedGoods(
    ctx,
    stationId,
    items.map(({ itemId }) => itemId),
  )
  const lines = items.map(({ itemId, pieces }) => ({ stationId, itemId, pieces: -pieces }))
  const id = await keepDocument(ctx, { ...head, companyId, day, kind: 'writeOff' }, lines)
  const way = { day, from: { place: 'shelf', id: stationId }, to: { place: 'lost', id: null } } as const
  await moveGoods(
    ctx,
    { companyId, document: 'goodsWriteOff', documentId: id },
    lines,
    items.map(item => ({ ...item, ...way })),
  )
  const pieces = lines.reduce((sum, line) => sum + line.pieces, 0)
  ctx.audit('goods.writeOff', `goodsDocuments:${id}`, { reason, remark, lines: lines.length, pieces }, companyId)
  return { id, lines: lines.length, pieces }
}

const documents = { receipt: 'goodsReceipt', move: 'goodsMove', writeOff: 'goodsWriteOff', stocktake: 'stocktake' } as const

/** 冲销. @throws notFound, goods.cannotBeReversed, goods.stockShort */
const reverse = handle(goodsDocuments.reverse, async (ctx, { id, body: { remark } }) => {
  const { kind, status, companyId, ...head } = await documentForUpdate(ctx, id)
  if (kind === 'stocktake' || !allows(goodsDocumentActs.reverse, status)) refuse('goods.cannotBeReversed', { status })
  const lines = await linesOf(ctx, id)
  const booked: Booked = { companyId, document: documents[kind as keyof typeof documents], documentId: id }
  const back = lines.flatMap(({ itemId, toItemId, pieces }) => [
    { itemId, pieces: -pieces },
    ...(toItemId === null ? [] : [{ itemId: toItemId, pieces }]),
  ])
  const left = await changeShelves(ctx.tx, back)
  for (const { itemId, pieces } of back) {
    if (pieces >= 0 || left.get(itemId)! >= 0) continue
    const { name } = await ctx.tx.selectFrom('item').where('id', '=', itemId).select('name').executeTakeFirstOrThrow()
    refuse('goods.stockShort', { name, left: Math.max(0, left.get(itemId)! - pieces) })
  }
  await reverseMoves(ctx, booked, (await standingRevision(ctx.tx, booked))!)
  await ctx.tx.deleteFrom('goodsCost').where('goodsDocumentId', '=', id).execute()
  await ctx.tx
    .updateTable('goodsDocument')
    .set({ status: 'reversed', ...endedBy(ctx) })
    .where('id', '=', id)
    .execute()
  ctx.audit('goods.reverse', `goodsDocuments:${id}`, { kind, documentNo: head.documentNo, pieces: -head.pieces, remark }, companyId)
  return { id, lines: lines.length, pieces: -head.pieces }
})

export const stockActHandlers = [receiveCall, move, writeOffCall, reverse]
