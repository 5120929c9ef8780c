import { z } from 'zod'
import { FileRef } from '../file/attachment.ts'
import { endpoint, resource } from '../kit.ts'
import { actsBy } from '../status-acts.ts'
import { Cents, CentsPerL, Id, Instant, Ref } from '../units.ts'

/** So many lines are taken at once. */
export const itemImportLinesMost = 100_000

/** What a column of a file may say of goods; the first four are needed. */
export const ItemImportField = z.enum([
  'code',
  'name',
  'category',
  'price',
  'barcode',
  'description',
  'taxRate',
  'inventory',
  'weight',
  'lowStock',
  'giftPoints',
  'gift',
  'frozen',
  'giftCard',
  'giftCoupons',
])
export type ItemImportField = z.output<typeof ItemImportField>
export const itemImportNeeds = ['code', 'name', 'category', 'price'] as const satisfies readonly ItemImportField[]

/** 检查中, 待确认, 导入中, 部分成功, 成功, 失败. @source requirement GDS-021 */
export const ItemImportStatus = z.enum(['checking', 'checked', 'importing', 'partial', 'success', 'fail'])
/** 仅新增, 新增并更新. */
export const ItemImportMode = z.enum(['added', 'changed'])

const Column = z.int().min(0).max(199)
/** Which column of the file says what, counted from nought. */
const Mapping = z.partialRecord(ItemImportField, Column)

const records = resource('itemImports', {
  table: 'item_import',
  scope: 'station',
  permission: 'goods.import',
  body: z.object({}),
  read: {
    stationId: Ref('stations'),
    fileName: z.string(),
    status: ItemImportStatus,
    mode: ItemImportMode,
    /** Lines of the file: those that bring goods, change goods, say what is known, and are refused. */
    total: z.int(),
    added: z.int(),
    changed: z.int(),
    unchanged: z.int(),
    refused: z.int(),
    doneLine: z.int(),
    userId: Ref('users'),
    createdDate: Instant,
    finishedDate: Instant.nullable(),
  },
  unsearchable: ['doneLine'],
  label: ['fileName'],
  versioned: false,
  sort: 'createdDate,desc',
  acts: ['list', 'get'],
})

export const itemImports = {
  ...records,
  /** What stands above the columns of a file, and what each of them was chosen for last, or is called like. */
  columns: endpoint('POST', '/items/import/columns', {
    permission: 'goods.import.write',
    body: z.strictObject({ attachmentId: FileRef('goodsImport') }),
    returns: z.object({
      columns: z.array(z.object({ place: z.int(), title: z.string(), samples: z.array(z.string()) })),
      mapping: Mapping,
    }),
    summary: 'Reads the header of a file of goods, and says what its columns seem to be',
  }),
  /** 导入商品, first half: every line is answered, and no goods are written. */
  check: endpoint('POST', '/items/import', {
    permission: 'goods.import.write',
    body: z.strictObject({
      stationId: Ref('stations'),
      /** Left out, it is asked for in the words of the specification. */
      attachmentId: FileRef('goodsImport').nullable().default(null),
      mapping: Mapping.default({}),
      mode: ItemImportMode.default('added'),
    }),
    returns: z.object({ id: Id }),
    summary: 'Has a file of goods checked in the background: each line is answered, and no goods are written',
  }),
  apply: endpoint('POST', '/itemImports/:id/apply', {
    permission: 'goods.import.write',
    returns: z.object({ id: Id }),
    summary: 'Brings in the lines that were checked, in the background; what is refused is left out',
  }),
}

export const itemImportActs = actsBy('itemImports.status', ItemImportStatus, {
  apply: { call: itemImports.apply, in: ['checked'] },
})

/** What a line does. 新增, 变更, 无变化, 已拒绝. */
export const ItemImportOutcome = z.enum(['added', 'changed', 'unchanged', 'refused'])
/** Why a line, or the whole file, is not taken. */
export const ItemImportReason = z.enum([
  'unreadable',
  'empty',
  'tooMany',
  'invisible',
  'codeMissing',
  'code',
  'codeTwice',
  'codeOfFuel',
  'nameMissing',
  'name',
  'categoryMissing',
  'category',
  'categoryOfFuel',
  'barcode',
  'barcodeTwice',
  'barcodeTaken',
  'description',
  'priceMissing',
  'price',
  'taxRate',
  'inventory',
  'weight',
  'lowStock',
  'giftPoints',
  'gift',
  'frozen',
  'giftCard',
  'giftCoupons',
  'couponUnknown',
  'couponAmbiguous',
  'couponTwice',
  'couponEnded',
  'couponNonMembers',
  'couponStartsLate',
])
export type ItemImportReason = z.output<typeof ItemImportReason>

const Percent = z.number().meta({ format: 'percent' } as const)
export const itemImportRows = resource('itemImportRows', {
  table: 'item_import_row',
  scope: 'station',
  permission: 'goods.import',
  body: z.object({}),
  read: {
    itemImportId: Ref('itemImports'),
    stationId: Ref('stations'),
    /** Its line in the file. */
    line: z.int(),
    code: z.string(),
    name: z.string(),
    barcode: z.string(),
    category: z.string(),
    description: z.string(),
    priceCents: CentsPerL.nullable(),
    taxRate: Percent.nullable(),
    inventory: z.int().nullable(),
    weight: z.int().nullable(),
    lowStock: z.int().nullable(),
    giftPoints: z.int().nullable(),
    /** `5.00` is so much, `5%` a share. */
    giftCents: Cents.nullable(),
    giftPercent: Percent.nullable(),
    frozenCents: Cents.nullable(),
    frozenPercent: Percent.nullable(),
    /** The name of a card product. */
    giftCard: z.string(),
    /** Coupons by their names, as the export of goods writes them: `Wash × 2; Coffee`. */
    giftCoupons: z.string(),
    outcome: ItemImportOutcome,
    /** The column that it is refused for, why, and what stands there. */
    field: ItemImportField.nullable(),
    reason: ItemImportReason.nullable(),
    value: z.string(),
  },
  versioned: false,
  sort: 'line,asc',
  acts: ['list'],
})
