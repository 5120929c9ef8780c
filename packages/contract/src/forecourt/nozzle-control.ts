import { z } from 'zod'
import { resource } from '../kit.ts'
import { Instant, Ref } from '../units.ts'
import { forecourtStates } from './dispenser.ts'

/** 油枪: hangs on a dispenser, draws from a tank, sells that tank's item. One entity for nozzle and nozzle control (decision B7). */
export const NozzleControl = z.object({
  stationId: Ref('stations'),
  /** Counted through the whole station; what receipts and staff call it by. */
  logicNo: z.int().min(1).max(999),
  /** Its place on the dispenser. @source spec 1 §5 "Nozzle number 1-8" */
  physicalNo: z.int().min(1, 'nozzlePhysicalNo').max(8, 'nozzlePhysicalNo'),
  dispenserId: Ref('dispensers'),
  tankId: Ref('tanks'),
})

export const nozzleControls = resource('nozzleControls', {
  table: 'nozzle_control',
  at: true,
  scope: 'station',
  permission: 'forecourt.nozzle',
  body: NozzleControl,
  /** The item is the tank's. The state is null until a device has reported one, and `offline` once the device has fallen silent. */
  read: {
    itemId: Ref('items').nullable(),
    state: z.enum(forecourtStates).nullable(),
    stateAt: Instant.nullable(),
    /** Since when it gives no fuel to cards, and after which incident of a delivery. */
    blockedAt: Instant.nullable(),
    blockedDeliveryId: Ref('oilInfos').nullable(),
    createdDate: Instant,
  },
  label: ['logicNo'],
  sort: 'logicNo',
  bulk: ['update', 'delete'],
})
