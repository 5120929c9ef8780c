import { z } from 'zod'
import { endpoint } from '../kit.ts'
import { Centilitres, Id, Ref } from '../units.ts'

/** A fuel of a station that runs out, and what may be ordered of it. Nothing is ordered by itself. @source decision SU17 */
const Advice = z.object({
  stationId: Ref('stations'),
  stationName: z.string(),
  productId: Ref('products'),
  productName: z.string(),
  /** Null where the product names none: then nothing can be ordered of it. */
  baseFuelId: Ref('baseFuels').nullable(),
  tanks: z.int(),
  heldCl: Centilitres,
  /** A day, over the last seven days that were settled; null where none was. */
  soldPerDayCl: Centilitres.nullable(),
  daysToEmpty: z.int().nullable(),
  /** Ordered or on the road. */
  openLoads: z.int(),
  openCl: Centilitres,
  /** Up to the stop level of its tanks, when what is open has come. */
  roomCl: Centilitres,
  /** As many whole compartments of one truck as there is room for; of no truck, the room itself in whole 1,000 litres. */
  proposedCl: Centilitres,
  truck: z.object({ id: Id, plate: z.string(), compartments: z.array(z.object({ volumeCl: Centilitres })) }).nullable(),
})
export type OrderAdvice = z.output<typeof Advice>

export const orderAdvice = endpoint('GET', '/transports/orderAdvice', {
  permission: 'supply.transport.read',
  query: z.strictObject({
    /** Fuels that last longer, open orders included, are left out; all of them where absent. */
    withinDays: z.coerce.number().int().min(0).max(365).optional(),
  }),
  returns: z.object({ content: z.array(Advice) }),
  summary: 'Which stations should be ordered for: days to empty, open orders, room, and what fits into the compartments of a truck',
})
