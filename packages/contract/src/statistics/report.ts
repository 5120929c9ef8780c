import { z } from 'zod'
import { UserCardKind } from '../card/user-card.ts'
import { endpoint } from '../kit.ts'
import { Cents, Id, LocalDate } from '../units.ts'
import { TenderType } from '../order/pay-type.ts'

/**
 * Which movements of a card stand in which column of the fund reports. Every kind of movement stands in one, so that a line's columns
 * lead from what was held at its beginning to what was held at its end.
 */
export const fundColumns = {
  topUp: ['charge'],
  gift: ['chargeReward', 'reward'],
  consume: ['consume'],
  consumeRefund: ['refundConsume', 'back'],
  topUpRefund: ['refundCharge', 'refundChargeReward', 'refundReward'],
  assign: ['assign'],
  adjust: ['adjust', 'deduction'],
} as const
export type FundColumn = keyof typeof fundColumns
export const fundColumnNames = Object.keys(fundColumns) as FundColumn[]

const purses = ['principal', 'gift', 'debt'] as const
export type FundPurse = (typeof purses)[number]

const Range = z
  .strictObject({
    from: LocalDate,
    to: LocalDate,
    stationId: z.coerce.number().int().positive().optional(),
  })
  .refine(({ from, to }) => from <= to, { path: ['to'], message: 'statisticsRange' })

/** Signed: into the cards is positive. `closing` is `opening` and all that stands between. */
const Funds = { openingCents: Cents, closingCents: Cents, ...fundFields() }
function fundFields() {
  return Object.fromEntries(fundColumnNames.map(name => [`${name}Cents`, Cents])) as Record<`${FundColumn}Cents`, typeof Cents>
}

/** `key`: the kind of card, or the purse. What belongs to no station is the company's own. */
export const FundLine = z.object({
  period: LocalDate.nullable(),
  stationId: Id.nullable(),
  station: z.string().nullable(),
  key: z.string().nullable(),
  currency: z.string(),
  ...Funds,
})
export type FundLine = z.output<typeof FundLine>

/** What was taken by one way of payment: for sales and for top-ups. What was given back counts on the day of the payment it belongs to. */
export const TenderLine = z.object({
  key: TenderType,
  currency: z.string(),
  salesCents: Cents,
  refundedCents: Cents,
  topUpCents: Cents,
  netCents: Cents,
})
export type TenderLine = z.output<typeof TenderLine>

/** The days that are covered: a user's limit may shorten the requested period. */
const dates = { from: LocalDate, to: LocalDate }

export const reports = {
  rechargeConsume: endpoint('GET', '/reports/rechargeConsume', {
    permission: 'card.report.read',
    query: Range.safeExtend({ group: z.enum(['day', 'kind', 'station']).default('day'), kind: UserCardKind.optional() }),
    returns: z.object({ ...dates, content: z.array(FundLine), totals: z.array(FundLine) }),
    summary: 'Money on cards by day, kind of card or station: what was held, what came and went, what is held.',
  }),
  moneyChange: endpoint('GET', '/reports/moneyChange', {
    permission: 'card.moneyFlow.read',
    query: Range,
    returns: z.object({ ...dates, purses: z.array(FundLine), totals: z.array(FundLine), tenders: z.array(TenderLine) }),
    summary: 'How the money of cards changed, purse by purse, and what was taken by each way of payment.',
  }),
}
