import { goodsDocuments, suppliers, type ErrorCode } from '@forecourt/contract'
import type { Insertable } from 'kysely'
import { companyOfStation } from '../../platform/execution/crud.ts'
import type { Ctx } from '../../platform/execution/command.ts'
import { refuse } from '../../platform/execution/refusal.ts'
import type { Tables } from '../../platform/postgres/tables.ts'
import { getOf } from '../../platform/search/list.ts'
import { bookMoves, type Booked, type Move } from '../stock/index.ts'
import { changeShelves } from './shelf.ts'

export interface Article {
  readonly id: number
  readonly name: string
  readonly code: string
  readonly counted: boolean | null
  readonly pieces: number | null
}

/** Where a document is entered, and its day there. @throws notFound */
export async function placeOf(ctx: Ctx, stationId: number): Promise<{ companyId: number; day: string }> {
  const companyId = await companyOfStation(ctx, stationId)
  const { timeZone } = await ctx.tx.selectFrom('station').where('id', '=', stationId).select('timeZone').executeTakeFirstOrThrow()
  const day = Temporal.Instant.fromEpochMilliseconds(ctx.now.getTime()).toZonedDateTimeISO(timeZone).toPlainDate().toString()
  return { companyId, day }
}

/** Goods of a station whose stock is counted, by their numbers. @throws notFound, goods.notCounted */
export async function countedGoods({ tx }: Ctx, stationId: number, itemIds: readonly number[]): Promise<Map<number, Article>> {
  const rows: Article[] = await tx
    .selectFrom('item')
    .leftJoin('itemStock as stock', 'stock.itemId', 'item.id')
    .where('item.id', 'in', [...itemIds])
    .where('item.stationId', '=', stationId)
    .where('item.productId', 'is', null)
    .select(['item.id', 'item.name', 'item.code', 'stock.counted', 'stock.pieces'])
    .execute()
  if (rows.length < itemIds.length) refuse('notFound', { field: 'items' })
  for (const { name, counted } of rows) if (!counted) refuse('goods.notCounted', { name })
  return new Map(rows.map(row => [row.id, row]))
}

/** Goods are bought from one who sells them, and whose record is not ended. @throws notFound, goods.supplierNone, goods.supplierEnded */
export async function refuseSupplier(ctx: Ctx, supplierId: number | null): Promise<void> {
  if (supplierId === null) return
  const { sellsGoods, endedDate, name } = await getOf(ctx.tx, suppliers, supplierId, [], ctx.scope).catch(() =>
    refuse('notFound', { field: 'supplierId' }),
  )
  if (!sellsGoods) refuse('goods.supplierNone', { name })
  if (endedDate !== null) refuse('goods.supplierEnded', { name })
}

type Head = Omit<Insertable<Tables['goodsDocument']>, 'createdDate' | 'createdById' | 'lines' | 'pieces'>
export interface DocumentLine {
  readonly stationId: number
  readonly itemId: number
  readonly toItemId?: number | null
  /** Into the shelf above nothing, out of it below. */
  readonly pieces: number
  /** Of a count. */
  readonly bookPieces?: number
  readonly countedPieces?: number
  readonly scannedDate?: Date
}

/** Keeps a document and its lines. */
export async function keepDocument(ctx: Ctx, head: Head, lines: readonly DocumentLine[]): Promise<number> {
  const pieces = lines.reduce((sum, line) => sum + line.pieces, 0)
  const createdById = ctx.actor.kind === 'user' ? ctx.actor.id : null
  const { id } = await ctx.tx
    .insertInto('goodsDocument')
    .values({ ...head, lines: lines.length, pieces, createdById, createdDate: ctx.now })
    .returning('id')
    .executeTakeFirstOrThrow()
  if (lines.length > 0)
    await ctx.tx
      .insertInto('goodsDocumentLine')
      .values(lines.map((line, turn) => ({ companyId: head.companyId, goodsDocumentId: id, line: turn + 1, ...line })))
      .execute()
  return id
}

/**
 * Changes shelves, locked in the order of the goods, and books why. A document never takes what is not there: what tills have sold beyond
 * the book it may bring back.
 * @throws goods.stockShort
 */
export async function moveGoods(
  ctx: Ctx,
  booked: Booked,
  changes: readonly { readonly itemId: number; readonly pieces: number }[],
  moves: readonly Move[],
  short: ErrorCode | null = 'goods.stockShort',
): Promise<void> {
  const left = await changeShelves(ctx.tx, changes)
  for (const { itemId, pieces } of changes) {
    const after = left.get(itemId)!
    if (short === null || pieces >= 0 || after >= 0) continue
    const { name } = await ctx.tx.selectFrom('item').where('id', '=', itemId).select('name').executeTakeFirstOrThrow()
    refuse(short, { name, left: Math.max(0, after - pieces) })
  }
  await bookMoves(ctx, booked, moves)
}

/** A document of the caller, locked. @throws notFound */
export async function documentForUpdate(ctx: Ctx, id: number) {
  await getOf(ctx.tx, goodsDocuments, id, [], ctx.scope)
  return ctx.tx.selectFrom('goodsDocument').where('id', '=', id).selectAll().forUpdate().executeTakeFirstOrThrow()
}

export const linesOf = ({ tx }: Ctx, documentId: number) =>
  tx.selectFrom('goodsDocumentLine').where('goodsDocumentId', '=', documentId).selectAll().orderBy('line').execute()

export const endedBy = ({ actor, now }: Ctx) => ({ endedById: actor.kind === 'user' ? actor.id : null, endedDate: now })
