import type { Module } from '../../platform/module.ts'
import { deliveryHandlers } from './delivery.ts'

export { deliveriesOf, deliveriesToSettle, receivedUntil, settleDeliveries, type Received } from './settle.ts'

/** Wet stock: the fuel that came into the tanks. */
export const wetstock = { name: 'wetstock', handlers: [...deliveryHandlers] } satisfies Module
