/** A way of payment as one shift has it. */
export interface TenderRow {
  readonly payType: string
  readonly payments: number
  readonly amountCents: number
  readonly refundedCents: number
  readonly topUps: number
  readonly topUpCents: number
  readonly expectedCents: number
  readonly countedCents: number | null
  readonly differenceCents: number | null
}
