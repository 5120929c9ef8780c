import { ItemImportField, itemImportNeeds, itemImports, type ItemImportField as Field } from '@forecourt/contract'
import { companyOf } from '../../platform/execution/crud.ts'
import { handle, type Ctx } from '../../platform/execution/command.ts'
import { refuse } from '../../platform/execution/refusal.ts'
import { bareTitle } from '../../platform/sheet/read-text.ts'
import { fileOf, firstRows, isTaken } from './file.ts'

export type Mapping = Partial<Record<Field, number>>

/** What may stand above a column, as it is compared. */
const titles: Readonly<Record<Field, readonly string[]>> = {
  code: ['code', 'itemcode', 'articleno', 'sku', '编码', '商品编码', '货号'],
  name: ['name', 'item', 'article', 'itemname', '名称', '商品名称', '商品', '品名'],
  category: ['category', 'group', 'shelf', '分类', '商品分类', '类别', '品类'],
  price: ['price', 'retailprice', 'unitprice', '价格', '单价', '零售价', '售价'],
  barcode: ['barcode', 'ean', 'upc', '条码', '条形码', '商品条码'],
  description: ['description', 'remark', 'note', '说明', '商品说明', '备注', '描述'],
  taxRate: ['taxrate', 'tax', 'vat', '税率'],
  inventory: ['inventory', 'stock', 'quantity', '库存', '库存数量', '数量'],
  weight: ['rank', 'weight', 'sort', '权重', '排序'],
  giftPoints: ['giftpoints', 'points', '赠送积分', '积分'],
  gift: ['giftbalance', 'gift', '赠送金额', '赠金'],
  frozen: ['frozenbalance', 'frozengift', 'frozen', '赠送冻结金额', '冻结金额'],
  giftCard: ['giftcardtype', 'giftcard', 'cardtype', '赠送卡产品', '赠送卡类型'],
  giftCoupons: ['giftcoupons', 'giftcoupon', 'coupons', '赠送优惠券', '赠券', '优惠券'],
  lowStock: ['lowstock', 'lowstockmark', 'minimumstock', '低库存', '低库存提醒', '最低库存'],
}
const shownMost = 60

/** @throws itemImport.fileFormat, itemImport.headerTwice */
export async function headerOf(ctx: Ctx, companyId: number, attachmentId: number) {
  const file = await fileOf(ctx, companyId, attachmentId)
  if (!isTaken(file)) refuse('itemImport.fileFormat')
  const [head, ...samples] = (await firstRows(file, 4)).slice(0, 4)
  if (!head) refuse('itemImport.fileFormat')
  const named = head.record.map(bareTitle)
  const twice = named.findIndex((title, place) => title !== '' && named.indexOf(title) !== place)
  if (twice >= 0) refuse('itemImport.headerTwice', { title: head.record[twice]!.slice(0, shownMost) })
  return { file, head: head.record, named, samples: samples.map(({ record }) => record) }
}

/** @throws notFound, itemImport.fileFormat, itemImport.headerTwice @source requirements GDS-016 … GDS-019 */
export const columns = handle(itemImports.columns, async (ctx, { body: { attachmentId } }) => {
  const companyId = companyOf(ctx)
  const { head, named, samples } = await headerOf(ctx, companyId, attachmentId)
  const known = await ctx.tx
    .selectFrom('itemImportMapping')
    .where('companyId', '=', companyId)
    .where('titles', '=', keyOf(named))
    .select('mapping')
    .executeTakeFirst()
  return {
    columns: head.map((title, place) => ({
      place,
      title: title.slice(0, shownMost),
      samples: samples.map(record => (record[place] ?? '').slice(0, shownMost)),
    })),
    mapping: (known?.mapping as Mapping | undefined) ?? likely(head),
  }
})

/** A list of goods that was exported names units behind its titles, in brackets: they are the same columns. */
const withoutUnit = (title: string) => title.replace(/[(（][^()（）]*[)）]\s*$/, '')
const likely = (head: readonly string[]): Mapping =>
  Object.fromEntries(
    ItemImportField.options.flatMap(field => {
      const place = head.findIndex(title => [title, withoutUnit(title)].some(each => titles[field].includes(bareTitle(each))))
      return place < 0 ? [] : [[field, place]]
    }),
  )

export const keyOf = (named: readonly string[]): string => named.join('\n')

/** Files of the same titles are read in the same way the next time. */
export async function rememberMapping({ tx }: Ctx, companyId: number, named: readonly string[], mapping: Mapping): Promise<void> {
  const kept = JSON.stringify(mapping)
  await tx
    .insertInto('itemImportMapping')
    .values({ companyId, titles: keyOf(named), mapping: kept })
    .onConflict(conflict => conflict.columns(['companyId', 'titles']).doUpdateSet({ mapping: kept }))
    .execute()
}

/** Columns that are needed are chosen, each for one thing. @throws itemImport.mustChoose */
export function refuseUnchosen(mapping: Mapping, columnsOfFile: number, words: Readonly<Record<Field, string>>): void {
  for (const field of itemImportNeeds)
    if (mapping[field] === undefined || mapping[field] >= columnsOfFile) refuse('itemImport.mustChoose', { what: words[field] })
}
