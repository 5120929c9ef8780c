import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { sheetOf } from '../platform/sheet/sheet.ts'

/** A workbook as a spreadsheet keeps it: a line of titles, and texts beneath them. */
export const workbook = (rows: string[][]): Promise<Buffer> =>
  buffer(
    Readable.from(
      sheetOf.xlsx(
        rows[0]!.map(title => ({ title, type: 'text' as const })),
        Readable.from([rows.slice(1)]) as AsyncIterable<string[][]>,
      ),
      { objectMode: false },
    ),
  )
