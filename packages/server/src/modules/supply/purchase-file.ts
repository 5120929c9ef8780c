import type { PurchaseImportField, PurchaseImportProblem, PurchaseImportReason } from '@forecourt/contract'
import { invisible } from '../../platform/execution/validate.ts'
import { readTable, textOf, type TableLine } from '../../platform/sheet/read-text.ts'

/** A contract as a line of a file says it; depot, fuel and supplier by what people call them. */
export interface PurchaseLine {
  readonly line: number
  readonly day: string
  readonly number: string
  readonly depot: string
  readonly baseFuel: string
  readonly supplier: string
  readonly density: number
  readonly priceCentsPerT: number
  readonly taxRate: number
  readonly weightKg: number
  readonly description: string
}
interface FileRead {
  readonly lines: readonly PurchaseLine[]
  readonly problems: readonly PurchaseImportProblem[]
}

/** What may stand above the columns, which without titles stand in this order: that of the form. */
const titles: Record<PurchaseImportField, readonly string[]> = {
  day: ['day', 'date', 'contractdate', '日期', '合同日期', '采购日期'],
  number: ['number', 'contractno', 'contractnumber', 'no', '合同号', '合同编号', '编号'],
  depot: ['depot', 'fueldepot', '油库', '油库名称'],
  baseFuel: ['basefuel', 'fuel', 'product', '基础油品', '油品', '品种'],
  supplier: ['supplier', '供应商', '供应商名称', '供货单位'],
  density: [
    'density',
    'densitykg/m3',
    'standarddensity',
    'standarddensitykg/m3',
    '密度',
    '标准密度',
    '标准密度kg/m3',
    '标准密度千克/立方米',
  ],
  price: ['price', 'pricepert', 'unitprice', 'unitpricepert', 'priceatonincltax', '单价', '含税单价', '单价元/吨', '含税单价元/吨'],
  taxRate: ['taxrate', 'taxrate%', 'tax', '税率', '税率%'],
  weight: ['weight', 'tons', 'quantity', 'quantityt', '数量', '数量吨', '吨数', '重量'],
  description: ['description', 'remark', 'note', '说明', '备注'],
}
/** So many contracts are taken at once: each is in the book before the answer. */
const linesMost = 5_000

const wholly = (reason: PurchaseImportReason): FileRead => ({ lines: [], problems: [{ line: 1, field: null, reason, value: '' }] })
const shortened = (text: string) => text.slice(0, 60).toWellFormed().replaceAll(new RegExp(invisible, 'g'), '')

/** The contracts of a csv or txt file in UTF-8 or GBK, and what is wrong with other lines. @source requirement SUP-012 */
export function readPurchases(bytes: Uint8Array): FileRead {
  const text = textOf(bytes)
  if (text === undefined) return wholly('unreadable')
  const table = readTable(text, titles, ['number', 'supplier'])
  if (table.lines.length === 0) return wholly('empty')
  if (table.lines.length > linesMost) return wholly('tooMany')
  const read = table.lines.map(each => lineOf(each, column => table.cell(each.record, column)))
  const seen = new Set<string>()
  const again = read.map(each => ('reason' in each ? each : twice(each, seen)))
  return {
    lines: again.filter((each): each is PurchaseLine => !('reason' in each)),
    problems: again.filter((each): each is PurchaseImportProblem => 'reason' in each),
  }
}

function twice(line: PurchaseLine, seen: Set<string>): PurchaseLine | PurchaseImportProblem {
  const key = JSON.stringify([line.supplier, line.number])
  if (seen.has(key)) return { line: line.line, field: 'number', reason: 'twice', value: shortened(line.number) }
  seen.add(key)
  return line
}

const needed = ['day', 'number', 'depot', 'baseFuel', 'supplier', 'density', 'price', 'taxRate', 'weight'] as const
const longest = { number: 40, depot: 60, baseFuel: 40, supplier: 60, description: 500 } as const

function lineOf({ line }: TableLine, cell: (column: PurchaseImportField) => string): PurchaseLine | PurchaseImportProblem {
  const wrong = (field: PurchaseImportField, reason: PurchaseImportReason): PurchaseImportProblem => ({
    line,
    field,
    reason,
    value: shortened(cell(field)),
  })
  const missing = needed.find(field => cell(field) === '')
  if (missing) return wrong(missing, 'missing')
  const [day, density, price] = [dayOf(cell('day')), decimal(cell('density'), 1), decimal(cell('price'), 2)]
  const [rate, weight] = [decimal(cell('taxRate').replace(/\s*[%％]$/, ''), 2), decimal(cell('weight'), 3)]
  if (day === undefined) return wrong('day', 'wrong')
  const long = (Object.keys(longest) as (keyof typeof longest)[]).find(
    field => cell(field).length > longest[field] || invisible.test(cell(field)),
  )
  if (long) return wrong(long, 'wrong')
  if (density === undefined || density < 6_000 || density > 10_000) return wrong('density', 'wrong')
  if (price === undefined || price > 100_000_000) return wrong('price', 'wrong')
  if (rate === undefined || rate >= 10_000) return wrong('taxRate', 'wrong')
  if (weight === undefined || weight < 1 || weight > 100_000_000) return wrong('weight', 'wrong')
  return {
    line,
    day,
    number: cell('number'),
    depot: cell('depot'),
    baseFuel: cell('baseFuel'),
    supplier: cell('supplier'),
    density: density / 10,
    priceCentsPerT: price,
    taxRate: rate / 100,
    weightKg: weight,
    description: cell('description'),
  }
}

/** `2026-05-01`, `2026/5/1`, `2026.5.1`, `2026年5月1日` and `20260501`. */
function dayOf(text: string): string | undefined {
  const parts = /^(\d{4})[-/.年](\d{1,2})[-/.月](\d{1,2})日?$/.exec(text) ?? /^(\d{4})(\d{2})(\d{2})$/.exec(text)
  if (!parts) return undefined
  const [, year, month, day] = parts.map(Number) as [number, number, number, number]
  try {
    return Temporal.PlainDate.from({ year, month, day }, { overflow: 'reject' }).toString()
  } catch {
    return undefined
  }
}

/** A figure of at most so many decimals as a whole number of its smallest unit; undefined where it is none. */
function decimal(text: string, places: number): number | undefined {
  const bare = text.normalize('NFKC').replace(/^[¥]\s*/, '')
  const [, whole = '', part = ''] = /^(\d{1,3}(?:,\d{3}){1,3}|\d{1,10})(?:\.(\d+))?$/.exec(bare) ?? []
  if (whole === '') return undefined
  const digits = part.replace(/0+$/, '')
  return digits.length > places ? undefined : Number(whole.replaceAll(',', '') + digits.padEnd(places, '0'))
}
