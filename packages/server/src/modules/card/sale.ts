import type { Ctx } from '../../platform/execution/command.ts'
import type { Account } from '../ledger/index.ts'

export interface CardSale {
  /** The card, by one of the two. */
  userCardId?: number | undefined
  cardNumber?: string | undefined
  amountCents: number
  stationId: number
  /** The payment as a fact, `transaction:12`; booked once. */
  ref: string
  orderId?: number | undefined
  /** Where the money goes; the station's sales when absent. */
  target?: Account
  /** The card was charged at the pump already: booked whatever it holds or is, and what it lacks is owed (decision O14). */
  delivered?: boolean
  /** Its payment password was right when the fill was asked for. */
  proven?: boolean
  /** When the fill was asked for, where a hold was kept for it. */
  askedAt?: Date | undefined
  payPassword?: string | undefined
  /** The vehicle, where somebody told it. */
  plate?: string | undefined
  /** What is paid, where it is known. */
  fill?: SaleFill | undefined
  companyId?: number
  /** What is imported brings its own date; now when absent. */
  at?: string | Date
}

/** What an order sells, and what of it is paid already. */
export interface SaleFill {
  readonly lines: readonly { readonly itemId: number; readonly productId?: number | null | undefined; readonly volumeCl: number }[]
  readonly totalCents: number
  readonly paidCents: number
  /** What cards have paid of it, by their numbers as records. */
  readonly byCards: Readonly<Record<string, number>>
}

/** A card as its payment names it, and when it pays; not yet how much. */
export type Payer = Readonly<{
  ctx: Ctx
  sale: Pick<
    CardSale,
    'userCardId' | 'cardNumber' | 'stationId' | 'orderId' | 'delivered' | 'companyId' | 'at' | 'plate' | 'fill' | 'proven' | 'askedAt'
  >
}>
/** A payment that is only asked about, perhaps at no station yet. */
export type PayerToBe = Readonly<{ ctx: Ctx; sale: Omit<Payer['sale'], 'stationId'> & { stationId?: number | undefined } }>
