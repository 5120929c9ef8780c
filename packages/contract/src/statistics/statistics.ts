import { z } from 'zod'
import { UserCardKind } from '../card/user-card.ts'
import { fuelColors } from '../forecourt/fuel-color.ts'
import { endpoint } from '../kit.ts'
import { Cents, Centilitres, Id, Instant, LocalDate } from '../units.ts'
import { recentRanges } from './recent.ts'

const times = ['hour', 'day', 'week', 'month'] as const
const yearMs = 366 * 86_400_000
/** Rows by the hour fill a screen quickly. */
const hoursMostMs = 32 * 86_400_000

/** `group=day,product`: one unit of time at most, the station if wanted, and one more thing at most. */
const Group = <const T extends readonly string[]>(things: T) =>
  z
    .string()
    .default('')
    .transform(text => text.split(',').filter(Boolean))
    .pipe(z.array(z.enum([...times, 'station', ...things] as const)).max(3))
    .refine(groups => atMostOne(groups, times) && atMostOne(groups, things) && new Set(groups).size === groups.length, 'statisticsGroup')
const atMostOne = (groups: readonly string[], of: readonly string[]) => groups.filter(group => of.includes(group)).length <= 1

/**
 * From a day to a day, both counted, each station's own days; or from an instant to an instant, which takes the hours that begin
 * between them. Compared with the same days a week, a month or a year before, or with as many days just before.
 */
const rangeOf = <const T extends readonly string[]>(things: T) =>
  z
    .strictObject({
      from: z.union([LocalDate, Instant]),
      to: z.union([LocalDate, Instant]),
      group: Group(things),
      compare: z.enum(['previous', 'week', 'month', 'year']).optional(),
      stationId: z.coerce.number().int().positive().optional(),
    })
    .refine(({ from, to }) => from.length === to.length || (from.length > 10 && to.length > 10), {
      path: ['to'],
      message: 'statisticsRange',
    })
    .refine(
      ({ from, to, group }) => {
        const lasts = Date.parse(to) - Date.parse(from)
        return lasts >= 0 && lasts <= ((group as readonly string[]).includes('hour') ? hoursMostMs : 10 * yearMs)
      },
      { path: ['to'], message: 'statisticsRange' },
    )

/**
 * One line: a moment and a thing, as far as it was asked for. `period` is the first day of the day, week or month, or the instant at
 * which the hour begins. `key` is the id of the product, item, nozzle, employee or device, the name of a category, the word of a
 * pay type, a movement's type or a kind of card, the id of a card or of its holder; null where there is none. Currencies are never
 * added up.
 */
const lineOf = <M extends z.ZodRawShape, P extends z.ZodRawShape>(measures: M, more: P) =>
  z.object({
    period: z.string().nullable(),
    stationId: Id.nullable(),
    station: z.string().nullable(),
    key: z.string().nullable(),
    name: z.string().nullable(),
    currency: z.string(),
    ...more,
    ...measures,
    /** The same of the time that it is compared with, whose periods are named after the ones they stand beside. */
    before: z.object(measures).nullable(),
  })
const answerOf = <M extends z.ZodRawShape, P extends z.ZodRawShape>(measures: M, more: P) => {
  const line = lineOf(measures, more)
  /** Of a time that is not over yet: the moment up to which it is compared, so that half a day is not held against a whole one. */
  return z.object({
    content: z.array(line),
    totals: z.array(line),
    comparedUntil: Instant.nullable(),
    /** So many lines, the smallest, are left out of `content`; `totals` has them too. */
    left: z.int(),
  })
}

const Sold = {
  /** Orders; of a product, category or item, how often it was bought. */
  orders: z.int(),
  volumeCl: Centilitres,
  pieces: z.int(),
  /** Before discounts. */
  amountCents: Cents,
  discountCents: Cents,
  totalCents: Cents,
}
const Paid = { payments: z.int(), amountCents: Cents, refundedCents: Cents, netCents: Cents }
/** Signed: into the card is positive. What was topped up and what was spent are two answers; their difference alone says little. */
const Moved = {
  movements: z.int(),
  amountCents: Cents,
  principalCents: Cents,
  giftCents: Cents,
  topUpCents: Cents,
  consumeCents: Cents,
}

/** `color`: that of the fuel, where a line is of one. */
export const SalesStatistics = answerOf(Sold, { color: z.enum(fuelColors).nullable() })
export type SalesStatistics = z.output<typeof SalesStatistics>
export const PaymentStatistics = answerOf(Paid, {})
export type PaymentStatistics = z.output<typeof PaymentStatistics>
export const CardStatistics = answerOf(Moved, {})
export type CardStatistics = z.output<typeof CardStatistics>

export const statistics = {
  sales: endpoint('GET', '/statistics/sales', {
    permission: 'order.sale.read',
    query: rangeOf(['product', 'category', 'item', 'payType', 'nozzle', 'employee', 'device']),
    returns: SalesStatistics,
    summary: 'What was sold, by time and one more thing: orders, litres, pieces and money. Orders that were closed are not in it.',
  }),
  recentSales: endpoint('GET', '/statistics/recentSales', {
    permission: 'order.sale.read',
    query: z.strictObject({
      range: z.enum(recentRanges),
      by: z.enum(['time', 'product', 'payType']).default('time'),
      stationId: z.coerce.number().int().positive().optional(),
    }),
    returns: SalesStatistics,
    summary: 'What was sold today, in the last 24 hours, 30 days or 12 months, by hour, day or month, by fuel or by way of payment.',
  }),
  payments: endpoint('GET', '/statistics/payments', {
    permission: 'order.transaction.read',
    query: rangeOf(['payType', 'employee', 'device']),
    returns: PaymentStatistics,
    summary: 'What was paid, by time and one more thing, and how much of that has been given back since.',
  }),
  cards: endpoint('GET', '/statistics/cards', {
    permission: 'card.detail.read',
    query: rangeOf(['type', 'payType', 'kind', 'card', 'member']).safeExtend({ kind: UserCardKind.optional() }),
    returns: CardStatistics,
    summary: 'What moved on cards, by time and by type, way of payment, kind of card, card or member; of one kind of card if wanted.',
  }),
}
