import type { RecordNamed, Referred } from '@forecourt/contract'

export type Card = RecordNamed<'userCards'>
/** A card that another record names may be its label alone, to which nothing can be done. */
export const isWhole = (card: Referred<'userCards'> | null | undefined): card is Card => card?.status !== undefined
/** A card to which an act is begun; of a refund, the top-up that it was begun at. */
export type AskedCard = Card & { topUpId?: number }
