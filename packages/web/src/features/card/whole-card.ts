import type { RecordNamed, Referred } from '@forecourt/contract'

export type Card = RecordNamed<'userCards'>
/** A card that another record names may be its label alone, to which nothing can be done. */
export const isWhole = (card: Referred<'userCards'> | null | undefined): card is Card => card?.status !== undefined
/** What staff froze: of what cannot be spent, that which is not held for a fill. */
export const frozenOf = ({ lockValue, heldCents }: Pick<Card, 'lockValue'> & Partial<Pick<Card, 'heldCents'>>): number =>
  lockValue - (heldCents ?? 0)
/** A card to which an act is begun; of a refund, the top-up that it was begun at. */
export type AskedCard = Card & { topUpId?: number }
