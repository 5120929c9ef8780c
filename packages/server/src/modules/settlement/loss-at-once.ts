import type { Losses } from '@forecourt/contract'
import type { LossStudy } from '@forecourt/contract/measure/loss-causes.ts'
import type { TankSystem } from './loss-books.ts'
import type { LossFacts } from './loss-facts.ts'
import { partsOf, shiftsOf } from './loss-lines.ts'

type AtOnce = Losses['atOnce'][number]

/**
 * What went or came at once within the shifts of the row. The gauge knows it between two of its readings, which may lie in different
 * shifts: it belongs to the one whose own stock shows it. Where the measured stock of none shows as much as half of it, the gauge and the
 * dipstick contradict each other, and nothing is said.
 */
export function atOnceOf(system: TankSystem, facts: LossFacts, study: LossStudy): AtOnce[] {
  const steps = study.found.filter(({ cause }) => cause === 'atOnce')
  if (steps.length === 0) return []
  const all = { ...system, first: 0, count: system.shifts.length }
  const rests = shiftsOf(all, partsOf(all, facts, study), facts.numbers, study.curve.isAtReference).map(shift => shift.unexplainedCl)
  const { points } = study.curve
  return steps.flatMap(({ from: middle, size }) => {
    const [from, until] = [points.findLast(({ at }) => at < middle)!.at, points.find(({ at }) => at > middle)!.at]
    const near = system.shifts.flatMap(({ startAt, endAt }, turn) => (endAt > from && startAt < until ? [turn] : []))
    const turn = shownIn(near, rests, size)
    if (turn === undefined || turn < system.first || turn >= system.first + system.count) return []
    return [{ from: iso(from), until: iso(until), volumeCl: Math.round(size) }]
  })
}
const iso = (at: number) => new Date(at).toISOString()

/** Which of these shifts shows it: of what is unexplained in them, that comes nearest. One that was not measured may hold anything. */
function shownIn(near: readonly number[], rests: readonly (number | null)[], size: number): number | undefined {
  const known = near.filter(turn => rests[turn] !== null)
  const share = known.reduce((sum, turn) => sum + rests[turn]!, 0) / size
  const apart = (turn: number) => Math.abs(rests[turn]! - size)
  if (share >= 0.5) return known.toSorted((one, other) => apart(one) - apart(other))[0]
  return near.find(turn => rests[turn] === null)
}
