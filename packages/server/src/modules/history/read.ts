import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { pipeline, Readable } from 'node:stream'
import { CsvError, parse } from 'csv-parse'
import type { Problem } from './problem.ts'

export interface Row {
  readonly line: number
  readonly cells: Record<string, string>
}
/** Some rows of a file, what is wrong with others, what was left out because its line was named, and how many of its bytes are read. */
export interface Portion {
  readonly rows: readonly Row[]
  readonly left: readonly Row[]
  readonly problems: readonly Problem[]
  readonly bytes: number
}
export interface Format {
  readonly encoding: string
  readonly delimiter: string
  /** Without a head the columns are called 1, 2, 3 … */
  readonly header?: boolean
  /** Lines that somebody has named to be left out, whatever is wrong with them. */
  readonly without?: ReadonlySet<number>
}
const nothing = { rows: [], left: [], problems: [] }
const noLines: ReadonlySet<number> = new Set()

const portion = 1000
/** What is longer is no row: a quote that does not end. */
const rowMax = 100_000

/** One CSV file by portions: every row that can be read and a problem for each that cannot. */
export async function* portionsOf(path: string, file: string, columns: readonly string[], format: Format): AsyncGenerator<Portion> {
  const { header: hasHead = true, without = noLines } = format
  const size = (await stat(path).catch(() => undefined))?.size
  if (size === undefined) return yield { ...nothing, problems: [{ file, reason: 'noFile' }], bytes: 0 }
  const unread = await linesThatAreNoText(path, format.encoding)
  const named = unread.filter(line => !without.has(line))
  if (named.length > 0)
    return yield { ...nothing, problems: named.map(line => ({ file, line, reason: 'notText', expected: format.encoding })), bytes: size }

  const unseen = new Set(without)
  let [rows, left, problems, header]: [Row[], Row[], Problem[], string[] | undefined] = [[], [], [], undefined]
  let empty = true
  const note = (problem: Problem) => {
    problems.push(problem)
    empty = false
  }
  const take = (row: Row) => {
    const isLeft = unseen.delete(row.line)
    if (isLeft) left.push(row)
    else rows.push(row)
    empty = false
  }
  const broken = (line: number | undefined, value: string) => {
    if (line !== undefined && unseen.has(line)) take({ line, cells: {} })
    else note({ file, line, reason: 'brokenRow', value })
  }
  const source = { bytes: 0, isText: unread.length === 0 }
  for await (const { record, info } of recordsOf(path, format, source, broken)) {
    const isRow = header !== undefined || !hasHead
    if (!header) {
      header = record.map((name, place) => (hasHead ? name.trim() : String(place + 1)))
      headProblems(file, header, columns).forEach(note)
      if (problems.some(({ reason }) => reason === 'noColumn')) return yield { rows, left, problems, bytes: size }
    }
    if (isRow) take({ line: info.lines, cells: cellsOf(header, record) })
    if (rows.length + left.length + problems.length < portion) continue
    yield { rows, left, problems, bytes: source.bytes }
    ;[rows, left, problems] = [[], [], []]
  }
  if (!header && hasHead) headProblems(file, [], columns).forEach(note)
  if (empty) note({ file, reason: 'noRows' })
  for (const line of unseen) note({ file, line, reason: 'noLine' })
  yield { rows, left, problems, bytes: size }
}

const cellsOf = (header: readonly string[], record: readonly string[]) =>
  Object.fromEntries(header.map((name, index) => [name, (record[index] ?? '').trim()]))

function headProblems(file: string, header: readonly string[], columns: readonly string[]): Problem[] {
  const twice = header.filter((name, index) => header.indexOf(name) !== index)
  const missing = columns.filter(name => !header.includes(name))
  return [
    ...twice.map(column => ({ file, line: 1, column, reason: 'sameColumn' as const })),
    ...missing.map(column => ({ file, line: 1, column, reason: 'noColumn' as const })),
  ]
}

interface Read {
  readonly record: string[]
  readonly info: { readonly lines: number }
}

async function* recordsOf(
  path: string,
  { encoding, delimiter }: Format,
  source: { bytes: number; readonly isText: boolean },
  broken: (line: number | undefined, value: string) => void,
): AsyncGenerator<Read> {
  const skip = (error: CsvError | undefined) => {
    const line = (error as { lines?: number } | undefined)?.lines
    // Nothing after it is a row; what skips it would be asked for every further letter.
    if (error?.code === 'CSV_MAX_RECORD_SIZE') throw error
    broken(line, error?.message.slice(0, 60) ?? '')
  }
  const options = { delimiter, bom: true, info: true, skip_empty_lines: true, skip_records_with_error: true, max_record_size: rowMax }
  const parser = parse({ ...options, on_skip: skip as never })
  pipeline(Readable.from(decoded(path, encoding, source)), parser, () => {})
  try {
    yield* parser as AsyncIterable<Read>
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    broken((error as { lines?: number }).lines, error.message.slice(0, 60))
  }
}

async function* decoded(path: string, encoding: string, source: { bytes: number; readonly isText: boolean }): AsyncGenerator<string> {
  // What is no text stands in lines that are left out.
  const decoder = new TextDecoder(encoding, { fatal: source.isText })
  for await (const bytes of createReadStream(path) as AsyncIterable<Buffer>) {
    source.bytes += bytes.length
    // The database has no letter of this number.
    yield decoder.decode(bytes, { stream: true }).replaceAll('\u0000', '\uFFFD')
  }
}

/** The first lines that cannot be read as that text, if any. */
async function linesThatAreNoText(path: string, encoding: string): Promise<number[]> {
  try {
    const decoder = new TextDecoder(encoding, { fatal: true })
    for await (const bytes of createReadStream(path) as AsyncIterable<Buffer>) decoder.decode(bytes, { stream: true })
    decoder.decode()
    return []
  } catch {
    return namedLines(path, encoding)
  }
}

async function namedLines(path: string, encoding: string): Promise<number[]> {
  const found: number[] = []
  let [line, rest] = [0, Buffer.alloc(0)]
  const look = (part: Uint8Array) => {
    line++
    try {
      new TextDecoder(encoding, { fatal: true }).decode(part)
    } catch {
      found.push(line)
    }
  }
  for await (const bytes of createReadStream(path) as AsyncIterable<Buffer>) {
    rest = Buffer.concat([rest, bytes])
    for (let end = rest.indexOf(10); end >= 0 && found.length < portion; end = rest.indexOf(10)) {
      look(rest.subarray(0, end + 1))
      rest = rest.subarray(end + 1)
    }
    // A line that does not end is a line as far as it goes.
    if (found.length >= portion || rest.length > rowMax) break
  }
  if (rest.length > 0 && found.length < portion) look(rest)
  return found.length > 0 ? found : [line]
}
