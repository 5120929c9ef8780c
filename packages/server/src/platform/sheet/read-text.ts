import { parse } from 'csv-parse/sync'

/** UTF-8 where it can be read so, else as Chinese spreadsheets write; nothing where it is no text. */
export function textOf(bytes: Uint8Array): string | undefined {
  for (const encoding of ['utf-8', 'gbk'])
    try {
      const text = new TextDecoder(encoding, { fatal: true }).decode(bytes)
      return text.includes('\u0000') ? undefined : text
    } catch {
      // The next one is tried.
    }
  return undefined
}

const delimiters = [',', ';', '\t', '|']
/** Which of the usual marks parts the columns of a line: the one that parts it most. */
export const delimiterOf = (line: string): string =>
  delimiters.reduce((best, each) => (line.split(each).length > line.split(best).length ? each : best))

/** A title as it is compared: without blanks, marks and case. */
export const bareTitle = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[\s_\-.()（）]/g, '')

/** A line of a table, by the number that it has in its file. */
export interface TableLine {
  readonly line: number
  readonly record: readonly string[]
}
interface Table<Column extends string> {
  readonly lines: readonly TableLine[]
  /** Titles that name none of the columns, as they are written. */
  readonly ignored: readonly string[]
  /** What stands in a column of a line; empty where the line ends before. */
  readonly cell: (record: readonly string[], column: Column) => string
}

type Titles<Column extends string> = Readonly<Record<Column, readonly string[]>>

/** A table of a text, csv or txt. @param titles, needed as `tableOf` takes them */
export const readTable = <Column extends string>(text: string, titles: Titles<Column>, needed: readonly NoInfer<Column>[]): Table<Column> =>
  tableOf(rowsOfText(text), titles, needed)

/** @param most of so many lines at most; blank ones are left out */
export const rowsOfText = (text: string, most?: number): TableLine[] =>
  linesOf(most === undefined ? text : beginningOf(text, most), delimiterOf(text.slice(0, text.indexOf('\n') >>> 0)))

/** The first lines of a text that say something. Where a cell has ends of lines of its own, in quotes, nothing is cut off. */
function beginningOf(text: string, lines: number): string {
  let end = 0
  for (let left = lines; left > 0; ) {
    const next = text.indexOf('\n', end)
    if (next < 0) return text
    if (text.slice(end, next).trim() !== '') left--
    end = next + 1
  }
  const first = text.slice(0, end)
  return first.includes('"') ? text : first
}

/**
 * Rows with or without a line of titles.
 * @param titles what may stand above each column, as it is compared; without titles the columns stand in this order
 * @param needed the columns that a first line has to name to be one of titles
 */
export function tableOf<Column extends string>(
  rows: readonly TableLine[],
  titles: Titles<Column>,
  needed: readonly NoInfer<Column>[],
): Table<Column> {
  const usual = Object.keys(titles) as Column[]
  const head = rows[0]?.record ?? []
  const named = head.map(title => usual.find(column => titles[column].includes(bareTitle(title))))
  const hasTitles = needed.every(column => named.includes(column))
  const columns = hasTitles ? named : usual
  return {
    lines: hasTitles ? rows.slice(1) : rows,
    ignored: hasTitles ? head.filter((title, at) => title !== '' && named[at] === undefined) : [],
    cell: (record, column) => record[columns.indexOf(column)] ?? '',
  }
}

/** What quotes nothing and ends all its lines alike, as machines write, is parted in a tenth of the time that the rest takes. */
export function linesOf(text: string, delimiter: string): TableLine[] {
  const end = text.includes('\r\n') ? '\r\n' : '\n'
  const odd = end === '\n' ? /["\r]/ : /"|\r(?!\n)|(?<!\r)\n/
  return odd.test(text) ? parsedLines(text, delimiter) : plainLines(text, delimiter, end)
}

function plainLines(text: string, delimiter: string, end: string): TableLine[] {
  const lines: TableLine[] = []
  for (const [place, words] of text.split(end).entries()) {
    const record = words.split(delimiter).map(cell => cell.trim())
    if (record.length > 1 || record[0] !== '') lines.push({ line: place + 1, record })
  }
  return lines
}

export const parsedLines = (text: string, delimiter: string): TableLine[] =>
  (
    parse(text, {
      delimiter,
      bom: true,
      info: true,
      relax_column_count: true,
      relax_quotes: true,
      trim: true,
      skip_empty_lines: true,
    }) as unknown as { record: string[]; info: { lines: number } }[]
  ).map(({ record, info }) => ({ line: info.lines, record }))
