import { measured } from '@forecourt/contract/measure/case.ts'
import { isFigure, reasons, type Measured, type MeasureSettings, type Quantity } from '@forecourt/contract/measure/terms.ts'
import { parse } from 'csv-parse/sync'
import { plainWord } from './case-words.ts'
import { CaseFault, numberIn, readCase, type Row } from './case-row.ts'

export interface Checked {
  readonly cases: number
  /** What differs or cannot be read, each with its line. */
  readonly faults: readonly string[]
}

/** A case that expects no figure says so by one of these, or by the reason itself. */
const noFigureWords = new Set(['none', 'no', 'null', 'nofigure', 'na', 'outofrange', 'refused', '无'])
const inLitres = new Set<Quantity>(['volume', 'volumeAtReference'])

/** Calculates every line of a file of cases and compares it with what the line expects. Cells are parted by commas, semicolons or tabs. */
export function checkCases(text: string, options: MeasureSettings): Checked {
  const heads = /[^#\r\n][^\r\n]*/.exec(text)?.[0] ?? ''
  const delimiter = [';', '\t'].find(sign => heads.includes(sign)) ?? ','
  const rows = parse(text, {
    bom: true,
    columns: (names: string[]) => names.map(plainWord),
    delimiter,
    // Where commas do not part the cells they stand before decimals.
    cast: cell => (delimiter === ',' ? cell : cell.replace(/^([-−]?\d+),(\d+)/, '$1.$2')),
    skip_empty_lines: true,
    trim: true,
    relax_column_count: true,
    comment: '#',
    comment_no_infix: true,
    info: true,
  }) as unknown as { record: Row; info: { lines: number } }[]
  const faults = rows.flatMap(({ record, info }) => {
    const fault = faultOf(record, options)
    return fault === undefined ? [] : [`line ${info.lines}: ${fault}`]
  })
  return { cases: rows.length, faults }
}

function faultOf(row: Row, options: MeasureSettings): string | undefined {
  try {
    const { asked, settings } = readCase(row, options)
    const result = measured(asked, settings)
    const difference = differenceOf(result, row['expected'] ?? '', numberIn(row['tolerance'] ?? '', 'tolerance'))
    return difference && `${said(row)}: ${difference}`
  } catch (error) {
    if (error instanceof CaseFault) return error.message
    throw error
  }
}

/** Every column that has something but what is expected, as it was written. */
const said = (row: Row): string =>
  Object.entries(row)
    .filter(([column, text]) => text !== '' && column !== 'expected' && column !== 'tolerance')
    .map(([column, text]) => (column === 'method' ? text : `${column} ${text}`))
    .join(', ')

/** Nothing where the figure is the one expected to its last place, or within the tolerance that the line grants. */
function differenceOf(result: Measured, expected: string, tolerance: number | undefined): string | undefined {
  const word = plainWord(expected)
  const reason = reasons.find(one => plainWord(one) === word)
  if (reason !== undefined || noFigureWords.has(word) || (word === '' && !isFigure(result))) {
    if (!isFigure(result) && (reason === undefined || result.reason === reason)) return undefined
    return `expected ${expected}, is ${shown(result)}`
  }
  const wanted = numberIn(expected, 'expected')
  if (wanted === undefined) return `nothing is expected; it is ${shown(result)}`
  if (!isFigure(result)) return `expected ${expected}, is ${shown(result)}`
  const unit = inLitres.has(result.quantity) ? 100 : 1
  const apart = Math.abs(wanted * unit - result.value)
  // What two doubles of one decimal figure may be apart by.
  const alike = 10 ** -result.places * 1e-4
  return apart <= (tolerance ?? 0) * unit + alike ? undefined : `expected ${expected}, is ${shown(result)}`
}

function shown(result: Measured): string {
  if (!isFigure(result)) {
    const range = result.min === undefined ? '' : ` (${result.min} to ${result.max})`
    return `none: ${result.reason}${range}`
  }
  return inLitres.has(result.quantity) ? (result.value / 100).toFixed(2) : result.value.toFixed(result.places)
}
