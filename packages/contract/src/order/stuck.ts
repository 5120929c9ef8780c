import { z } from 'zod'
import { BlackListReason } from '../card/black-list.ts'
import { forecourtStates } from '../forecourt/dispenser.ts'
import { endpoint } from '../kit.ts'
import { CardNumber, Cents, Id, Instant, Ref, Text } from '../units.ts'
import { OrderStatus } from './order.ts'

/** A nozzle that has been at work for so long without a sale is stuck. @source decisions.md D12 */
export const stuckMs = 10 * 60_000

/** 超出预占, 结束后到达, 重复引用. @source decisions CD20 */
export const BeyondHold = z.enum(['above', 'after', 'twice'])
export type BeyondHold = z.output<typeof BeyondHold>

/**
 * A nozzle that is stuck, or an order whose payment is under way, or one that a card of the black list paid; an order of a stuck nozzle
 * stands with it.
 */
const StuckFuelling = z.object({
  since: Instant,
  nozzle: z
    .object({
      id: Id,
      logicNo: z.int(),
      dispenser: z.int(),
      /** As it stands in the records now: offline, where its device has fallen silent. */
      state: z.enum(forecourtStates).nullable(),
      /** At work for too long; otherwise only an order of it is locked. */
      stuck: z.boolean(),
    })
    .nullable(),
  /** Fuel was delivered to a card of the black list, and is not given back yet. */
  listed: z.object({ number: CardNumber, reason: BlackListReason }).optional(),
  /** The hold of which more was delivered; or after it had ended; or by a second sale. */
  beyond: z.object({ id: Id, cardNumber: CardNumber, heldCents: Cents, how: BeyondHold }).optional(),
  orders: z.array(z.object({ id: Id, orderNo: z.string(), status: OrderStatus, totalCents: Cents, paidCents: Cents })),
})
export type StuckFuelling = z.output<typeof StuckFuelling>

/** What a person says who has looked: only then may the records call a nozzle idle that no device calls idle. */
export const stuckFuellings = {
  list: endpoint('GET', '/stuckFuellings', {
    permission: 'order.release',
    query: z.strictObject({ stationId: z.coerce.number().int().positive().optional() }),
    returns: z.object({ content: z.array(StuckFuelling) }),
    summary: 'Nozzles that have been at work for more than ten minutes without a sale, and orders whose payment is under way.',
  }),
  release: endpoint('PUT', '/nozzleControls/:id/release', {
    permission: 'order.release',
    idempotent: true,
    body: z.strictObject({
      /** One of the company's causes in use; it may be absent only where the company has none. */
      causeId: Ref('releaseCauses').nullable().default(null),
      /** A note: what the cause does not say. */
      reason: Text(200).default(''),
      pumpIsIdle: z.boolean().default(false),
    }),
    returns: z.object({ id: Id, logicNo: z.int(), orders: z.array(z.object({ id: Id, orderNo: z.string(), status: OrderStatus })) }),
    summary: 'Calls a stuck nozzle idle in the records and opens its locked orders again; no pump is authorised and no money is moved.',
  }),
}
