import type { Ctx } from '../../platform/execution/command.ts'
import type { PricedLine } from './pricing.ts'

/** An order that is being written. */
export interface Sold {
  readonly counter: { readonly companyId: number; readonly stationId: number }
  readonly createdDate: Date
  readonly lines: readonly PricedLine[]
}

/** An order that was paid just now, and the card that it names. */
export interface PaidWithGifts {
  readonly ctx: Ctx
  readonly orderId: number
  readonly companyId: number
  readonly stationId: number
  readonly userCardId: number | null
}
