import { allows, goodsDocumentActs, goodsDocuments, type Parsed, type Returned } from '@forecourt/contract'
import { handle, type Ctx } from '../../platform/execution/command.ts'
import { refuse } from '../../platform/execution/refusal.ts'
import { spendProof } from '../access/index.ts'
import { documentForUpdate, endedBy, keepDocument, linesOf, moveGoods, placeOf } from './document.ts'

const count = handle(goodsDocuments.count, (ctx, { body }) => beginCount(ctx, body))

/** 盘点: begins at a station at which none is under way. @throws notFound, stocktake.running */
export async function beginCount(ctx: Ctx, { stationId, remark }: Parsed<typeof goodsDocuments.count>['body']) {
  const { companyId, day } = await placeOf(ctx, stationId)
  const id = await keepDocument(ctx, { companyId, stationId, day, remark, kind: 'stocktake', status: 'open' }, [])
  ctx.audit('goods.count', `goodsDocuments:${id}`, { stationId }, companyId)
  return { id }
}

const scan = handle(goodsDocuments.scan, (ctx, { id, body }) => countArticle(ctx, id, body))

/**
 * Counts an article. The book is noted with it, as it is while the shelf is locked: what is sold from then on is no part of the difference.
 * @throws notFound, stocktake.ended, goods.codeUnknown, goods.codeTwice, goods.notCounted
 */
export async function countArticle(ctx: Ctx, id: number, { code, pieces, replace }: Parsed<typeof goodsDocuments.scan>['body']) {
  const { status, stationId, companyId } = await documentForUpdate(ctx, id)
  if (!allows(goodsDocumentActs.scan, status)) refuse('stocktake.ended')
  const item = await articleOf(ctx, stationId, code)
  const stock = await ctx.tx
    .selectFrom('itemStock')
    .where('itemId', '=', item.id)
    .where('counted', '=', true)
    .select('pieces')
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!stock) refuse('goods.notCounted', { name: item.name })
  const before = await ctx.tx
    .selectFrom('goodsDocumentLine')
    .where('goodsDocumentId', '=', id)
    .where('itemId', '=', item.id)
    .selectAll()
    .executeTakeFirst()

  const bookPieces = stock.pieces
  const countedPieces = replace || !before ? pieces : before.countedPieces! + pieces
  const counted = { bookPieces, countedPieces, pieces: countedPieces - bookPieces, scannedDate: ctx.now }
  if (before) await ctx.tx.updateTable('goodsDocumentLine').set(counted).where('id', '=', before.id).execute()
  else {
    const { lines } = await ctx.tx
      .updateTable('goodsDocument')
      .set(of => ({ lines: of('lines', '+', 1) }))
      .where('id', '=', id)
      .returning('lines')
      .executeTakeFirstOrThrow()
    const line = { companyId, goodsDocumentId: id, line: lines, stationId, itemId: item.id }
    await ctx.tx
      .insertInto('goodsDocumentLine')
      .values({ ...line, ...counted })
      .execute()
  }
  const changedPieces = before && !replace ? bookPieces - before.bookPieces! : 0
  return { id, itemId: item.id, name: item.name, code: item.code, bookPieces, countedPieces, changedPieces } satisfies Returned<
    typeof goodsDocuments.scan
  >
}

/** What a scanner has read: the barcode of an article, or else its code. @throws goods.codeUnknown, goods.codeTwice */
async function articleOf({ tx }: Ctx, stationId: number, code: string) {
  const goods = tx
    .selectFrom('item')
    .where('stationId', '=', stationId)
    .where('productId', 'is', null)
    .select(['id', 'name', 'code', 'barcode'])
  const found = await goods.where(of => of.or([of('barcode', '=', code), of('code', '=', code)])).execute()
  const byBarcode = found.filter(({ barcode }) => barcode === code)
  if (byBarcode.length > 1) refuse('goods.codeTwice', { code })
  return byBarcode[0] ?? found[0] ?? refuse('goods.codeUnknown', { code })
}

/** @throws notFound, stocktake.ended, stocktake.empty, pin.proof */
const book = handle(goodsDocuments.book, (ctx, { id, body: { pinProof } }) =>
  bookCount(ctx, id, () => spendProof(ctx, pinProof, { action: 'goods.stocktake', subject: `goodsDocuments:${id}` })),
)

/** Books the differences, once somebody has proven to be who they are. @throws notFound, stocktake.ended, stocktake.empty */
export async function bookCount(ctx: Ctx, id: number, prove: () => Promise<unknown>) {
  const { status, stationId, companyId, day } = await documentForUpdate(ctx, id)
  if (!allows(goodsDocumentActs.book, status)) refuse('stocktake.ended')
  const lines = await linesOf(ctx, id)
  if (lines.length === 0) refuse('stocktake.empty')
  await prove()

  const different = lines.filter(({ pieces }) => pieces !== 0)
  await bookDifferences(ctx, { id, companyId, stationId, day }, different)
  const pieces = different.reduce((sum, line) => sum + line.pieces, 0)
  await ctx.tx
    .updateTable('goodsDocument')
    .set({ status: 'booked', pieces, ...endedBy(ctx) })
    .where('id', '=', id)
    .execute()
  ctx.audit('goods.stocktake', `goodsDocuments:${id}`, { lines: lines.length, different: different.length, pieces }, companyId)
  return { id, lines: lines.length, pieces }
}

/** What was counted above the book came from the count, what was below it went there. */
export async function bookDifferences(
  ctx: Ctx,
  { id, companyId, stationId, day }: { id: number; companyId: number; stationId: number; day: string },
  lines: readonly { readonly itemId: number; readonly pieces: number }[],
): Promise<void> {
  const shelf = { place: 'shelf', id: stationId } as const,
    counted = { place: 'counted', id: null } as const
  const moves = lines.map(({ itemId, pieces }) => ({
    itemId,
    pieces: Math.abs(pieces),
    day,
    from: pieces > 0 ? counted : shelf,
    to: pieces > 0 ? shelf : counted,
  }))
  await moveGoods(ctx, { companyId, document: 'stocktake', documentId: id }, lines, moves, null)
}

/** @throws notFound, stocktake.ended */
const cancel = handle(goodsDocuments.cancel, async (ctx, { id }) => {
  const { status, companyId } = await documentForUpdate(ctx, id)
  if (!allows(goodsDocumentActs.cancel, status)) refuse('stocktake.ended')
  await ctx.tx
    .updateTable('goodsDocument')
    .set({ status: 'cancelled', ...endedBy(ctx) })
    .where('id', '=', id)
    .execute()
  ctx.audit('goods.countCancel', `goodsDocuments:${id}`, {}, companyId)
  return { id }
})

export const stocktakeHandlers = [count, scan, book, cancel]
