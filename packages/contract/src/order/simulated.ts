import { z } from 'zod'
import { endpoint } from '../kit.ts'
import { Cents, Centilitres, CentsPerL, Id, Instant, Ref } from '../units.ts'

/**
 * 模拟订单: a fill as a device would send it, to see what this station would make of it: its nozzle, its price, its clock. Nothing is kept,
 * so nothing can be booked; a unit price at or below the setting is a slip of the price or of its unit. What was delivered is booked
 * whatever it cost. @source requirement FUE-022, decisions WS18
 */
export const simulatedOrders = {
  simulate: endpoint('POST', '/devices/:id/simulatedOrder', {
    permission: 'order.create',
    body: z.strictObject({
      nozzleControlId: Ref('nozzleControls'),
      priceCents: CentsPerL,
      volumeCl: z.int().min(1).max(100_000_00).meta({ format: 'centilitres' }),
    }),
    returns: z.object({
      nozzleControlId: Id,
      volumeCl: Centilitres,
      priceCents: CentsPerL,
      /** What the price list says now. */
      listPriceCents: CentsPerL.nullable(),
      totalCents: Cents,
      /** It would be booked as charged, and raised. */
      priceDifference: z.boolean(),
      /** When it would be dated, by a device whose clock is as it was last compared. */
      createdDate: Instant,
      clockSuspect: z.boolean(),
      /** The setting that the price was held against. */
      aboveCents: CentsPerL,
    }),
    summary: 'Reckons a fill as if this device had sent it now; nothing is kept',
  }),
}
