import { sql } from 'kysely'
import { enter, execute, systemActor, type Ctx, type Handler } from '../../platform/command.ts'
import type { Database } from '../../platform/database.ts'
import { issueCard, topUp } from '../card/index.ts'
import { takePastSales, type PastSale } from '../order/index.ts'
import type { History, Sale } from './check.ts'
import type { Mapping } from './mapping.ts'
import { bringCustomers, bringProducts, bringStations, keyOf, nextIds, remember, type Known, type Target } from './places.ts'
import type { Problem } from './problem.ts'

/** How many records were added. Nothing, where all was known. */
export interface Brought {
  companies: number
  stations: number
  products: number
  customers: number
  cards: number
  orders: number
  sales: number
}

/**
 * Brings an operator's history into the book, all of it or nothing: one transaction holds stations, catalogue, cards with their opening
 * balances, and every sale with its payment. What came before under the same source is recognised and left alone.
 * @returns problems, and nothing written, where a sale that came before now says something else
 */
export async function bringHistory(
  db: Database,
  mapping: Mapping,
  history: History,
  now: Date,
): Promise<{ brought: Brought; problems: Problem[] }> {
  let result!: { brought: Brought; problems: Problem[] }
  const act = {
    endpoint: { method: 'POST', path: '/import', permission: 'public', rows: true } as unknown as Handler['endpoint'],
    async run(ctx: Ctx) {
      result = await bringWithin(ctx, mapping, history)
    },
  }
  await execute(
    db,
    act,
    systemActor(0, `import:${mapping.source}`, mapping.timeZone),
    { requestId: `import:${mapping.source}`, language: 'en', ip: '', userAgent: 'import', secure: false },
    now,
    {},
  )
  return result
}

/** The same within a transaction that there is. */
export async function bringWithin(ctx: Ctx, mapping: Mapping, history: History): Promise<{ brought: Brought; problems: Problem[] }> {
  const brought: Brought = { companies: 0, stations: 0, products: 0, customers: 0, cards: 0, orders: 0, sales: 0 }
  const known: Known = new Map()
  const targets = await companiesOf(ctx, mapping, brought)
  const told = await recall(ctx, mapping, targets, known)
  const problems = history.sales
    .filter(sale => changed(sale, told))
    .map(({ line, id }) => ({ file: mapping.sales.file, line, column: mapping.sales.id, reason: 'nothingNew' as const, value: id }))
  if (problems.length === 0)
    for (const company of targets) await bringCompany(within(ctx, company, mapping), mapping, company, history, known, brought)
  return { brought, problems }
}

/** The same transaction, acting for one of the companies. */
function within(ctx: Ctx, { id }: Target, { timeZone }: Mapping): Ctx {
  return { ...ctx, actor: { ...ctx.actor, companyId: id, companyIds: [id] }, scope: { companyIds: [id], zone: timeZone } }
}

async function bringCompany(ctx: Ctx, mapping: Mapping, company: Target, history: History, known: Known, brought: Brought): Promise<void> {
  const sales = history.sales.filter(sale => sale.company === company.key && !known.has(keyOf(company.key, 'sale', sale.id)))
  const counts = {
    stations: await bringStations(ctx, mapping, company, history, known),
    products: await bringProducts(ctx, mapping, company, history, known),
    customers: await bringCustomers(ctx, mapping, company, history, known),
    cards: await bringCards(ctx, mapping, company, sales, known),
    orders: await bringSales(ctx, mapping, company, history, sales, known),
    sales: sales.length,
  }
  for (const [name, count] of Object.entries(counts)) brought[name as keyof Brought] += count
  if (Object.values(counts).some(count => count > 0))
    ctx.audit('history.import', `companies:${company.id}`, { source: mapping.source, ...counts }, company.id)
}

/** A company for each currency (decision O16), found by its code or made. */
async function companiesOf(ctx: Ctx, { companies, timeZone }: Mapping, brought: Brought): Promise<Target[]> {
  const { rows } = await sql<{ code: string; company: number }>`select code, company from company_directory
    where code = any(${companies.map(({ code }) => code)})`.execute(ctx.tx)
  const ids = new Map(rows.map(({ code, company }) => [code, company]))
  const missing = companies.filter(({ code }) => !ids.has(code))
  const made = await nextIds(ctx, missing.length)
  missing.forEach(({ code }, turn) => ids.set(code, made[turn]!))
  await enter(ctx.tx, [...ids.values()])
  for (const { code, name, currency, currencyName, symbol } of missing) {
    await ctx.tx
      .insertInto('company')
      .values({ id: ids.get(code)!, code, name, currency, currencyName, symbol, timeZone })
      .execute()
  }
  brought.companies = missing.length
  return companies.map(({ key, code }) => ({ key, code, id: ids.get(code)! }))
}

/** What came before: fills `known`, and answers what each sale said. */
async function recall(ctx: Ctx, { source }: Mapping, targets: readonly Target[], known: Known): Promise<Map<string, string>> {
  const rows = await ctx.tx
    .selectFrom('historyRecord')
    .where('source', '=', source)
    .where(
      'companyId',
      'in',
      targets.map(({ id }) => id),
    )
    .select(['companyId', 'kind', 'externalId', 'recordId', 'content'])
    .execute()
  const keyed = rows.map(row => ({
    ...row,
    key: keyOf(targets.find(({ id }) => id === row.companyId)!.key, row.kind as 'sale', row.externalId),
  }))
  for (const { key, recordId } of keyed) known.set(key, recordId)
  return new Map(keyed.filter(({ kind }) => kind === 'sale').map(({ key, content }) => [key, content]))
}

const contentOf = ({ at, card, station, product, quantityHundredths, totalCents }: Sale) =>
  [at, card, station, product, quantityHundredths, totalCents].join(' ')
function changed(sale: Sale, told: Map<string, string>): boolean {
  const before = told.get(keyOf(sale.company, 'sale', sale.id))
  return before !== undefined && before !== contentOf(sale)
}

/** Each card that occurs, topped up before its first sale by one opening balance that its sales will use up. */
async function bringCards(ctx: Ctx, { source }: Mapping, company: Target, sales: readonly Sale[], known: Known): Promise<number> {
  const byCard = Map.groupBy(
    sales.filter(({ card }) => card),
    ({ card }) => card,
  )
  const fresh = [...byCard.keys()].filter(card => !known.has(keyOf(company.key, 'card', card)))
  if (byCard.size === 0) return 0
  const cardId = await cardProduct(ctx, company)
  for (const card of fresh) {
    const [first] = byCard.get(card)!
    const id = await issueCard(ctx, {
      companyId: company.id,
      number: card,
      kind: 'personal',
      cardId,
      userId: known.get(keyOf(company.key, 'customer', first!.customer))!,
      issueTime: opened(byCard.get(card)!),
    })
    await remember(ctx, source, company, 'card', [{ externalId: card, id }], known)
  }
  for (const [card, its] of byCard) {
    const amountCents = its.reduce((sum, { totalCents }) => sum + totalCents, 0),
      id = known.get(keyOf(company.key, 'card', card))!
    if (amountCents > 0)
      await topUp(ctx, { userCardId: id, amountCents, from: 'opening', at: opened(its), ref: `opening:${source}:${id}:${its[0]!.id}` })
  }
  return fresh.length
}

/** A minute before its first sale. */
const opened = (sales: readonly Sale[]) => new Date(Math.min(...sales.map(({ at }) => at)) - 60_000)

async function cardProduct({ tx, now }: Ctx, { id: companyId }: Target): Promise<number> {
  const found = await tx
    .selectFrom('card')
    .where('companyId', '=', companyId)
    .where('type', '=', 'debit')
    .select('id')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  return (
    found?.id ??
    (
      await tx
        .insertInto('card')
        .values({ companyId, name: 'Fuel card', type: 'debit', createdDate: now })
        .returning('id')
        .executeTakeFirstOrThrow()
    ).id
  )
}

/** Rows of one card, station and minute are the lines of one order. */
async function bringSales(
  ctx: Ctx,
  { source }: Mapping,
  company: Target,
  history: History,
  sales: readonly Sale[],
  known: Known,
): Promise<number> {
  const kinds = new Map(history.products.map(({ id, kind }) => [id, kind === 'other' ? ('normal' as const) : ('fuel' as const)]))
  const items = await shelve(ctx, company, sales, kinds, known)
  const baskets = [...Map.groupBy(sales, sale => sale.order).values()].sort((one, other) => one[0]!.at - other[0]!.at)
  for (const [station, here] of batches(baskets)) {
    const stationId = known.get(keyOf(company.key, 'station', station))!
    const ids = await takePastSales(
      ctx,
      stationId,
      here.map(basket => pastSale(company, basket, kinds, items, known)),
    )
    const records = here.flatMap((basket, turn) => basket.map(sale => ({ externalId: sale.id, id: ids[turn]!, content: contentOf(sale) })))
    await remember(ctx, source, company, 'sale', records, known)
  }
  return baskets.length
}

/** Baskets by station, as many at once as can be without a card paying at one station before it paid earlier at another. */
function* batches(inTime: readonly (readonly Sale[])[]): Generator<[station: string, baskets: (readonly Sale[])[]]> {
  let gathered = new Map<string, (readonly Sale[])[]>(),
    stationOf = new Map<string, string>()
  for (const basket of inTime) {
    const { card, station } = basket[0]!
    if ((stationOf.get(card) ?? station) !== station) {
      yield* gathered
      gathered = new Map()
      stationOf = new Map()
    }
    stationOf.set(card, station)
    gathered.set(station, [...(gathered.get(station) ?? []), basket])
  }
  yield* gathered
}

function pastSale(
  { key }: Target,
  basket: readonly Sale[],
  kinds: Map<string, 'fuel' | 'normal'>,
  items: Map<string, number>,
  known: Known,
): PastSale {
  const [{ at, card }] = basket as [Sale]
  return {
    at: new Date(at),
    cardNumber: card,
    userCardId: known.get(keyOf(key, 'card', card))!,
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
  { id: companyId, key }: Target,
  sales: readonly Sale[],
  kinds: Map<string, 'fuel' | 'normal'>,
  known: Known,
): Promise<Map<string, number>> {
  const pairs = [
    ...new Map(
      sales.map(({ station, product }) => [
        `${station}/${product}`,
        {
          pair: `${station}/${product}`,
          station_id: known.get(keyOf(key, 'station', station))!,
          product_id: known.get(keyOf(key, 'product', product))!,
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
    join product on product.id = wanted.product_id
    join lateral (
      select min(id) as id from category where category.station_id = wanted.station_id and category.type = wanted.type) category on true
    on conflict do nothing`.execute(tx)
  const { rows } = await sql<{ pair: string; id: number }>`select pair, item.id from ${wanted}
    join item on item.station_id = wanted.station_id and item.product_id = wanted.product_id`.execute(tx)
  return new Map(rows.map(({ pair, id }) => [pair, id]))
}
