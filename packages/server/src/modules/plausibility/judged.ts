import { FillRule, type JudgedFillRule } from '@forecourt/contract'
import type { FillFindings, PastFill } from './facts.ts'
import type { KnownCar, WaitingFill } from './pending.ts'

/** Which vehicle was filled, as far as that is known. */
export interface Vehicle {
  readonly plate: string | null
  readonly plateTold: boolean
  readonly car: KnownCar | null
}
/** A fill with what the rules of its fleet made of it. */
export interface JudgedOne {
  readonly fill: WaitingFill
  readonly vehicle: Vehicle
  readonly seen: PastFill
  readonly findings: FillFindings
}

/** How the rules came out, without their figures. */
export const judgedRules = (findings: FillFindings): JudgedFillRule[] =>
  FillRule.options.flatMap(rule => {
    const found = findings[rule]
    return found ? [{ rule, verdict: found.verdict, lacks: found.verdict === 'notJudged' ? [...found.lacks] : [] }] : []
  })
