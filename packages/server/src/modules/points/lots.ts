/** Points that end on the same day; never when null. */
export interface Lot {
  readonly endsOn: string | null
  /** All that ever was in it, and what is left. */
  readonly amount: number
  readonly left: number
}

/** What an account holds and owes. What its lots have left is what it holds. */
export interface Holding {
  readonly points: number
  readonly owed: number
  readonly lots: readonly Lot[]
}

/** So many points of a lot. */
export interface Part {
  readonly endsOn: string | null
  readonly points: number
}

/** Where points go: from and to the side of the company, or between it and what the account owes. */
export interface Step {
  /** How many come to the account; below nothing where they leave it. */
  readonly points: number
  /** How many of what is owed are paid; below nothing where more is owed. */
  readonly debt: number
}

const never = '9999-12-31'
/** The order in which points are spent: those that end first. */
const soonest = (a: Lot, b: Lot): number =>
  (a.endsOn ?? never) < (b.endsOn ?? never) ? -1 : (a.endsOn ?? never) > (b.endsOn ?? never) ? 1 : 0

/** What comes pays what is owed first; the rest is a part of the lot of its end. */
export function add({ points, owed, lots }: Holding, count: number, endsOn: string | null): Holding & { step: Step } {
  const paid = Math.min(owed, count)
  const rest = count - paid
  const known = lots.find(lot => lot.endsOn === endsOn)
  const grown = { endsOn, amount: (known?.amount ?? 0) + rest, left: (known?.left ?? 0) + rest }
  const after = rest === 0 ? lots : [...lots.filter(lot => lot !== known), grown].toSorted(soonest)
  return { points: points + rest, owed: owed - paid, lots: after, step: { points: rest, debt: paid } }
}

/** Takes from the lot of this end first, then from those that end first; what is missing is owed. */
export function take({ points, owed, lots }: Holding, count: number, first?: string | null): Holding & { step: Step } {
  const own = first === undefined ? [] : lots.filter(({ endsOn }) => endsOn === first)
  let wanted = Math.min(points, count)
  const taken = wanted
  const left = new Map<Lot, number>()
  for (const lot of [...own, ...lots.filter(lot => !own.includes(lot)).toSorted(soonest)]) {
    const part = Math.min(lot.left, wanted)
    wanted -= part
    left.set(lot, lot.left - part)
  }
  const after = lots.map(lot => ({ ...lot, left: left.get(lot)! }))
  return { points: points - taken, owed: owed + count - taken, lots: after, step: { points: -taken, debt: taken - count } }
}

/** Of these lots, what each has lost between two holdings. */
export const takenFrom = (before: Holding, after: Holding): Part[] =>
  before.lots.flatMap(({ endsOn, left }) => {
    const points = left - (after.lots.find(lot => lot.endsOn === endsOn)?.left ?? 0)
    return points > 0 ? [{ endsOn, points }] : []
  })

/**
 * Gives back what was taken: what is owed is paid first, the rest returns to the lots that it came from. Those that have ended since get a
 * new end.
 */
export function giveBack(holding: Holding, parts: readonly Part[], today: string, newEnd: string): Holding & { step: Step } {
  const { points, owed, lots } = holding
  let toPay = owed
  let after = lots
  let held = 0
  for (const part of parts) {
    const paid = Math.min(toPay, part.points)
    const rest = part.points - paid
    toPay -= paid
    if (rest === 0) continue
    const endsOn = part.endsOn !== null && part.endsOn < today ? newEnd : part.endsOn
    const known = after.find(lot => lot.endsOn === endsOn)
    const left = (known?.left ?? 0) + rest
    after = [...after.filter(lot => lot !== known), { endsOn, amount: Math.max(known?.amount ?? 0, left), left }].toSorted(soonest)
    held += rest
  }
  return { points: points + held, owed: toPay, lots: after, step: { points: held, debt: owed - toPay } }
}

/** Ends lots whose last day is over. */
export function end({ points, owed, lots }: Holding, today: string): Holding & { step: Step } {
  const isOver = ({ endsOn }: Lot) => endsOn !== null && endsOn < today
  const over = lots.filter(isOver).reduce((sum, { left }) => sum + left, 0)
  const after = lots.map(lot => (isOver(lot) ? { ...lot, left: 0 } : lot))
  return { points: points - over, owed, lots: after, step: { points: -over, debt: 0 } }
}

/** The last day of the month that lies so many months after that of a day. */
export function lastDay(day: string, months: number | null): string | null {
  if (months === null) return null
  const month = Temporal.PlainDate.from(day).with({ day: 1 }).add({ months })
  return month.with({ day: month.daysInMonth }).toString()
}
