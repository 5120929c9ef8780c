import { batchMost, type CardBatchReason } from '@forecourt/contract'
import { parse } from 'csv-parse/sync'
import { refuse } from '../../platform/execution/refusal.ts'
import { delimiterOf, textOf } from '../../platform/sheet/read-text.ts'

/** A row of a bulk issue, as it was asked for. */
export interface BatchRow {
  readonly line: number
  readonly number: string
  readonly holderName: string
  readonly holderMobile: string
  /** What is wrong with it by itself; the rest is found out when it is issued. */
  readonly reason?: CardBatchReason
}

type Column = 'number' | 'holderName' | 'holderMobile'
/** What stands above the columns; compared without blanks, marks and case. */
const heads: Record<Column, readonly string[]> = {
  number: ['number', 'cardno', 'cardnumber', '卡号', '卡面号'],
  holderName: ['name', 'holder', 'holdername', '姓名', '持卡人', '持卡人姓名'],
  holderMobile: ['mobile', 'phone', 'holdermobile', 'mobilenumber', '手机', '手机号', '手机号码', '持卡人手机号'],
}
const usual: readonly Column[] = ['number', 'holderName', 'holderMobile']
const shapes = { number: /^[0-9A-Za-z-]{4,32}$/, mobile: /^(1\d{10}|\+\d{7,15})$/ }
const longest = 60

const bare = (text: string) =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[\s_\-.()（）]/g, '')

/**
 * The rows of a file: csv or txt, with or without a line of titles. Each has a card number, and may have the holder's name and mobile.
 * @throws cardBatch.notText, cardBatch.empty, cardBatch.tooMany
 */
export function rowsOfFile(bytes: Uint8Array): BatchRow[] {
  const text = textOf(bytes) ?? refuse('cardBatch.notText')
  const delimiter = delimiterOf(text.slice(0, text.indexOf('\n') >>> 0))
  const options = { delimiter, bom: true, info: true, relax_column_count: true, relax_quotes: true, trim: true } as const
  const lines = parse(text, { ...options, skip_empty_lines: true }) as unknown as { record: string[]; info: { lines: number } }[]
  const titles = lines[0]?.record.map(title => usual.find(column => heads[column].includes(bare(title)))) ?? []
  const hasTitles = titles.includes('number')
  const body = hasTitles ? lines.slice(1) : lines
  if (body.length === 0) refuse('cardBatch.empty')
  if (body.length > batchMost) refuse('cardBatch.tooMany', { count: body.length, most: batchMost })
  const columns = hasTitles ? titles : usual
  const cell = (record: readonly string[], column: Column) => (record[columns.indexOf(column)] ?? '').slice(0, longest)
  return withTwice(
    body.map(({ record, info }) => {
      const number = cell(record, 'number')
      const row = { line: info.lines, number, holderName: cell(record, 'holderName'), holderMobile: cell(record, 'holderMobile') }
      if (!shapes.number.test(number)) return { ...row, reason: 'number' as const }
      return row.holderMobile !== '' && !shapes.mobile.test(row.holderMobile) ? { ...row, reason: 'mobile' as const } : row
    }),
  )
}

/** The first of two rows of one number counts. */
function withTwice(rows: readonly BatchRow[]): BatchRow[] {
  const seen = new Set<string>()
  return rows.map(row => {
    if (row.reason) return row
    if (seen.has(row.number)) return { ...row, reason: 'numberTwice' as const }
    seen.add(row.number)
    return row
  })
}

/** So many numbers from the first one on, which has to end in digits enough. @throws cardBatch.range */
export function rowsOfRange(first: string, count: number): BatchRow[] {
  const [, head = '', digits = ''] = /^(.*?)(\d+)$/.exec(first) ?? []
  const from = BigInt(digits === '' ? 0 : digits)
  const last = from + BigInt(count - 1)
  if (digits === '' || String(last).length > digits.length) refuse('cardBatch.range', { first, count })
  return Array.from({ length: count }, (_, at) => ({
    line: at + 1,
    number: head + String(from + BigInt(at)).padStart(digits.length, '0'),
    holderName: '',
    holderMobile: '',
  }))
}
