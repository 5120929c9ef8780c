import { byteOrderMark, csvLine, type ExportFormat } from '@forecourt/contract'
import { xlsx } from './xlsx.ts'
import type { Rows, SheetColumn } from './column.ts'

/** A table as a file, in pieces, as fast as its rows come. */
export const sheetOf: Record<ExportFormat, (columns: readonly SheetColumn[], rows: Rows) => AsyncGenerator<string | Uint8Array>> = {
  csv,
  xlsx,
}

async function* csv(columns: readonly SheetColumn[], rows: Rows): AsyncGenerator<string> {
  yield byteOrderMark + csvLine(columns.map(({ title }) => title))
  for await (const some of rows) yield some.map(csvLine).join('')
}

export const mimeOf: Record<ExportFormat, string> = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
}
