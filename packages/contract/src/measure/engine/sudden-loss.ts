import { noiseOf, type QuietReading } from './quiet-stretches.ts'

/** What a tank lost while nothing moved it. */
export interface SuddenLoss {
  readonly lostCl: number
  /** What noise alone might have shown. */
  readonly limitCl: number
  /** The first reading that shows all of it. */
  readonly at: number
}

/** Of so many readings at the begin a level is averaged; so many at the end must all show the loss. */
const [sideMost, last] = [6, 2]
/** So many standard deviations are no noise, also where it is looked at every ten minutes for years. */
const beyond = 6

/**
 * Whether a tank has lost fuel in a time in which nothing was sold and nothing came, by more than noise and more than `leastCl`. A single
 * reading proves nothing: the last ones must all stand below.
 * @param stretch readings of one quiet time, in order
 */
export function suddenLoss(stretch: readonly QuietReading[], leastCl: number): SuddenLoss | undefined {
  const side = Math.min(sideMost, stretch.length - last)
  if (side < last) return undefined
  const before = stretch.slice(0, side).reduce((sum, { volumeCl }) => sum + volumeCl, 0) / side
  const limitCl = Math.max(leastCl, beyond * Math.sqrt(noiseOf(stretch) * (1 + 1 / side)))
  const lostCl = before - Math.max(...stretch.slice(-last).map(({ volumeCl }) => volumeCl))
  if (lostCl < limitCl) return undefined
  const { at } = stretch.findLast(({ volumeCl }) => before - volumeCl < lostCl / 2) ?? stretch[0]!
  return { lostCl, limitCl, at: stretch.find(one => one.at > at)!.at }
}
