import { items, type Parsed, type Returned } from '@forecourt/contract'
import type { Selectable } from 'kysely'
import { handle, type Ctx } from '../../platform/execution/command.ts'
import { refuse } from '../../platform/execution/refusal.ts'
import type { Tables } from '../../platform/postgres/tables.ts'
import { giftFields, sameCoupons } from './gift.ts'

type Row = Selectable<Tables['item']>
type Copied = Returned<typeof items.copy>['content'][number]

/** What is the same at every station; stock, shelf and category are each station's own. */
const shared = [
  'name',
  'description',
  'barcode',
  'priceCents',
  'priceType',
  'taxRate',
  'weight',
  'startTime',
  'endTime',
  'lowStock',
  'tagId',
  ...giftFields,
  'giftCoupons',
] as const
/** Tags, cards and coupons are each company's own: they are not carried into another one. */
const ownOnes: readonly string[] = ['tagId', ...giftFields, 'giftCoupons']
const sharedWith = (row: Row, companyId: number) =>
  row.companyId === companyId ? shared : shared.filter(field => !ownOnes.includes(field))
type Shared = Pick<Row, (typeof shared)[number]>

const isSame = (field: keyof Shared, one: Row, other: Row) =>
  field === 'giftCoupons' ? sameCoupons(one[field], other[field]) : one[field] === other[field]

/** What becomes of the goods at one station. */
interface Plan {
  readonly added: readonly { readonly row: Row; readonly category: string }[]
  readonly changed: readonly { readonly id: number; readonly row: Row; readonly fields: readonly string[] }[]
  readonly unchanged: number
  readonly refused: Copied['refused']
}

/**
 * Gives goods to other stations, where they are found by their code: what is missing is added to the category of the same name, what
 * differs is changed. The stock of each station stays its own. Nothing is written for a preview.
 * @throws notFound, item.otherStation, item.copyToItself, item.productOfFuel @source decisions GD11
 */
export const copy = handle(items.copy, async (ctx, { body: { itemIds, stationIds, preview } }) => {
  const goods = await goodsToCopy(ctx, itemIds)
  const stations = await stationsFor(ctx, stationIds)
  if (stations.some(({ id }) => id === goods[0]!.stationId)) refuse('item.copyToItself')
  const categories = await ctx.tx
    .selectFrom('category')
    .where('stationId', '=', goods[0]!.stationId)
    .select(['id', 'name', 'weight'])
    .execute()
  const content: Copied[] = []
  for (const station of stations) {
    const plan = await planOf(ctx, station, goods, new Map(categories.map(({ id, name }) => [id, name])))
    if (!preview) await carryOut(ctx, station, plan, categories)
    content.push(answerOf(station, plan))
  }
  return { content }
})

async function goodsToCopy({ tx, scope }: Ctx, itemIds: Parsed<typeof items.copy>['body']['itemIds']): Promise<Row[]> {
  const wanted = [...new Set(itemIds)]
  const goods = await tx
    .selectFrom('item')
    .where('id', 'in', wanted)
    .where('companyId', 'in', [...scope.companyIds])
    .$if(scope.stationIds !== undefined, of => of.where('stationId', 'in', [...(scope.stationIds ?? []), 0]))
    .selectAll()
    .orderBy('id')
    .execute()
  if (goods.length < wanted.length) refuse('notFound', { field: 'itemIds' })
  if (goods.some(({ stationId }) => stationId !== goods[0]!.stationId)) refuse('item.otherStation')
  if (goods.some(({ productId }) => productId !== null)) refuse('item.productOfFuel')
  return goods
}

/** In the order of their numbers, so that two who copy at once wait for each other and do not stand in each other's way. */
async function stationsFor({ tx, scope }: Ctx, stationIds: readonly number[]) {
  const wanted = [...new Set(stationIds)]
  const stations = await tx
    .selectFrom('station')
    .where('id', 'in', wanted)
    .where('companyId', 'in', [...scope.companyIds])
    .$if(scope.stationIds !== undefined, of => of.where('id', 'in', [...(scope.stationIds ?? []), 0]))
    .select(['id', 'companyId', 'name'])
    .orderBy('id')
    .execute()
  return stations.length < wanted.length ? refuse('notFound', { field: 'stationIds' }) : stations
}

async function planOf(
  { tx }: Ctx,
  { id: stationId, companyId }: Station,
  goods: readonly Row[],
  categoryOf: ReadonlyMap<number, string>,
): Promise<Plan> {
  const codes = goods.map(({ code }) => code),
    barcodes = goods.map(({ barcode }) => barcode).filter(Boolean)
  const there = await tx
    .selectFrom('item')
    .where('stationId', '=', stationId)
    .where(of => of.or([of('code', 'in', codes), ...(barcodes.length > 0 ? [of('barcode', 'in', barcodes)] : [])]))
    .selectAll()
    .orderBy('id')
    .forUpdate()
    .execute()
  const byCode = new Map(there.map(row => [row.code, row]))
  const owner = new Map(there.filter(({ barcode }) => barcode !== '').map(row => [row.barcode, row.code]))
  const plan = { added: [], changed: [], unchanged: 0, refused: [] } as {
    -readonly [K in keyof Plan]: Plan[K] extends readonly (infer E)[] ? E[] : Plan[K]
  }
  for (const row of goods) {
    const { code, name, barcode, categoryId } = row
    const known = byCode.get(code)
    const taken = barcode !== '' && (owner.get(barcode) ?? code) !== code
    if (taken) plan.refused.push({ code, name, reason: 'barcodeTaken' })
    else if (!known) plan.added.push({ row, category: categoryOf.get(categoryId)! })
    else if (known.productId !== null) plan.refused.push({ code, name, reason: 'codeOfFuel' })
    else {
      const fields = sharedWith(row, companyId).filter(field => !isSame(field, row, known))
      if (fields.length > 0) plan.changed.push({ id: known.id, row, fields })
      else plan.unchanged++
    }
  }
  return plan
}

type Station = { readonly id: number; readonly companyId: number; readonly name: string }

async function carryOut(ctx: Ctx, station: Station, plan: Plan, from: readonly { name: string; weight: number }[]): Promise<void> {
  const { tx } = ctx
  const { id: stationId, companyId } = station
  const categoryIds = await categoriesAt(ctx, station, [...new Set(plan.added.map(({ category }) => category))], from)
  for (const { id, row } of plan.changed)
    await tx
      .updateTable('item')
      .set(of => ({ ...sharedOf(row, companyId), barcodeDoubled: false, version: of('version', '+', 1) }))
      .where('id', '=', id)
      .execute()
  if (plan.added.length > 0)
    await tx
      .insertInto('item')
      .values(
        plan.added.map(({ row, category }) => ({
          ...sharedOf(row, companyId),
          companyId,
          stationId,
          code: row.code,
          categoryId: categoryIds.get(category)!,
        })),
      )
      .execute()
  const codes = (rows: readonly { row: Row }[]) => rows.map(({ row }) => row.code)
  if (plan.added.length + plan.changed.length > 0)
    ctx.audit('item.copy', `stations:${stationId}`, { added: codes(plan.added), changed: codes(plan.changed) }, companyId)
}

const sharedOf = (row: Row, companyId: number): Partial<Shared> & Pick<Shared, 'name' | 'taxRate'> =>
  Object.fromEntries(
    sharedWith(row, companyId).map(field => [field, field === 'giftCoupons' ? JSON.stringify(row[field]) : row[field]]),
  ) as unknown as Shared

/** Categories of these names; those that are missing are added, with the rank that they have where the goods come from. */
async function categoriesAt(
  { tx }: Ctx,
  { id: stationId, companyId }: Station,
  names: readonly string[],
  from: readonly { name: string; weight: number }[],
): Promise<Map<string, number>> {
  if (names.length === 0) return new Map()
  const there = () =>
    tx
      .selectFrom('category')
      .where('stationId', '=', stationId)
      .where('type', '=', 'normal')
      .where('name', 'in', [...names])
      .select(['id', 'name'])
      .execute()
  const known = new Set((await there()).map(({ name }) => name))
  const missing = from.filter(({ name }) => names.includes(name) && !known.has(name))
  if (missing.length > 0)
    await tx
      .insertInto('category')
      .values(missing.map(({ name, weight }) => ({ companyId, stationId, type: 'normal', name, weight })))
      .execute()
  return new Map((await there()).map(({ id, name }) => [name, id]))
}

const answerOf = ({ id, name }: Station, { added, changed, unchanged, refused }: Plan): Copied => ({
  stationId: id,
  station: name,
  added: added.length,
  changed: changed.length,
  unchanged,
  changes: changed.map(({ row, fields }) => ({ code: row.code, name: row.name, fields: [...fields] })),
  refused: [...refused],
})
