import { note, type At } from './cells.ts'
import type { Column, WetStockMapping } from './wet-stock-mapping.ts'

/** What a cell says; the same for every row where the mapping says it. */
export const cell = ({ row }: Pick<At, 'row'>, column: Column | undefined): string =>
  column === undefined ? '' : typeof column === 'object' ? column.value : (row.cells[String(column)] ?? '')
/** What a problem of a cell is named by. */
export const nameOf = (column: Column | undefined): string => (typeof column === 'object' || column === undefined ? '' : String(column))

export type Numbers = Pick<WetStockMapping, 'decimal' | 'thousands'>

/**
 * A decimal number in whole parts of `places` decimals, rounded half up once, digit by digit: no float touches it, so that what a file adds
 * up to is the sum of its rounded rows. @source decisions WS15
 */
export function decimalOf(text: string, { decimal, thousands }: Numbers, places: number): number | undefined {
  const bare = thousands === undefined ? text : text.replaceAll(thousands, '')
  const escaped = decimal === '.' ? String.raw`\.` : decimal
  const [, sign, whole, fraction = ''] = new RegExp(`^([-+]?)(\\d{1,12})(?:${escaped}(\\d+))?$`).exec(bare) ?? []
  if (whole === undefined) return undefined
  const kept = Number(whole + fraction.slice(0, places).padEnd(places, '0'))
  const rounded = kept + (Number(fraction[places] ?? '0') >= 5 ? 1 : 0)
  return sign === '-' ? 0 - rounded : rounded
}

/** A decimal number exactly as it is written: so many units of so many decimals. */
export interface Exact {
  readonly units: bigint
  readonly places: number
}
export function exactOf(text: string, { decimal, thousands }: Numbers): Exact | undefined {
  const bare = thousands === undefined ? text : text.replaceAll(thousands, '')
  const escaped = decimal === '.' ? String.raw`\.` : decimal
  const [, sign, whole, fraction = ''] = new RegExp(`^([-+]?)(\\d{1,12})(?:${escaped}(\\d{1,20}))?$`).exec(bare) ?? []
  if (whole === undefined) return undefined
  const units = BigInt(whole + fraction)
  return { units: sign === '-' ? -units : units, places: fraction.length }
}
/** The product of such numbers as so many times a whole, rounded once, half away from zero. */
export function timesExactly(numbers: readonly Exact[], times: bigint, divided = 1n): number {
  const over = numbers.reduce((all, { units }) => all * units, times)
  const under = divided * 10n ** BigInt(numbers.reduce((all, { places }) => all + places, 0))
  return Number((2n * over + (over < 0n ? -under : under)) / (2n * under))
}

/** Litres as whole centilitres, above zero or from zero on. */
export function centilitres(at: At, column: Column, by: Numbers, least: 0 | 1): number {
  const cl = decimalOf(cell(at, column), by, 2)
  if (cl === undefined) note(at, nameOf(column), 'notNumber')
  else if (cl < 0) note(at, nameOf(column), 'negative')
  else if (cl < least) note(at, nameOf(column), 'notPositive')
  else if (cl > 1_000_000_00) note(at, nameOf(column), 'tooLarge')
  else return cl
  return 0
}

/** A measure that may be missing: in whole parts of so many decimals, within its bounds. */
export function measure(at: At, column: Column | undefined, by: Numbers, places: number, [least, most]: readonly [number, number]) {
  const text = cell(at, column)
  if (text === '') return null
  const value = decimalOf(text, by, places)
  if (value === undefined) note(at, nameOf(column), 'notNumber')
  else if (value < least || value > most) note(at, nameOf(column), value < 0 && least === 0 ? 'negative' : 'tooLarge')
  else return value
  return null
}

const tokens: Readonly<Record<string, string>> = {
  YYYY: String.raw`(?<year>\d{4})`,
  MM: String.raw`(?<month>\d{1,2})`,
  DD: String.raw`(?<day>\d{1,2})`,
  HH: String.raw`(?<hour>\d{1,2})`,
  mm: String.raw`(?<minute>\d{2})`,
  ss: String.raw`(?<second>\d{2})(?:\.\d+)?`,
}
const shapes = new Map<string, RegExp>()
function shapeOf(dates: string): RegExp {
  const known = shapes.get(dates)
  if (known) return known
  const source = dates.replaceAll(/YYYY|MM|DD|HH|mm|ss|\[|\]|[^A-Za-z0-9\s]|\s+|[A-Za-z0-9]/g, part => {
    if (part === '[') return '(?:'
    if (part === ']') return ')?'
    return tokens[part] ?? (/^\s+$/.test(part) ? String.raw`\s+` : part.replace(/[.*+?^${}()|\\/-]/, String.raw`\$&`))
  })
  const shape = new RegExp(`^${source}$`)
  shapes.set(dates, shape)
  return shape
}

/**
 * An instant by the clocks of the files. An hour that the clocks skipped is none; of one that they showed twice it is the first, unless the
 * rows before were later already. @returns undefined where it is none
 */
export function instantOf(text: string, dates: string, zone: string, after = -Infinity): number | undefined {
  try {
    if (dates === 'iso') return Temporal.Instant.from(text.replace(' ', 'T')).epochMilliseconds
    const found = shapeOf(dates).exec(text)?.groups
    if (!found) return undefined
    const { year, month, day, hour = '0', minute = '0', second = '0' } = found
    const parts = { year, month, day, hour, minute, second }
    const local = Object.fromEntries(Object.entries(parts).map(([name, digits]) => [name, Number(digits)]))
    const plain = Temporal.PlainDateTime.from(local as unknown as Temporal.PlainDateTimeLike, { overflow: 'reject' })
    const at = (disambiguation: 'earlier' | 'later') => plain.toZonedDateTime(zone, { disambiguation })
    const [earlier, later] = [at('earlier'), at('later')]
    if (!earlier.toPlainDateTime().equals(plain)) return undefined
    return earlier.epochMilliseconds > after ? earlier.epochMilliseconds : later.epochMilliseconds
  } catch {
    return undefined
  }
}
