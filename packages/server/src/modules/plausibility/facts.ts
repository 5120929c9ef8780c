import type { FillFigure, FillLack, FillRule, FillSeen, FuelType } from '@forecourt/contract'

/** A fill of a vehicle or a card, as it is kept for the fills after it. */
export interface PastFill extends FillSeen {
  readonly stationId: number
  /** The pump stopped by itself, as far as the sale says: the tank is full. */
  readonly full: boolean
  /** It was implausible itself: where its fuel went is not known, and nothing is reckoned from it. */
  readonly unsure?: boolean
}

/** A fill that is judged: after it happened, or beforehand; then its litres may be unknown. */
export interface JudgedFill extends Omit<PastFill, 'volumeCl'> {
  readonly volumeCl: number | null
  /** Minutes since midnight, by the clock of its station. */
  readonly minute: number
  readonly fuel: FuelType | null
}

export interface FilledCar {
  readonly id: number
  readonly plate: string
  readonly fuelType: FuelType
  readonly tankCl: number | null
  readonly litresPer100Km: number | null
  readonly usualHours: readonly { readonly from: string; readonly until: string }[]
}

/** All that the rules are told. */
export interface FillCase {
  readonly fill: JudgedFill
  readonly car: FilledCar | null
  /** The plates that the card names. */
  readonly cardPlates: readonly string[]
  /** Fills before this one, the last one last. */
  readonly ofCar: readonly PastFill[]
  readonly ofCard: readonly PastFill[]
  /** Fills that came after it, where it arrives late: the nearest of the vehicle and of the card. */
  readonly after: readonly PastFill[]
}

/** What a rule makes of a fill. */
export type FillFinding =
  | { readonly verdict: 'kept' }
  | { readonly verdict: 'notJudged'; readonly lacks: readonly FillLack[] }
  | { readonly verdict: 'broken'; readonly reckoning: readonly FillFigure[]; readonly other: PastFill | null }

export type FillFindings = Partial<Record<FillRule, FillFinding>>
export type FillRuleOf = (of: FillCase) => FillFinding
