import { sql } from 'kysely'
import type { Tx } from '../../platform/postgres/database.ts'
import { inScope, scoped } from '../../platform/postgres/name-companies.ts'

/** Goods whose stock begins to be counted, with what stands there; what was counted before goes on. */
export async function openShelf(tx: Tx, shelves: readonly { readonly itemId: number; readonly pieces: number }[]): Promise<void> {
  if (shelves.length === 0) return
  const items = shelves.map(({ itemId }) => itemId),
    pieces = shelves.map(shelf => shelf.pieces)
  await sql`
    insert into item_stock (company_id, item_id, station_id, opening, pieces)
    select item.company_id, item.id, item.station_id, given.pieces, given.pieces
    from unnest(${items}::bigint[], ${pieces}::bigint[]) as given (item_id, pieces)
    join ${scoped(tx, 'item')} item on item.id = given.item_id and item.product_id is null
    order by item.id
    on conflict (company_id, item_id) do nothing`.execute(tx)
}

/** Pieces of goods that a sale takes, or that come back. */
export interface Pieces {
  readonly itemId: number
  readonly pieces: number
}

/**
 * Takes what was sold from the shelves that are counted, all of it by one statement, the rows locked in the order of the goods. What a till
 * has sold beyond the book goes below zero. @returns what is left on the shelves that were counted
 */
export async function takeFromShelves(tx: Tx, sold: readonly Pieces[]): Promise<ReadonlyMap<number, number>> {
  return changeShelves(
    tx,
    sold.map(({ itemId, pieces }) => ({ itemId, pieces: -pieces })),
    true,
  )
}

/** Adds to shelves, or takes from them, whether they are still counted or not. @returns what is there afterwards */
export async function changeShelves(tx: Tx, changes: readonly Pieces[], onlyCounted = false): Promise<ReadonlyMap<number, number>> {
  if (changes.length === 0) return new Map()
  const { rows } = await sql<Pieces>`
    with changed as materialized (
      select item_id, sum(pieces)::bigint as pieces
      from unnest(${changes.map(({ itemId }) => itemId)}::bigint[], ${changes.map(({ pieces }) => pieces)}::bigint[])
        as given (item_id, pieces) group by item_id
    ), held as materialized (
      select item_id from item_stock
      where item_id = any(array(select item_id from changed)) and ${inScope(tx)} and (counted or not ${onlyCounted}::boolean)
      order by item_id for no key update
    )
    update item_stock stock set pieces = stock.pieces + changed.pieces
    from held join changed using (item_id)
    where stock.item_id = held.item_id and ${inScope(tx, 'stock.company_id')}
    returning stock.item_id, stock.pieces`.execute(tx)
  return new Map(rows.map(({ itemId, pieces }) => [itemId, pieces]))
}
