import type { Mapping } from './mapping.ts'
import type { Problem } from './problem.ts'
import type { Row } from './read.ts'

/** A row of a file, and where what is wrong with it is reported. */
export interface At {
  readonly file: string
  readonly row: Row
  readonly problems: Problem[]
}

// The checks of a cell: each gives the value, and notes a problem where there is none to give.

export function note({ file, row, problems }: At, column: string, reason: Problem['reason'], expected?: string): void {
  problems.push({ file, line: row.line, column, reason, value: (row.cells[column] ?? '').slice(0, 200), ...(expected && { expected }) })
}

export function words(at: At, column: string, text: string, max: number): string {
  if (text === '') note(at, column, 'empty')
  if (text.length > max) note(at, column, 'tooLong', String(max))
  return text
}

export function companyOf(at: At, by: Mapping['stations']['company'], keys: readonly string[]): string {
  if (!by) return keys[0]!
  const key = by.values[at.row.cells[by.column] ?? '']
  if (key === undefined || !keys.includes(key)) note(at, by.column, 'unknownCompany')
  return key ?? ''
}

export function moment(at: At, dateColumn: string, timeColumn: string, zone: string): number {
  const date = at.row.cells[dateColumn] ?? '',
    time = at.row.cells[timeColumn] ?? ''
  const day = /^\d{4}-\d{2}-\d{2}$/.test(date) ? attempt(() => Temporal.PlainDate.from(date, { overflow: 'reject' })) : undefined
  const clock = /^\d{2}:\d{2}(:\d{2})?$/.test(time) ? attempt(() => Temporal.PlainTime.from(time, { overflow: 'reject' })) : undefined
  if (!day) note(at, dateColumn, 'notDate')
  if (!clock) note(at, timeColumn, 'notTime')
  return day && clock ? day.toZonedDateTime({ timeZone: zone, plainTime: clock }).epochMilliseconds : 0
}

/** A decimal number as whole hundredths, read digit by digit: no float touches it. */
export function hundredths(at: At, column: string): number {
  const [, sign, whole, fraction = ''] = /^([-+]?)(\d+)(?:\.(\d+))?$/.exec(at.row.cells[column] ?? '') ?? []
  if (whole === undefined) note(at, column, 'notNumber')
  else if (sign === '-') note(at, column, 'negative')
  else if (fraction.length > 2) note(at, column, 'decimals')
  else if (whole.length > 11) note(at, column, 'tooLarge')
  else return Number(whole + fraction.padEnd(2, '0'))
  return 0
}

function attempt<T>(make: () => T): T | undefined {
  try {
    return make()
  } catch {
    return undefined
  }
}
