/** How wide a column is by itself, and how narrow it may become: the same for numbers, less for words, which then end in an ellipsis. */
export interface Breadth {
  readonly natural: number
  readonly least: number
  /** Drawn by its reader: it keeps this width where others can take what is left over. */
  readonly fixed?: boolean
}
export interface Whole {
  readonly widths: readonly number[]
  /** The columns that the scrolled part can begin with; one alone where all fit. */
  readonly starts: readonly number[]
}

/** What a column of words keeps where columns are scrolled. */
const wordsScrolled = 180
/** The width of a column where columns are scrolled: words keep most of their room there. */
export const scrolledWidth = ({ natural, least }: Breadth): number => Math.max(least, Math.min(natural, wordsScrolled))
const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)

/** Divides so many pixels, each a whole one; those that gave up more of their width get more. */
function share(columns: readonly Breadth[], widths: readonly number[], rest: number): number[] {
  const all = columns.every(({ fixed }) => fixed)
  const weights = columns.map(({ natural, fixed }, index) => (fixed && !all ? 0 : Math.max(0, natural - widths[index]!) + 8))
  const parts = weights.map(weight => Math.floor((rest * weight) / sum(weights)))
  let left = rest - sum(parts)
  return parts.map((part, index) => widths[index]! + part + (weights[index]! > 0 && left-- > 0 ? 1 : 0))
}

/**
 * Widths by which a pane of so many pixels shows whole columns and nothing else, from wherever it is scrolled to. Words give way first;
 * where even that is too wide, the columns are scrolled by the pane: each place begins with a column and ends with one.
 */
export function wholeColumns(columns: readonly Breadth[], room: number): Whole {
  const natural = columns.map(column => column.natural)
  const least = columns.map(column => column.least)
  if (sum(natural) <= room) return { widths: share(columns, natural, room - sum(natural)), starts: [0] }
  if (sum(least) <= room) return { widths: share(columns, least, room - sum(least)), starts: [0] }
  const widths = columns.map(scrolledWidth)
  const starts = [0]
  const stretch = (from: number, to: number, rest: number) => {
    if (rest > 0) widths.splice(from, to - from, ...share(columns.slice(from, to), widths.slice(from, to), rest))
  }
  for (let from = 0; ; ) {
    let to = from + 1
    while (to < columns.length && sum(widths.slice(from, to + 1)) <= room) to++
    if (to < columns.length) {
      stretch(from, to, room - sum(widths.slice(from, to)))
      from = to
      starts.push(from)
      continue
    }
    // The last place shows as many of the columns before it as there is room for.
    let begin = from
    while (begin > 0 && sum(widths.slice(begin - 1)) <= room) begin--
    stretch(from, columns.length, room - sum(widths.slice(begin)))
    starts[starts.length - 1] = begin
    return { widths, starts }
  }
}
