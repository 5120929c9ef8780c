import type { Module } from '../../platform/module.ts'
import { deliveryHandlers } from './delivery.ts'
import { fuelInventoryHandlers } from './fuel-inventory.ts'
import { tankBookInvariants } from './invariants.ts'
import { tankBookHandlers } from './tank-book.ts'
import { tankEntryHandlers } from './tank-entry.ts'
import { levelsOfDemo } from './level-demo.ts'

export { keepBooks } from './keep-books.ts'
export { openBook } from './tank-entry.ts'
export { deliveriesOf, deliveriesToSettle, receivedUntil, settleDeliveries, type Received } from './settle.ts'

/** Wet stock: the fuel that came into the tanks, and what should be in them. */
export const wetstock = {
  name: 'wetstock',
  handlers: [...deliveryHandlers, ...tankEntryHandlers, ...tankBookHandlers, ...fuelInventoryHandlers],
  invariants: tankBookInvariants,
  demo: levelsOfDemo,
} satisfies Module
