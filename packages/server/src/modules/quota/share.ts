import type { QuotaLeftover, QuotaMode, QuotaOutcome, QuotaReason } from '@forecourt/contract'

/** A sub card with its quota, as it stands when the plan runs. */
export interface Receiving {
  readonly userCardId: number
  readonly quotaCents: number
  /** All that is on it, and the principal of it. */
  readonly heldCents: number
  readonly principalCents: number
  /** What of its last quota has not been spent. */
  readonly unusedCents: number
}
export interface Terms {
  readonly mode: QuotaMode
  readonly leftover: QuotaLeftover
}
/** What a card is to get, and what goes back before. */
export interface Want {
  readonly wantedCents: number
  readonly backCents: number
}
export interface Share extends Want {
  readonly userCardId: number
  readonly outcome: QuotaOutcome
  readonly reason: QuotaReason | null
  readonly givenCents: number
}

export function wantOf({ mode, leftover }: Terms, { quotaCents, heldCents, principalCents, unusedCents }: Receiving): Want {
  const backCents = leftover === 'goesBack' ? Math.max(0, Math.min(principalCents, unusedCents)) : 0
  return { backCents, wantedCents: mode === 'add' ? quotaCents : Math.max(0, quotaCents - heldCents + backCents) }
}

/**
 * Serves the cards in their order from what the master card holds and what comes back: each gets its quota, the one at which the money
 * ends gets what is left, and those after it go without. A card that something stands against is passed over, and keeps what it has.
 */
export function shareOf(
  availableCents: number,
  receivers: readonly (Want & { userCardId: number; against: QuotaReason | undefined })[],
): Share[] {
  const served = receivers.filter(({ against }) => against === undefined)
  let left = served.reduce((sum, { backCents }) => sum + backCents, availableCents)
  return receivers.map(({ userCardId, against, wantedCents, backCents }) => {
    if (against !== undefined) return { userCardId, outcome: 'passedOver', reason: against, wantedCents, givenCents: 0, backCents: 0 }
    const givenCents = Math.min(wantedCents, left)
    left -= givenCents
    const outcome = outcomeOf(wantedCents, givenCents)
    return { userCardId, outcome, reason: givenCents < wantedCents ? 'short' : null, wantedCents, givenCents, backCents }
  })
}

function outcomeOf(wantedCents: number, givenCents: number): QuotaOutcome {
  if (wantedCents === 0) return 'enough'
  if (givenCents === wantedCents) return 'given'
  return givenCents > 0 ? 'partly' : 'without'
}
