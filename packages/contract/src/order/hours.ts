import { z } from 'zod'
import { endpoint } from '../kit.ts'
import { Cents, Centilitres, Instant } from '../units.ts'

const hourMs = 3_600_000
/** The most that one answer covers. */
const hoursMost = 24 * 7

const Span = z
  .strictObject({ from: Instant, to: Instant })
  .refine(({ from, to }) => Date.parse(from) < Date.parse(to) && Date.parse(to) - Date.parse(from) <= hoursMost * hourMs, {
    path: ['to'],
    message: 'span',
  })

/**
 * What was sold in each hour from an instant on, in each currency; hours in which nothing was sold are left out. Closed orders were not
 * sales.
 */
export const salesByHour = endpoint('GET', '/orders/hours', {
  permission: 'order.sale.read',
  query: Span,
  returns: z.object({
    content: z.array(
      z.object({
        /** Counts the hours from `from`: 0 is the first. */
        hour: z.int(),
        currency: z.string(),
        count: z.int(),
        totalCents: Cents,
        volumeCl: Centilitres,
      }),
    ),
  }),
  summary: 'Sales of up to a week by the hour, at the chosen station or all of them: orders, money due and litres of fuel',
})
