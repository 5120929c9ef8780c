import type { CardFuelType, CardRangeOfUse, UserCardStatus } from '@forecourt/contract'
import type { OutOfUse } from './card.ts'

/** The fleet of a card, as a sale finds it. */
export interface FleetFound {
  readonly name: string
  readonly stopped: boolean
  readonly endTime: string | null
  /** The day of its end, at the station of this sale. */
  readonly endDate: string | null
  readonly expired: boolean
  /** The device is one that its cards may not pay on. */
  readonly channelForbidden: boolean
}

/** The master card that a sub card spends from. */
export interface MasterFound {
  readonly number: string
  readonly status: UserCardStatus | OutOfUse
  readonly type: string
  readonly endTime: string | null
  readonly validUntil: string | null
  readonly expired: boolean
}

/** A gift that buys certain products only, or that ends, as far as something is left of it. */
export interface Lot {
  readonly id: number
  readonly cents: number
  /** Empty: anything. */
  readonly products: readonly number[]
  readonly endsAt: string | null
}
/** So much of a lot. */
export interface FromLot {
  readonly lot: number
  readonly cents: number
}

/** A card that is locked, as a sale finds it. */
export interface Found {
  readonly id: number
  readonly number: string
  readonly userId: number | null
  readonly status: UserCardStatus | OutOfUse
  /** Its fleet's, where it has one. */
  readonly billingType: string
  readonly paymentCentsMax: number | null
  readonly dayCentsMax: number | null
  readonly passwordFromCents: number | null
  readonly type: string
  readonly giftFirst: boolean
  readonly endTime: string | null
  /** Its last day is over, at the station of this sale. */
  readonly expired: boolean
  readonly validUntil: string | null
  /** Of a number that was replaced: which, and on which day at the station of this sale. */
  readonly named: string | null
  readonly replacedOn: string | null
  readonly principalCents: number
  readonly giftCents: number
  /** Of the gift, what is limited; absent where nothing is. */
  readonly lots?: readonly Lot[] | null
  readonly lockCents: number
  /** Below zero: owed. */
  readonly debtCents: number
  /** When the day of this sale began. */
  readonly dayBegins: string
  /** The moment of the sale, by the clock of its station. */
  readonly moment: string
  /** Whose purses are spent: its own, or its master's, where its fleet shares. Those above are of this card. */
  readonly payerId: number
  readonly master: MasterFound | null
  readonly fleet: FleetFound | null
  /** The only fuel it buys, as its products; nothing where it buys any. */
  readonly fuelType: CardFuelType
  readonly fuelProducts: readonly number[] | null
  readonly ownRange: CardRangeOfUse | null
  readonly profileRange: CardRangeOfUse | null
  /** What it has used on that day, and in its month. */
  readonly dayUseCents: number
  readonly dayUseCl: number
  readonly dayUseFills: number
  readonly monthUseCents: number
  readonly monthUseCl: number
  /** What was paid without the payment password, since that day began and on the order that is paid; asked where the card has one. */
  readonly withoutPassword?: { readonly dayCents: number; readonly orderCents: number }
}

/** What was taken of the same purses before, by others of the same group. */
export interface Spent {
  /** The card that took it. */
  readonly spenderId: number
  /** The day of the station of sale. */
  readonly day: string
  readonly volumeCl: number
  readonly fills: number
  readonly principalCents: number
  readonly giftCents: number
  readonly debtCents: number
  /** Of the gift, what came from lots. */
  readonly lots: readonly FromLot[]
}

/** What is to be paid. What is not known is null. */
export interface Fill {
  readonly at: Date
  /** When it was asked for, where a hold was kept for it: a gift that ended meanwhile still pays. */
  readonly askedAt?: Date | undefined
  readonly stationId: number | null
  readonly cents: number | null
  readonly volumeCl: number | null
  readonly lines: readonly { readonly productId?: number | null | undefined; readonly itemId?: number | null | undefined }[] | null
  /** Null where nobody told it. */
  readonly plate: string | null
  /** It has happened: nothing refuses it any more. */
  readonly delivered: boolean
  /** The payment password was right. */
  readonly proven: boolean
}

/** What of the card is used already, and what it still has. */
export interface Usage {
  /** Of the same fill, where it is paid in parts. */
  readonly fill: { readonly cents: number; readonly volumeCl: number }
  readonly day: { readonly cents: number; readonly volumeCl: number; readonly fills: number }
  readonly month: { readonly cents: number; readonly volumeCl: number }
  /** How many fills it would be: none where it is the rest of one. */
  readonly fills: number
  readonly overspent: boolean
  readonly spendableCents: number
  /** What may be paid without the payment password; null where that is never asked. */
  readonly freeCents: number | null
}
