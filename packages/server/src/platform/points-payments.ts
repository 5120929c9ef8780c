import type { Ctx } from './execution/command.ts'

/** The card that says whose points they are: one that was named, or that of the order. */
export interface PointsPayer {
  readonly userCardId: number
  readonly number: string
  /** The account of points of its holder. */
  readonly accountId: number
}
/** What an account of points may pay with. */
export interface PointsPurse {
  readonly number: string
  readonly points: number
  readonly owedPoints: number
  /** What each of them is worth. */
  readonly pointCents: number
  /** Up to this share of an order. */
  readonly percent: number
}
export interface PointsPaid {
  readonly orderId: number
  /** Of the payment: booked once. */
  readonly serial: string
  readonly points: number
  readonly pointCents: number
}

/** Points that pay orders, for the module that takes payments. @source decisions PT1, PT2 */
export interface PointsPayments {
  /** What a point is worth, and its share of an order. @throws points.notOpened, points.payNothing */
  readonly terms: (ctx: Ctx, companyId: number) => Promise<{ readonly pointCents: number; readonly percent: number }>
  /**
   * @throws points.noHolder, order.cardUnknown, card.returned, card.lost, card.disabled, card.locked, card.overspent, points.ofFleet,
   *   points.noAccount, member.disabled
   */
  readonly payerOf: (
    ctx: Ctx,
    companyId: number,
    by: { readonly cardNumber?: string | undefined; readonly userCardId?: number | null | undefined },
  ) => Promise<PointsPayer>
  /** Locks the account. Cards are locked before it. @throws points.notOpened, points.payNothing, card.returned, card.lost, card.disabled */
  readonly purseOf: (ctx: Ctx, companyId: number, accountId: number) => Promise<PointsPurse>
  /** Takes points from the lots that end first. The account is locked, and holds them. */
  readonly take: (ctx: Ctx, companyId: number, accountId: number, paid: PointsPaid) => Promise<void>
  /** How many points a refund of so much gives back, if the payment was one of points. @throws points.notWhole, points.accountGone */
  readonly toGiveBack: (ctx: Ctx, companyId: number, serial: string, amountCents: number) => Promise<number | undefined>
  /** Gives so many back, into the lots that they came from. */
  readonly giveBack: (ctx: Ctx, companyId: number, back: { readonly serial: string; readonly points: number }) => Promise<void>
}
