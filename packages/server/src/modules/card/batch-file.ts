import { batchMost, CardNumber, Mobile, type CardBatchReason } from '@forecourt/contract'
import { refuse } from '../../platform/execution/refusal.ts'
import { readTable, textOf } from '../../platform/sheet/read-text.ts'

/** A row of a bulk issue, as it was asked for. */
export interface BatchRow {
  readonly line: number
  readonly number: string
  readonly holderName: string
  readonly holderMobile: string
  /** What is wrong with it by itself; the rest is found out when it is issued. */
  readonly reason?: CardBatchReason
}

/** What may stand above the columns. */
const titles = {
  number: ['number', 'cardno', 'cardnumber', '卡号', '卡面号'],
  holderName: ['name', 'holder', 'holdername', '姓名', '持卡人', '持卡人姓名'],
  holderMobile: ['mobile', 'phone', 'holdermobile', 'mobilenumber', '手机', '手机号', '手机号码', '持卡人手机号'],
}
const longest = 60

/**
 * The rows of a file: csv or txt, with or without a line of titles. Each has a card number, and may have the holder's name and mobile.
 * @throws cardBatch.notText, cardBatch.empty, cardBatch.tooMany
 */
export function rowsOfFile(bytes: Uint8Array): BatchRow[] {
  const { lines, cell } = readTable(textOf(bytes) ?? refuse('cardBatch.notText'), titles, ['number'])
  if (lines.length === 0) refuse('cardBatch.empty')
  if (lines.length > batchMost) refuse('cardBatch.tooMany', { count: lines.length, most: batchMost })
  return withTwice(
    lines.map(({ line, record }) => {
      const [number, holderName, holderMobile] = (['number', 'holderName', 'holderMobile'] as const).map(column =>
        cell(record, column).slice(0, longest),
      ) as [string, string, string]
      const row = { line, number, holderName, holderMobile }
      if (!CardNumber.safeParse(number).success) return { ...row, reason: 'number' as const }
      return holderMobile !== '' && !Mobile.safeParse(holderMobile).success ? { ...row, reason: 'mobile' as const } : row
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
