import { baseFuels } from '@forecourt/contract'
import { crud } from '../../platform/execution/crud.ts'
import type { Module } from '../../platform/module.ts'
import { deviceHandlers } from './device.ts'
import { dispenserHandlers } from './dispenser.ts'
import { dispensersAt, itemsAt, nozzlesAt } from './rows-at.ts'
import { nozzleHandlers } from './nozzle-control.ts'
import { priceHandlers } from './price.ts'
import { productHandlers } from './product.ts'
import { tankHandlers } from './tank.ts'
import { tankReadingHandlers } from './tank-reading.ts'
import { tankWatchHandlers } from './tank-watch.ts'

export { deviceByCredential, giveCredential, type DeviceIdentity } from './device.ts'
export { callIdle, nozzleForRelease, nozzlesInQuestion, type NozzleRecord } from './stuck.ts'
export { fuelAmount } from './fuel-amount.ts'
export { notePrices, priceAt, type NewPrice } from './price.ts'

export const forecourt = {
  name: 'forecourt',
  handlers: [
    // No rule beyond the contract and the table.
    ...crud(baseFuels),
    ...productHandlers,
    ...priceHandlers,
    ...tankHandlers,
    ...tankWatchHandlers,
    ...tankReadingHandlers,
    ...nozzleHandlers,
    ...dispenserHandlers,
    ...deviceHandlers,
  ],
  rowsAt: { dispensers: dispensersAt, nozzleControls: nozzlesAt, items: itemsAt },
} satisfies Module
