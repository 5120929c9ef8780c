import { sql } from 'kysely'
import type { Ctx } from '../../platform/execution/command.ts'
import { insertRows } from '../../platform/postgres/insert-rows.ts'
import type { Tx } from '../../platform/postgres/database.ts'

/** Where stock lies, or comes from, or ends: of a record where there is one. */
export type Place =
  | { readonly place: 'supplier' | 'lost' | 'counted'; readonly id: number | null }
  | { readonly place: 'depot' | 'truck' | 'station' | 'shelf' | 'sold'; readonly id: number }

/** A fuel of depots in kilograms, a fuel on the road or at a station in litres as well, or pieces of an article. */
export type Stuff =
  | { readonly baseFuelId: number; readonly productId?: number | null; readonly weightKg: number | null; readonly volumeCl?: number | null }
  | { readonly productId: number; readonly volumeCl: number }
  | { readonly itemId: number; readonly pieces: number }

export type Move = Stuff & {
  /** The day of the place: of a depot by the zone of the company. */
  readonly day: string
  readonly from: Place
  readonly to: Place
  /** What the document says that it cost, with tax and without. */
  readonly amountCents?: number
  readonly netCents?: number
  /** What the document is called: its number, or what was said of it. */
  readonly label?: string
}

export type StockDocument =
  | 'purchase'
  | 'purchaseCorrection'
  | 'depotTransfer'
  | 'load'
  | 'signature'
  | 'goodsReceipt'
  | 'goodsMove'
  | 'goodsWriteOff'
  | 'stocktake'

/** The record that moves follow from. It is locked by the act that books it. */
export interface Booked {
  readonly companyId: number
  readonly document: StockDocument
  readonly documentId: number
}

const lastRevision = async (tx: Tx, { companyId, document, documentId }: Booked): Promise<number> => {
  const { last } = await tx
    .selectFrom('stockMove')
    .where('companyId', '=', companyId)
    .where('document', '=', document)
    .where('documentId', '=', documentId)
    .select(of => of.fn.max('revision').as('last'))
    .executeTakeFirstOrThrow()
  return last ?? 0
}

/**
 * Locks the stocks of depots that an act is about to change, in one order for all, so that two acts never wait for each other.
 * A depot that holds nothing of a fuel yet is locked by its first move.
 */
export async function lockDepotStocks(
  tx: Tx,
  companyId: number,
  stocks: readonly { readonly depotId: number; readonly baseFuelId: number }[],
): Promise<void> {
  await tx
    .selectFrom('depotStock')
    .where('companyId', '=', companyId)
    .where(({ or, and, eb }) =>
      or(stocks.map(({ depotId, baseFuelId }) => and([eb('depotId', '=', depotId), eb('baseFuelId', '=', baseFuelId)]))),
    )
    .select('depotId')
    .orderBy('depotId')
    .orderBy('baseFuelId')
    .forUpdate()
    .execute()
}

/**
 * Books what a document moves, as its next revision. What comes into a depot is given before what leaves it.
 * @throws depot.stockShort a depot would hold less than nothing on that day or a later one
 * @throws stock.monthSettled the month of the day is settled
 * @throws stockMove.booked another call has booked this revision
 */
export async function bookMoves(ctx: Ctx, booked: Booked, moves: readonly Move[]): Promise<void> {
  if (moves.length === 0) return
  const revision = (await lastRevision(ctx.tx, booked)) + 1
  const enteredById = ctx.actor.kind === 'user' ? ctx.actor.id : null
  const rows = moves.map(({ from, to, ...move }, line) => ({
    ...booked,
    ...move,
    revision,
    line,
    fromPlace: from.place,
    fromId: from.id,
    toPlace: to.place,
    toId: to.id,
    enteredById,
    createdDate: ctx.now,
  }))
  await ctx.tx.insertInto('stockMove').values(rows).execute()
}

/** Books the first revision of many documents at once: none of them is in the book yet. @throws as bookMoves */
export async function bookFirst(ctx: Ctx, documents: readonly (Booked & { readonly move: Move })[]): Promise<void> {
  const enteredById = ctx.actor.kind === 'user' ? ctx.actor.id : null
  const rows = documents.map(({ move: { from, to, ...move }, ...booked }) => ({
    ...booked,
    ...move,
    revision: 1,
    line: 0,
    fromPlace: from.place,
    fromId: from.id,
    toPlace: to.place,
    toId: to.id,
    enteredById,
    createdDate: ctx.now,
  }))
  for (let at = 0; at < rows.length; at += 500) await insertRows(ctx.tx, 'stockMove', rows.slice(at, at + 500))
}

/**
 * Takes back what a document has booked and what stands of it: the mirror of each move, on the same day. Where new moves follow, book
 * those that bring fuel into a depot first: a depot that is short for an instant is refused.
 * @throws depot.stockShort, stock.monthSettled
 */
export async function reverseMoves(ctx: Ctx, { companyId, document, documentId }: Booked, revision: number): Promise<void> {
  const enteredById = ctx.actor.kind === 'user' ? ctx.actor.id : null
  const next = (await lastRevision(ctx.tx, { companyId, document, documentId })) + 1
  await sql`
    insert into stock_move (company_id, document, document_id, revision, line, day, base_fuel_id, product_id, item_id,
      from_place, from_id, to_place, to_id, weight_kg, volume_cl, pieces, amount_cents, net_cents, label,
      reverses_id, entered_by_id, created_date)
    select company_id, document, document_id, ${next}, line, day, base_fuel_id, product_id, item_id,
      to_place, to_id, from_place, from_id, weight_kg, volume_cl, pieces, amount_cents, net_cents, label, id, ${enteredById}, ${ctx.now}
    from stock_move
    where company_id = ${companyId} and document = ${document} and document_id = ${documentId} and revision = ${revision}
      and reverses_id is null`.execute(ctx.tx)
}

/** The revision of a document that stands: its last one, unless that took back another. Undefined where nothing is booked. */
export async function standingRevision(tx: Tx, booked: Booked): Promise<number | undefined> {
  const { companyId, document, documentId } = booked
  const row = await tx
    .selectFrom('stockMove')
    .where('companyId', '=', companyId)
    .where('document', '=', document)
    .where('documentId', '=', documentId)
    .where('reversesId', 'is', null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('stockMove as mirror')
            .whereRef('mirror.companyId', '=', 'stockMove.companyId')
            .whereRef('mirror.reversesId', '=', 'stockMove.id')
            .select('mirror.id'),
        ),
      ),
    )
    .select(of => of.fn.max('revision').as('revision'))
    .executeTakeFirst()
  return row?.revision ?? undefined
}
