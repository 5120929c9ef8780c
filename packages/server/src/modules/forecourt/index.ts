import { baseFuels, tankAlarmContacts, tankAlarmNotices } from '@forecourt/contract'
import { crud } from '../../platform/execution/crud.ts'
import type { Module } from '../../platform/module.ts'
import { pricesOfDemo } from './price-demo.ts'
import { alarmCalls } from './alarm-call.ts'
import { tanksOfDemo } from './tank-demo.ts'
import { deviceHandlers } from './device.ts'
import { dispenserHandlers } from './dispenser.ts'
import { dispensersAt, itemsAt, nozzlesAt } from './rows-at.ts'
import { nozzleHandlers } from './nozzle-control.ts'
import { askForFires, priceTasks } from './price-fire.ts'
import { priceChangeHandlers } from './price-change.ts'
import { priceHandlers } from './price.ts'
import { productHandlers } from './product.ts'
import { silentGauges } from './silent-gauges.ts'
import { tankAlarmHandlers } from './tank-alarm.ts'
import { tankChartHandlers } from './tank-chart.ts'
import { setTankProduct, tankHandlers } from './tank.ts'
import { tankLevelHandlers } from './tank-level.ts'
import { tankReadingHandlers } from './tank-reading.ts'
import { tankWatchHandlers } from './tank-watch.ts'

export { deviceByCredential, giveCredential, type DeviceIdentity } from './device.ts'
export { callIdle, nozzleForRelease, nozzlesInQuestion, type NozzleRecord } from './stuck.ts'
export { callAboutAlarms } from './alarm-call.ts'
export { chartsOf, learnChart, type Chart } from './tank-chart.ts'
export { lockTank } from './tank-lock.ts'
export { cylinderOfDemo } from './tank-shape-demo.ts'
export { clearLost, lastLost, raiseLost } from './leak-alarm.ts'
export { blockNozzles, unblockNozzles } from './blocked.ts'
export { fuelAmount } from './fuel-amount.ts'
export { setTankProduct }
export { historyDevice, showPastReadings, takePastReadings } from './past-readings.ts'
export { notePrices, priceAt } from './price.ts'
export type { NewPrice } from './price-row.ts'
export { noteSeen, openNozzles, whereNozzlesAreOpen, type OpenNozzle } from './price-confirm.ts'

export const forecourt = {
  name: 'forecourt',
  handlers: [
    // No rule beyond the contract and the table.
    ...crud(baseFuels),
    ...productHandlers,
    ...priceHandlers,
    ...priceChangeHandlers,
    ...tankHandlers,
    ...tankWatchHandlers,
    ...tankReadingHandlers,
    ...tankLevelHandlers,
    ...tankChartHandlers,
    ...tankAlarmHandlers,
    ...crud(tankAlarmContacts),
    ...crud(tankAlarmNotices),
    ...nozzleHandlers,
    ...dispenserHandlers,
    ...deviceHandlers,
  ],
  tasks: priceTasks,
  maintenance: [askForFires],
  watches: [silentGauges, alarmCalls],
  demo: stage => [...pricesOfDemo(stage), ...tanksOfDemo(stage)],
  rowsAt: { dispensers: dispensersAt, nozzleControls: nozzlesAt, items: itemsAt },
} satisfies Module
