import { sql } from 'kysely'
import type { Ctx } from '../../platform/execution/command.ts'
import { takePastSales, type PastSale } from '../order/index.ts'
import { recordsOf, remember } from './upsert.ts'
import { type Target } from './target.ts'
import { ofImport, saidBy, type Staged } from './stage.ts'

/** A staged sale, and what is kept of what it says. */
interface Sale {
  readonly line: number
  readonly externalId: string
  readonly basket: string
  readonly at: number
  readonly card: string
  readonly station: string
  readonly product: string
  readonly quantityHundredths: number
  readonly totalCents: number
  readonly content: string
}
/** What sales refer to: their ids here. */
interface Known {
  readonly kinds: ReadonlyMap<string, 'fuel' | 'normal'>
  readonly stations: ReadonlyMap<string, number>
  readonly products: ReadonlyMap<string, number>
}

/** Orders of these cards, in time, each with its lines. */
export async function takeBaskets({ tx }: Ctx, of: Staged, cards: readonly string[], most: number): Promise<(readonly Sale[])[]> {
  const { rows } = await sql<Sale>`
    select line, external_id, basket, at, card, station, product, quantity_hundredths, total_cents, ${saidBy('sale')} as content
    from (
      select sale.*, dense_rank() over (order by began, first_line) as turn
      from (
        select sale.*, first_value(at) over (partition by basket order by line) as began, min(line) over (partition by basket) as first_line
        from history_sale sale where ${ofImport(of, 'sale')} and sale.card = any(${cards}::text[])
      ) sale
    ) sale where turn <= ${most} order by line`.execute(tx)
  await sql`delete from history_sale sale using unnest(${rows.map(({ card }) => card)}::text[], ${rows.map(({ line }) => line)}::int[])
    as taken (card, line) where ${ofImport(of, 'sale')} and sale.card = taken.card and sale.line = taken.line`.execute(tx)
  return [...Map.groupBy(rows, ({ basket }) => basket).values()].sort((one, other) => one[0]!.at - other[0]!.at)
}

/** Rows that agree in what the mapping names are the lines of one order. */
export async function loadSales(
  ctx: Ctx,
  of: Staged,
  company: Target,
  baskets: readonly (readonly Sale[])[],
  cards: ReadonlyMap<string, number>,
): Promise<void> {
  const sales = baskets.flat()
  if (sales.length === 0) return
  const known = {
    kinds: await kindsOf(ctx, of, sales),
    stations: await recordsOf(
      ctx,
      of.mapping,
      company,
      'station',
      sales.map(({ station }) => station),
    ),
    products: await recordsOf(
      ctx,
      of.mapping,
      company,
      'product',
      sales.map(({ product }) => product),
    ),
  }
  const items = await shelve(ctx, company, sales, known)
  const ids = await takePastSales(
    ctx,
    baskets.map(basket => pastSale(basket, known, items, cards)),
  )
  const records = baskets.flatMap((basket, turn) =>
    basket.map(({ externalId, content }) => ({ externalId, recordId: ids[turn]!, content })),
  )
  await remember(ctx, of.mapping, company, 'sale', records)
}

async function kindsOf({ tx }: Ctx, of: Staged, sales: readonly Sale[]): Promise<Map<string, 'fuel' | 'normal'>> {
  const { rows } = await sql<{ product: string; kind: string }>`
    select external_id as product, said ->> 'kind' as kind from history_row row where ${ofImport(of)} and part = 'products'
      and external_id = any(${[...new Set(sales.map(({ product }) => product))]}::text[])`.execute(tx)
  return new Map(rows.map(({ product, kind }) => [product, kind === 'other' ? 'normal' : 'fuel']))
}

function pastSale(
  basket: readonly Sale[],
  { kinds, stations }: Known,
  items: ReadonlyMap<string, number>,
  cards: ReadonlyMap<string, number>,
): PastSale {
  const [{ at, card, station: where }] = basket as [Sale]
  return {
    at: new Date(at),
    stationId: stations.get(where)!,
    cardNumber: card,
    userCardId: cards.get(card)!,
    lines: basket.map(({ station, product, quantityHundredths, totalCents }) => {
      const fuel = kinds.get(product) === 'fuel'
      return {
        itemId: items.get(`${station}/${product}`)!,
        categoryType: fuel ? 'fuel' : 'normal',
        amountCents: totalCents,
        volumeCl: fuel ? quantityHundredths : 0,
        pieces: fuel ? 0 : quantityHundredths / 100,
      }
    }),
  }
}

/** What was sold where stands on that station's shelf. */
async function shelve(
  { tx }: Ctx,
  { id: companyId }: Target,
  sales: readonly Sale[],
  { kinds, stations, products }: Known,
): Promise<Map<string, number>> {
  const pairs = [
    ...new Map(
      sales.map(({ station, product }) => [
        `${station}/${product}`,
        {
          pair: `${station}/${product}`,
          station_id: stations.get(station)!,
          product_id: products.get(product)!,
          type: kinds.get(product)!,
        },
      ]),
    ).values(),
  ]
  const wanted = sql`jsonb_to_recordset(${JSON.stringify(pairs)}) as wanted (pair text, station_id bigint, product_id bigint, type text)`
  await sql`insert into category (company_id, station_id, type, name)
    select distinct ${companyId}::bigint, station_id, type, case type when 'fuel' then '油品 Fuel' else '商品 Goods' end
    from ${wanted} on conflict do nothing`.execute(tx)
  await sql`insert into item (company_id, station_id, product_id, category_id, name, code, tax_rate)
    select ${companyId}, wanted.station_id, product.id, category.id, product.name, product.code, product.tax_rate from ${wanted}
    join product on product.company_id = ${companyId} and product.id = wanted.product_id
    join lateral (
      select min(id) as id from category
      where category.company_id = ${companyId} and category.station_id = wanted.station_id and category.type = wanted.type) category on true
    on conflict do nothing`.execute(tx)
  const { rows } = await sql<{ pair: string; id: number }>`select pair, item.id from ${wanted}
    join item on item.company_id = ${companyId} and item.station_id = wanted.station_id and item.product_id = wanted.product_id`.execute(tx)
  return new Map(rows.map(({ pair, id }) => [pair, id]))
}
