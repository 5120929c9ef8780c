import type { Module } from '../../platform/module.ts'
import { booksWaitHandlers } from './books-wait.ts'
import { chartRepairHandlers } from './chart-repair.ts'
import { cockpit } from './cockpit.ts'
import { deliveryCorrectionHandlers } from './delivery-correct.ts'
import { deliveryHandlers } from './delivery.ts'
import { fuelInventoryHandlers } from './fuel-inventory.ts'
import { tankBookHandlers } from './tank-book.ts'
import { tankEntryHandlers } from './tank-entry.ts'
import { levelsOfDemo } from './level-demo.ts'
import { foundDeliveryHandlers } from './found-delivery.ts'
import { foundOfDemo } from './found-demo.ts'
import { scanPending } from './found-scan.ts'
import { leakTestHandlers } from './leak-test.ts'
import { leakWatch } from './leak-watch.ts'
import { pastDeliveryHandlers } from './past-delivery.ts'

export { seekPast, takePastDeliveries, type PastDelivery } from './past-book.ts'
export { atReference } from './at-reference.ts'
export { keepBooks } from './keep-books.ts'
export { apartOf, countAsSigned, signedShares, type Measured, type Signed } from './signed-load.ts'
export { openBook } from './tank-entry.ts'
export { deliveriesOf, deliveriesToSettle, receivedUntil, settleDeliveries, type Received } from './settle.ts'

/** Wet stock: the fuel that came into the tanks, what gauges show of it, and what should be in them. */
export const wetstock = {
  name: 'wetstock',
  handlers: [
    ...deliveryHandlers,
    ...deliveryCorrectionHandlers,
    cockpit,
    ...foundDeliveryHandlers,
    ...pastDeliveryHandlers,
    ...tankEntryHandlers,
    ...tankBookHandlers,
    ...fuelInventoryHandlers,
    ...booksWaitHandlers,
    ...leakTestHandlers,
    ...chartRepairHandlers,
  ],
  watches: [scanPending, leakWatch],
  demo: stage => [...levelsOfDemo(stage), ...foundOfDemo(stage)],
} satisfies Module
