import { z } from 'zod'
import { FileRef } from '../file/attachment.ts'
import { endpoint, resource } from '../kit.ts'
import { Cents, Id, Instant, Kilograms, LocalDate, Name, Ref, TaxRate, Text } from '../units.ts'

const PriceCentsPerT = Cents.min(0).max(100_000_000)
const Weight = Kilograms.min(1).max(100_000_000)
/** kg/m³ at the reference temperature; 600 and 1000 are within. @source requirement SUP-010 */
const StandardDensity = z.number().min(600).max(1000).multipleOf(0.1, 'oneDecimal')

const amounts = {
  /** Tons × price, with tax. */
  amountCents: Cents,
  /** The amount ÷ (1 + rate). @source decision E5 */
  netCents: Cents,
}

/**
 * 采购合同: fuel that the company buys into a depot, by the ton. Saving it books the fuel; an edit takes that back and books anew.
 * @source requirements SUP-003, SUP-010, SUP-011, SUP-015; decisions SU2, SU4, SU5, SU10
 */
export const purchaseContracts = resource('purchaseContracts', {
  table: 'purchase_contract',
  scope: 'company',
  permission: 'supply.purchase',
  idempotent: true,
  body: z.object({
    day: LocalDate,
    /** Unique with its supplier. */
    number: Name(40),
    depotId: Ref('depots'),
    baseFuelId: Ref('baseFuels'),
    supplierId: Ref('suppliers'),
    density: StandardDensity,
    /** A ton, with tax. */
    priceCentsPerT: PriceCentsPerT,
    taxRate: TaxRate,
    weightKg: Weight,
    description: Text(500).default(''),
  }),
  read: { ...amounts, createdDate: Instant },
  label: ['number'],
  sort: 'day,desc',
  totals: ['weightKg', 'amountCents', 'netCents'],
})

/** What a line of a file may say, in the order of a file without titles. */
export const PurchaseImportField = z.enum([
  'day',
  'number',
  'depot',
  'baseFuel',
  'supplier',
  'density',
  'price',
  'taxRate',
  'weight',
  'description',
])
export type PurchaseImportField = z.output<typeof PurchaseImportField>
/** Why a line, or the whole file, is not taken. */
export const PurchaseImportReason = z.enum([
  'unreadable',
  'empty',
  'tooMany',
  'missing',
  'wrong',
  'unknown',
  'ended',
  'otherFuel',
  'twice',
  'differs',
  'inFuture',
  'monthSettled',
])
export type PurchaseImportReason = z.output<typeof PurchaseImportReason>

const ImportProblem = z.object({
  line: z.int(),
  field: PurchaseImportField.nullable(),
  reason: PurchaseImportReason,
  /** What stands there, shortened. */
  value: z.string(),
})
export type PurchaseImportProblem = z.output<typeof ImportProblem>

export const purchaseCalls = {
  preview: endpoint('POST', '/purchaseContracts/preview', {
    permission: 'supply.purchase.write',
    reads: true,
    body: z.strictObject({ priceCentsPerT: PriceCentsPerT, taxRate: TaxRate, weightKg: Weight }),
    returns: z.object({ ...amounts, currency: z.string() }),
    summary: 'What a contract would come to; nothing is saved',
  }),
  /** All or nothing, for a contract moves stock. @source requirement SUP-012, decision SU14 */
  import: endpoint('POST', '/purchaseContracts/import', {
    permission: 'supply.purchase.write',
    idempotent: true,
    body: z.strictObject({ attachmentId: FileRef('purchaseImport'), apply: z.boolean().default(false) }),
    returns: z.object({
      /** Lines of the file; those that bring a contract, and those whose contract is there already as they say it. */
      total: z.int(),
      added: z.int(),
      known: z.int(),
      weightKg: Kilograms,
      ...amounts,
      /** False where lines are refused, or it was a dry run. */
      applied: z.boolean(),
      /** The first hundred that are refused. */
      problems: z.array(ImportProblem),
      refused: z.int(),
      contractIds: z.array(Id),
    }),
    summary: 'Reads a csv or txt file of contracts: a dry run, or all of its contracts at once',
  }),
}
