import { round } from './spread.ts'
import type { Figure, Sample, Workload } from './workload.ts'

/** A line of the table over all rounds. */
export interface Row {
  readonly workload: string
  readonly says: string
  readonly min: number
  readonly median: number
  readonly max: number
  readonly goal?: string
  readonly reached?: boolean
}

export interface Round {
  readonly raw: Sample
  readonly product: Sample
}

/** A fast wrong answer is worth nothing: where an invariant is broken, every figure of the workload is 0. */
export function rowsOf({ name, figures }: Workload, rounds: readonly Round[], lawful: boolean): Row[] {
  return figures.map(({ says, of, goal }) => {
    const values = rounds.map(({ raw, product }) => (lawful ? round(of(raw, product)) : 0)).toSorted((a, b) => a - b)
    const [min, median, max] = [values[0]!, values[Math.floor(values.length / 2)]!, values.at(-1)!]
    return { workload: name, says, min, median, max, ...(goal && { goal: goal.join(' '), reached: lawful && holds(goal, median) }) }
  })
}
const holds = ([side, wanted]: NonNullable<Figure['goal']>, value: number) => (side === '≥' ? value >= wanted : value <= wanted)

const heads = ['', 'figure', 'min', 'median', 'max', 'goal', ''] as const
const cellsOf = ({ workload, says, min, median, max, goal = '', reached }: Row): string[] => [
  workload,
  says,
  ...[min, median, max].map(String),
  goal,
  reached === undefined ? '' : reached ? 'reached' : 'missed',
]

export function asText(rows: readonly Row[]): string {
  const lines = [[...heads], ...rows.map(cellsOf)]
  const widths = heads.map((_, at) => Math.max(...lines.map(line => line[at]!.length)))
  return lines
    .map(line =>
      line
        .map((cell, at) => (at < 2 ? cell.padEnd(widths[at]!) : cell.padStart(widths[at]!)))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

export const asMarkdown = (rows: readonly Row[]): string =>
  [[...heads], ['---', '---', '--:', '--:', '--:', '--:', '---'], ...rows.map(cellsOf)].map(cells => `| ${cells.join(' | ')} |`).join('\n')
