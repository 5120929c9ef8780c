import { itemImportLinesMost, type ItemImportField as Field, type ItemImportReason } from '@forecourt/contract'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { invisible } from '../../platform/execution/validate.ts'
import type { TableLine } from '../../platform/sheet/read-text.ts'
import { Damaged } from '../../platform/sheet/read-xlsx.ts'
import type { Mapping } from './columns.ts'
import { couponsSaid } from './coupons-said.ts'

export interface Wrong {
  readonly field: Field | null
  readonly reason: ItemImportReason
  /** What stands there, shortened. */
  readonly value: string
}
/** A line as it says goods; what it does not say is empty, or null. */
export interface GoodsLine {
  readonly line: number
  readonly code: string
  readonly name: string
  readonly barcode: string
  readonly category: string
  readonly description: string
  readonly priceCents: number | null
  readonly taxRate: number | null
  readonly inventory: number | null
  readonly weight: number | null
  readonly lowStock: number | null
  readonly giftPoints: number | null
  readonly giftCents: number | null
  readonly giftPercent: number | null
  readonly frozenCents: number | null
  readonly frozenPercent: number | null
  /** The name of a card product. */
  readonly giftCard: string
  /** Coupons by their names. */
  readonly giftCoupons: string
}
export type ReadLine = GoodsLine & { readonly wrong?: Wrong }

const nothing: GoodsLine = {
  line: 1,
  code: '',
  name: '',
  barcode: '',
  category: '',
  description: '',
  priceCents: null,
  taxRate: null,
  inventory: null,
  weight: null,
  lowStock: null,
  giftPoints: null,
  giftCents: null,
  giftPercent: null,
  frozenCents: null,
  frozenPercent: null,
  giftCard: '',
  giftCoupons: '',
}
/** A file that is refused as a whole. */
export class Unfit extends Error {
  /** What is said of it, as of one line. */
  readonly lines: readonly ReadLine[]

  constructor(reason: ItemImportReason) {
    super(reason)
    this.lines = [{ ...nothing, wrong: { field: null, reason, value: '' } }]
  }
}
const shortened = (text: string) => text.slice(0, 60).toWellFormed().replaceAll(new RegExp(invisible, 'g'), '')

/** So many lines are judged and written by a few statements: none takes longer than a statement may. */
const portion = 10_000
type Rows = AsyncIterable<TableLine> | Iterable<TableLine>

/**
 * The lines of a file beneath its header, some at a time, so that neither the file nor its lines are kept as a whole. What stands against a
 * line by itself is said with it. @throws Unfit @source requirement GDS-020
 */
export async function* readLines(rows: Rows, mapping: Mapping): AsyncGenerator<ReadLine[]> {
  const fields = Object.keys(mapping) as Field[]
  const seen = { codes: new Set<string>(), barcodes: new Set<string>() }
  let turn = -1
  let lines: ReadLine[] = []
  for await (const { line, record } of readable(rows)) {
    // The first one says what the columns are.
    if (++turn === 0) continue
    if (turn > itemImportLinesMost) throw new Unfit('tooMany')
    lines.push(lineOf(line, fields, field => record[mapping[field] ?? -1] ?? '', seen))
    // Others are answered in between.
    if (turn % 5_000 === 0) await nextTurn()
    if (lines.length < portion) continue
    yield lines
    lines = []
  }
  if (turn < 1) throw new Unfit('empty')
  if (lines.length > 0) yield lines
}

async function* readable(rows: Rows): AsyncGenerator<TableLine> {
  try {
    yield* rows
  } catch (thrown) {
    throw thrown instanceof Damaged ? new Unfit('unreadable') : thrown
  }
}

interface Seen {
  readonly codes: Set<string>
  readonly barcodes: Set<string>
}

/** Figures of a line: null where nothing stands there, undefined where it is none that fits. */
interface Figures {
  readonly price: number | null | undefined
  readonly taxRate: number | null | undefined
  readonly inventory: number | null | undefined
  readonly weight: number | null | undefined
  readonly lowStock: number | null | undefined
  readonly giftPoints: number | null | undefined
  readonly gift: Balance | undefined
  readonly frozen: Balance | undefined
}
/** So much, or a share of what is paid; neither where nothing is said. */
interface Balance {
  readonly cents: number | null
  readonly percent: number | null
}

/** What stands in the column of a field; nothing where the file has none. */
type Cell = (field: Field) => string

function lineOf(line: number, fields: readonly Field[], cell: Cell, seen: Seen): ReadLine {
  const figures: Figures = {
    price: hundredths(cell('price').replace(/^[¥￥$]\s*/, ''), 10_000_000),
    taxRate: percent(cell('taxRate')),
    inventory: whole(cell('inventory'), -1, 1_000_000_000),
    weight: whole(cell('weight'), -1_000_000, 1_000_000),
    lowStock: whole(cell('lowStock'), 0, 1_000_000),
    giftPoints: whole(cell('giftPoints'), 1, 1_000_000),
    gift: balance(cell('gift')),
    frozen: balance(cell('frozen')),
  }
  const said: GoodsLine = {
    line,
    code: cell('code'),
    name: cell('name'),
    barcode: cell('barcode'),
    category: cell('category'),
    description: cell('description'),
    priceCents: figures.price ?? null,
    taxRate: figures.taxRate ?? null,
    inventory: figures.inventory ?? null,
    weight: figures.weight ?? null,
    lowStock: figures.lowStock ?? null,
    giftPoints: figures.giftPoints ?? null,
    giftCents: figures.gift?.cents ?? null,
    giftPercent: figures.gift?.percent ?? null,
    frozenCents: figures.frozen?.cents ?? null,
    frozenPercent: figures.frozen?.percent ?? null,
    giftCard: cell('giftCard'),
    giftCoupons: cell('giftCoupons'),
  }
  const found = wrongShape(fields, cell, figures) ?? wrongAmong(said, seen)
  if (!found) return said
  const [field, reason] = found
  const texts = { code: shortened(said.code), name: shortened(said.name), barcode: shortened(said.barcode) }
  const more = { category: shortened(said.category), description: shortened(said.description), giftCard: shortened(said.giftCard) }
  return { ...said, ...texts, ...more, giftCoupons: shortened(said.giftCoupons), wrong: { field, reason, value: shortened(cell(field)) } }
}

type Found = readonly [field: Field, reason: ItemImportReason]
const longest = { code: 40, name: 60, barcode: 40, category: 40, description: 500, giftCard: 40 } as const
const visible = /^[^\n\r\u2028\u2029]*[\p{L}\p{N}\p{P}\p{S}][^\n\r\u2028\u2029]*$/u
const texts = ['code', 'name', 'barcode', 'category', 'description', 'giftCard'] as const
const numbers = ['price', 'taxRate', 'inventory', 'weight', 'lowStock', 'giftPoints', 'gift', 'frozen'] as const

/** What stands against a line whatever the others say. */
function wrongShape(fields: readonly Field[], cell: Cell, figures: Figures): Found | undefined {
  const hidden = fields.find(field => invisible.test(cell(field)))
  if (hidden) return [hidden, 'invisible']
  if (cell('code') === '') return ['code', 'codeMissing']
  if (cell('name') === '') return ['name', 'nameMissing']
  if (cell('category') === '') return ['category', 'categoryMissing']
  if (cell('price') === '') return ['price', 'priceMissing']
  for (const field of texts) {
    const text = cell(field)
    if (text.length > longest[field] || (text !== '' && field !== 'description' && !visible.test(text))) return [field, field]
  }
  for (const field of numbers) if (figures[field] === undefined) return [field, field]
  const coupons = cell('giftCoupons')
  return coupons !== '' && !couponsSaid(coupons) ? ['giftCoupons', 'giftCoupons'] : undefined
}

/** Goods have one line, and a barcode is of one article. */
function wrongAmong({ code, barcode }: GoodsLine, { codes, barcodes }: Seen): Found | undefined {
  if (codes.has(code)) return ['code', 'codeTwice']
  if (barcode !== '' && barcodes.has(barcode)) return ['barcode', 'barcodeTwice']
  codes.add(code)
  if (barcode !== '') barcodes.add(barcode)
  return undefined
}

/** An amount of at most two decimals as hundredths. */
function hundredths(text: string, most: number): number | null | undefined {
  if (text === '') return null
  const [, units = '', part = ''] = /^(\d{1,3}(?:,\d{3}){1,2}|\d{1,9})(?:\.(\d{1,2}))?$/.exec(text) ?? []
  if (units === '') return undefined
  const value = Number(units.replaceAll(',', '')) * 100 + Number(part.padEnd(2, '0'))
  return value <= most ? value : undefined
}

/** 13, 13% and 13.00 are the same; a hundred is none. */
function percent(text: string): number | null | undefined {
  const value = hundredths(text.replace(/\s*[%％]$/, ''), 9_999)
  return typeof value === 'number' ? value / 100 : value
}

/** `5.00` is so much, `5%` a share. */
function balance(text: string): Balance | undefined {
  if (text === '') return { cents: null, percent: null }
  const isShare = /[%％]$/.test(text)
  const value = isShare ? percent(text) : hundredths(text.replace(/^[¥￥$]\s*/, ''), 1_000_000_00)
  if (!value) return undefined
  return isShare ? { cents: null, percent: value } : { cents: value, percent: null }
}

function whole(text: string, least: number, most: number): number | null | undefined {
  if (text === '') return null
  if (!/^-?\d{1,10}(?:\.0+)?$/.test(text)) return undefined
  const value = Number(text)
  return value >= least && value <= most ? value : undefined
}
