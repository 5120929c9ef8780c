import { z } from 'zod'
import { endpoint } from '../kit.ts'
import { Against } from '../order/refund.ts'
import { Cents, Id } from '../units.ts'

/** An order of which no more than this was bought is not invoiced. @source requirement INV-016, decision IV4 */
export const invoiceLeastCents = 100

/** What of an order may be invoiced, and how that would stand on an invoice. @source decisions IV4, IV6, IV7, IV8 */
export const orderInvoiceable = endpoint('GET', '/orders/:id/invoiceable', {
  permission: 'invoice.issue',
  returns: z.object({
    id: Id,
    orderNo: z.string(),
    totalCents: Cents,
    /** What was paid of it, told apart without rest. Money of tenders and of the principal of cards may be invoiced. */
    parts: z.object({
      invoiceableCents: Cents,
      onTopUpCents: Cents,
      forbiddenCents: Cents,
      givenCents: Cents,
      owedCents: Cents,
      refundedCents: Cents,
    }),
    lines: z.array(
      z.object({
        lineItemId: Id,
        name: z.string(),
        /** Fuel and other goods never share an invoice. */
        kind: z.enum(['fuel', 'goods']),
        /** Centilitres as the meter shows them, or pieces. */
        quantity: z.int(),
        listCents: Cents,
        discountCents: Cents,
        amountCents: Cents,
        /** Without a rate that is in force on the day of the sale, neither is known. */
        rate: z.number().nullable(),
        netCents: Cents.nullable(),
        taxCents: Cents.nullable(),
      }),
    ),
    /** Why it cannot be invoiced. */
    refusal: Against.nullable(),
  }),
  summary: 'What of an order may be invoiced, line by line with its tax, or why nothing may be',
})
