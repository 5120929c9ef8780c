import type { FuelColor } from '@forecourt/contract'
import { time } from '../../core/time.ts'
import { t } from '../../i18n/index.ts'

/** A moment in milliseconds since 1970, and what was found then; null where the line has a gap. */
export type Moment = readonly [ms: number, value: number | null]

export interface TimeLine {
  readonly name: string
  readonly moments: readonly Moment[]
  /** It is of a fuel, and drawn in its colour. */
  readonly fuel?: FuelColor
  /** A quiet broken line: a limit, or what stands beside the figures themselves. */
  readonly quiet?: boolean
  /** It has a scale of its own, at the right. */
  readonly scale?: { readonly unit: string; readonly write: (value: number) => string }
}
/** What happened: a sign at a moment, with words of its own. */
export interface TimeMark {
  readonly ms: number
  readonly value: number
  readonly words: string
}
export interface TimeMarks {
  readonly name: string
  readonly marks: readonly TimeMark[]
}
export interface TimeFigures {
  readonly from: number
  readonly until: number
  readonly lines: readonly TimeLine[]
  readonly marks: readonly TimeMarks[]
  readonly unit: string
  readonly write: (value: number) => string
}

/** Every moment at which something is known, in their order, each once. */
export function momentsOf({ lines, marks }: Pick<TimeFigures, 'lines' | 'marks'>): number[] {
  const all = [
    ...lines.flatMap(({ moments }) => moments.flatMap(([ms, value]) => (value === null ? [] : [ms]))),
    ...marks.flatMap(of => of.marks.map(({ ms }) => ms)),
  ]
  return [...new Set(all)].sort((one, other) => one - other)
}

/** The place of the moment that is nearest, by halving. @param moments in their order, one at least */
export function nearest(moments: readonly number[], ms: number): number {
  let [low, high] = [0, moments.length - 1]
  while (high - low > 1) {
    const middle = (low + high) >> 1
    if (moments[middle]! < ms) low = middle
    else high = middle
  }
  return ms - moments[low]! <= moments[high]! - ms ? low : high
}

export const momentWords = (ms: number): string => time(new Date(ms).toISOString(), 'minute')

/** What stands at a moment: its time, what each line says exactly then, and what happened. */
export function wordsAtMoment({ lines, marks, unit, write }: TimeFigures, ms: number): { label: string; lines: string[] } {
  const said = lines.flatMap(({ name, moments, scale }) => {
    const value = moments.find(([at]) => at === ms)?.[1]
    if (value == null) return []
    return [t('chart.point', { name, value: (scale?.write ?? write)(value), unit: scale?.unit ?? unit })]
  })
  const happened = marks.flatMap(of => of.marks.filter(mark => mark.ms === ms).map(({ words }) => words))
  return { label: momentWords(ms), lines: [...said, ...happened] }
}

/**
 * Puts a gap where nothing was told for longer than this: no line is drawn over a time of which nothing is known.
 * @param moments in their order
 */
export const withGaps = (moments: readonly Moment[], longestMs: number): Moment[] =>
  moments.flatMap(([ms, value], at): Moment[] => {
    const before = moments[at - 1]
    return before && ms - before[0] > longestMs
      ? [
          [before[0] + 1, null],
          [ms, value],
        ]
      : [[ms, value]]
  })
