import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'csv-parse/sync'
import type { Problem } from './problem.ts'

export interface Row {
  readonly line: number
  readonly cells: Record<string, string>
}
export interface Table {
  readonly file: string
  readonly rows: readonly Row[]
  readonly problems: readonly Problem[]
}

/** One CSV file, every row that can be read and a problem for each that cannot. */
export function readTable(
  folder: string,
  file: string,
  columns: readonly string[],
  { encoding, delimiter }: { encoding: string; delimiter: string },
): Table {
  const path = join(folder, file),
    problems: Problem[] = []
  if (!existsSync(path)) return { file, rows: [], problems: [{ file, reason: 'noFile' }] }
  const text = decoded(readFileSync(path), encoding, file, problems)
  if (text === undefined) return { file, rows: [], problems }

  const records = parse(text, {
    delimiter,
    bom: true,
    info: true,
    skip_empty_lines: true,
    skip_records_with_error: true,
    on_skip: error => {
      problems.push({ file, line: (error as { lines?: number } | undefined)?.lines, reason: 'brokenRow', value: shortOf(error) })
    },
  }) as unknown as { record: string[]; info: { lines: number } }[]
  const [head, ...body] = records
  const header = (head?.record ?? []).map(name => name.trim())
  for (const [index, name] of header.entries())
    if (header.indexOf(name) !== index) problems.push({ file, line: 1, column: name, reason: 'sameColumn' })
  for (const name of columns) if (!header.includes(name)) problems.push({ file, line: 1, column: name, reason: 'noColumn' })
  if (body.length === 0 && problems.length === 0) problems.push({ file, reason: 'noRows' })
  const rows = body.map(({ record, info }) => ({
    line: info.lines,
    cells: Object.fromEntries(header.map((name, index) => [name, (record[index] ?? '').trim()])),
  }))
  return { file, rows, problems }
}

function decoded(bytes: Buffer, encoding: string, file: string, problems: Problem[]): string | undefined {
  const read = (part: Uint8Array) => new TextDecoder(encoding, { fatal: true }).decode(part)
  try {
    return read(bytes)
  } catch {
    let line = 0
    for (let from = 0; from < bytes.length; ) {
      const end = bytes.indexOf(10, from) < 0 ? bytes.length : bytes.indexOf(10, from) + 1
      line++
      try {
        read(bytes.subarray(from, end))
      } catch {
        problems.push({ file, line, reason: 'notText', expected: encoding })
      }
      from = end
    }
    return undefined
  }
}

const shortOf = (error: unknown) => (error instanceof Error ? error.message.slice(0, 60) : undefined)
