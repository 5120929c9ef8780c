import type { SaleLine, Withheld } from '@forecourt/contract'
import { Refusal } from '../../platform/execution/refusal.ts'
import { fuelAmount } from '../forecourt/index.ts'
import type { GiftTerms } from './gift-terms.ts'

/** What a line sells, and what the price list said when the fuelling began; null where no price was in force. */
export interface Listed {
  readonly itemId: number
  /** Of the company's catalogue; null of goods, absent where nobody asked. */
  readonly productId?: number | null | undefined
  readonly categoryType: 'fuel' | 'normal'
  readonly listPriceCents: number | null
  /** Goods whose stock is counted. */
  readonly counted?: boolean | undefined
  /** Why goods are not on sale; absent where they are. */
  readonly offSale?: OffSale | undefined
  /** What goods give to the buyer's card; absent where they give nothing. */
  readonly gift?: GiftTerms | undefined
}

/** 商品下架, 分类下架, 不在有效期. */
export type OffSale = 'item' | 'category' | 'time'

/** What makes a line cost less: the price rule that lowers it most, and what a cashier allows on top. */
export interface NamedDiscount {
  readonly kind: 'cashier' | 'coupon' | 'card' | 'fleet' | 'level' | 'activity'
  readonly name: string
  /** The record that says so, and which version of it. */
  readonly sourceId?: number
  readonly version?: number
  readonly amountCents: number
}

/** A line as it is kept. */
export interface PricedLine extends Listed {
  readonly volumeCl: number
  readonly pieces: number
  readonly priceCents: number | null
  readonly priceDerived: boolean
  readonly amountCents: number
  readonly discountCents: number
  readonly totaliserEndCl: number | null
  /** What the discount is made of, by name; what is not named the terminal gave. */
  readonly discounts?: readonly NamedDiscount[]
  /** What its card brings and lowered it by nothing. */
  readonly withheld?: readonly Withheld[]
  /** Another price was charged than the list's, or the amount does not follow from the price it names. */
  readonly differs: boolean
}

/** What a quantity costs: rounded once, half up. Volumes are in centilitres, prices in cents for a litre or a piece. */
export const amountOf = (type: Listed['categoryType'], quantity: number, priceCents: number): number =>
  type === 'fuel' ? fuelAmount(quantity, priceCents) : quantity * priceCents

/** The price that an amount and a quantity speak of; null where nothing was measured. */
export const derivedPrice = (type: Listed['categoryType'], quantity: number, amountCents: number): number | null =>
  quantity === 0 ? null : Math.floor((2 * amountCents * (type === 'fuel' ? 100 : 1) + quantity) / (2 * quantity))

/**
 * What the customer was charged for a line. An amount that the row names is the fact, even against the price that it names;
 * the price then follows from it, and says so.
 * @throws order.unitMismatch, order.priceMissing, order.discountTooLarge @source decisions.md O15
 */
export function priceLine(line: SaleLine, listed: Listed): PricedLine {
  const { categoryType: type, listPriceCents: list } = listed
  if ((type === 'fuel') !== (line.volumeCl !== undefined)) throw new Refusal('order.unitMismatch')
  const quantity = line.volumeCl ?? line.pieces ?? 0
  const charged = line.priceCents ?? list
  if (line.amountCents === undefined && charged === null) throw new Refusal('order.priceMissing')

  const amountCents = line.amountCents ?? amountOf(type, quantity, charged!)
  if (line.discountCents > amountCents) throw new Refusal('order.discountTooLarge')
  const follows = charged !== null && amountOf(type, quantity, charged) === amountCents
  return {
    ...listed,
    volumeCl: line.volumeCl ?? 0,
    pieces: line.pieces ?? 0,
    amountCents,
    priceCents: follows ? charged : derivedPrice(type, quantity, amountCents),
    priceDerived: !follows,
    discountCents: line.discountCents,
    totaliserEndCl: line.totaliserEndCl ?? null,
    differs:
      (line.priceCents !== undefined && list !== null && line.priceCents !== list) ||
      (charged !== null && Math.abs(amountOf(type, quantity, charged) - amountCents) > roundingCents),
  }
}

/** Pumps cut where we round: one cent apart is the same price. */
export const roundingCents = 1
