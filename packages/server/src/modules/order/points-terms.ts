import { refuse } from '../../platform/execution/refusal.ts'
import type { PointsPurse } from '../../platform/points-payments.ts'

/** What of an order is still to be paid, and what points have paid of it. */
export interface Due {
  readonly totalCents: number
  readonly restCents: number
  readonly byPointsCents: number
}
type Terms = Pick<PointsPurse, 'points' | 'pointCents' | 'percent'>

/** How many points may pay of an order: by what is left to pay, by the share of it that points may pay, and by what the account holds. */
export function mostPoints({ totalCents, restCents, byPointsCents }: Due, { points, pointCents, percent }: Terms) {
  const shareCents = Math.max(0, Math.floor((totalCents * percent) / 100) - byPointsCents)
  const byRest = Math.floor(restCents / pointCents)
  const byShare = Math.floor(shareCents / pointCents)
  return { byRest, byShare, most: Math.min(byRest, byShare, points) }
}

/**
 * How many points pay an order: those that were asked for, or as many as may.
 * @throws points.owes, points.aboveRest, points.aboveShare, points.insufficient
 */
export function pointsToPay(due: Due, purse: Terms & Pick<PointsPurse, 'owedPoints'>, asked?: number): number {
  const { points, owedPoints, percent } = purse
  const { byRest, byShare, most } = mostPoints(due, purse)
  const wanted = asked ?? Math.max(1, most)
  if (owedPoints > 0) refuse('points.owes', { points: owedPoints })
  if (wanted > byRest) refuse('points.aboveRest', { points: byRest })
  if (wanted > byShare) refuse('points.aboveShare', { percent, points: byShare })
  if (wanted > points) refuse('points.insufficient', { points })
  return wanted
}
