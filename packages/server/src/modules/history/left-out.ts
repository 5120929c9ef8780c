/** Lines of a file that somebody has left out by name, and what stands in them that can be read. */
export interface LeftOut {
  readonly file: string
  readonly lines: number[]
  /** Of each amount, in hundredths; of lines in which it cannot be read there is nothing in it. */
  readonly sums: Record<string, number>
  /** Lines in which an amount cannot be read. */
  readonly unread: number[]
}
/** A line that was left out: its amounts, each undefined where it cannot be read. */
export interface LeftRow {
  readonly line: number
  readonly amounts: Readonly<Record<string, number | undefined>>
}
/** The lines of each file that are to be left out. */
export type Without = ReadonlyMap<string, ReadonlySet<number>>

/** `tanks.csv:17,20-22`, as often as there are files. @returns undefined where it is said otherwise */
export function withoutOf(told: readonly string[]): Without | undefined {
  const all = new Map<string, Set<number>>()
  for (const each of told) {
    const [, file, lines] = /^([^/\\]+):(\d+(?:-\d+)?(?:,\d+(?:-\d+)?)*)$/.exec(each) ?? []
    if (file === undefined || lines === undefined) return undefined
    const own = all.get(file) ?? new Set()
    for (const span of lines.split(',')) {
      const [from = 0, until = from] = span.split('-').map(Number)
      if (until - from > 1_000_000) return undefined
      for (let line = from; line <= until; line++) own.add(line)
    }
    all.set(file, own)
  }
  return all
}

/** Adds lines to what is left out. */
export function leave(all: LeftOut[], file: string, rows: readonly LeftRow[]): void {
  if (rows.length === 0) return
  let of = all.find(each => each.file === file)
  if (!of) all.push((of = { file, lines: [], sums: {}, unread: [] }))
  for (const { line, amounts } of rows) {
    of.lines.push(line)
    const read = Object.entries(amounts)
    for (const [name, hundredths] of read) of.sums[name] = (of.sums[name] ?? 0) + (hundredths ?? 0)
    if (read.some(([, hundredths]) => hundredths === undefined)) of.unread.push(line)
  }
}
