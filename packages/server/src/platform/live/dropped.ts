import type { DroppedKind } from './broker-messages.ts'

/** What the live channel of this instance has not kept since it started, for the figures. */
const counts: Record<DroppedKind, number> = { session: 0, refused: 0, message: 0 }
export const countDropped = (what: DroppedKind): void => void counts[what]++
export const droppedSoFar = (): Readonly<Record<DroppedKind, number>> => counts
