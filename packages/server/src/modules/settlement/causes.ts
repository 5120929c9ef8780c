import type { Cause, CauseFound, Difference, Evidence } from '@forecourt/contract'

/** What may account for a part of a difference: whole, or not at all. */
export interface Candidate {
  readonly cause: Cause
  readonly amount: number
  readonly evidence: readonly Evidence[]
  /** How many rows there are, where not all of them are the evidence. */
  readonly count?: number
  readonly from?: string | null
  readonly to?: string | null
  /** Of an estimate. */
  readonly confidence?: number
}
export interface Split {
  readonly causes: Candidate[]
  readonly rest: number
}

/** Of more than these not every combination is tried. */
const few = 12

/**
 * Which candidates account for a difference. None is cut to fit: they count whole where they lie within it, or come as near as a tenth of
 * themselves, for hands that count and dip are not exact. Of all combinations the one that leaves least, and of those the smallest; of
 * many candidates, each in turn that brings it nearer.
 */
export function split(difference: number, candidates: readonly Candidate[]): Split {
  const open = candidates.filter(({ amount }) => amount !== 0)
  const causes = difference === 0 ? [] : open.length > few ? inTurn(difference, open) : nearest(difference, open)
  return { causes, rest: difference - sumOf(causes) }
}

function nearest(difference: number, open: readonly Candidate[]): Candidate[] {
  let best: Candidate[] = []
  for (let chosen = 1; chosen < 2 ** open.length; chosen++) {
    const causes = open.filter((_, at) => chosen & (2 ** at))
    const [rest, left] = [causes, best].map(found => Math.abs(difference - sumOf(found))) as [number, number]
    if ((rest < left || (rest === left && causes.length < best.length)) && accountsFor(causes, difference)) best = causes
  }
  return best
}

function inTurn(difference: number, open: readonly Candidate[]): Candidate[] {
  if (sumOf(open) === difference) return [...open]
  const causes: Candidate[] = []
  for (const candidate of open) if (accountsFor([candidate], difference - sumOf(causes))) causes.push(candidate)
  return causes
}

function accountsFor(causes: readonly Candidate[], difference: number): boolean {
  const size = causes.reduce((sum, { amount }) => sum + Math.abs(amount), 0)
  const isWithin = size <= Math.abs(difference) && causes.every(({ amount }) => Math.sign(amount) === Math.sign(difference))
  return isWithin || Math.abs(difference - sumOf(causes)) * 10 <= size
}

const sumOf = (candidates: readonly Candidate[]): number => candidates.reduce((sum, { amount }) => sum + amount, 0)

/** Of many rows the first are listed. */
export const shown = 20

/** Candidates of one kind and one span of time, listed together. */
export function gathered(candidates: readonly Candidate[]): CauseFound[] {
  const groups = new Map<string, Candidate[]>()
  for (const candidate of candidates) {
    const key = `${candidate.cause} ${candidate.from ?? ''} ${candidate.to ?? ''}`
    groups.set(key, [...(groups.get(key) ?? []), candidate])
  }
  return [...groups.values()].map(group => {
    const evidence = group.flatMap(each => each.evidence)
    const { cause, from = null, to = null, confidence = null } = group[0]!
    const amount = sumOf(group)
    const count = group.reduce((sum, each) => sum + (each.count ?? each.evidence.length), 0)
    return { cause, amount, count, from, to, evidence: evidence.slice(0, shown), confidence }
  })
}

type Sides = Pick<Difference, 'view' | 'about' | 'name' | 'unit' | 'left' | 'right'>

/** Two sides and what accounts for them; what is left over is said, never made up for. */
export function differenceOf(sides: Sides, candidates: (difference: number) => readonly Candidate[]): Difference {
  const { left, right } = sides
  if (left === null || right === null) return { ...sides, difference: null, causes: [], unexplained: null }
  const difference = right - left
  const causes = candidates(difference)
  return {
    ...sides,
    difference,
    causes: gathered(causes),
    unexplained: difference - sumOf(causes),
  }
}
