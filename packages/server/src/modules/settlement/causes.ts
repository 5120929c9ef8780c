import type { Cause, CauseFound, Difference, Evidence } from '@forecourt/contract'

/** What may account for a part of a difference: whole, or not at all. */
export interface Candidate {
  readonly cause: Cause
  readonly amount: number
  readonly evidence: readonly Evidence[]
  readonly from?: string | null
  readonly to?: string | null
}
export interface Split {
  readonly causes: Candidate[]
  readonly rest: number
}

/**
 * Which candidates account for a difference. None is cut to fit: one counts where it lies within what is left, or passes it by a tenth of
 * itself at most, for hands that count and dip are not exact. One that is exactly what is left goes first, then they go as they happened.
 */
export function split(difference: number, candidates: readonly Candidate[]): Split {
  const causes: Candidate[] = []
  const open = candidates.filter(({ amount }) => amount !== 0)
  const whole = open.reduce((sum, { amount }) => sum + amount, 0)
  if (open.length > 0 && whole === difference && difference !== 0) return { causes: open, rest: 0 }
  let rest = difference
  while (rest !== 0) {
    const exact = open.findIndex(({ amount }) => amount === rest)
    const next = exact >= 0 ? exact : open.findIndex(({ amount }) => fits(amount, rest))
    if (next < 0) break
    const [taken] = open.splice(next, 1)
    causes.push(taken!)
    rest -= taken!.amount
  }
  return { causes, rest }
}

const fits = (amount: number, rest: number) => {
  const over = Math.abs(amount) - Math.abs(rest)
  return Math.sign(amount) === Math.sign(rest) && (over <= 0 || over * 10 <= Math.abs(amount))
}

const shown = 20

/** Candidates of one kind and one span of time, told together. */
export function gathered(candidates: readonly Candidate[]): CauseFound[] {
  const groups = new Map<string, Candidate[]>()
  for (const candidate of candidates) {
    const key = `${candidate.cause} ${candidate.from ?? ''} ${candidate.to ?? ''}`
    groups.set(key, [...(groups.get(key) ?? []), candidate])
  }
  return [...groups.values()].map(group => {
    const evidence = group.flatMap(each => each.evidence)
    const { cause, from = null, to = null } = group[0]!
    const amount = group.reduce((sum, each) => sum + each.amount, 0)
    return { cause, amount, count: evidence.length, from, to, evidence: evidence.slice(0, shown) }
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
    unexplained: difference - causes.reduce((sum, { amount }) => sum + amount, 0),
  }
}
