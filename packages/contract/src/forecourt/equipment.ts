import { z } from 'zod'
import { resource } from '../kit.ts'
import { Instant, LongText, Name, Ref } from '../units.ts'
import { EquipmentAddress } from '../validators.ts'

/** A thing of the station that is spoken to under an address. */
const Equipment = z.object({
  stationId: Ref('stations'),
  name: Name(40),
  protocol: LongText(2000).default(''),
  address: EquipmentAddress.max(200).default(''),
})

/** 液位仪 */
export const tankGauges = resource('tankGauges', {
  table: 'tank_gauge',
  scope: 'station',
  permission: 'forecourt.equipment',
  body: Equipment,
  read: { createdDate: Instant },
  sort: 'name',
  bulk: ['update', 'delete'],
})

/** 打印机 */
export const printers = resource('printers', {
  table: 'printer',
  scope: 'station',
  permission: 'forecourt.equipment',
  body: Equipment,
  read: { createdDate: Instant },
  sort: 'name',
  bulk: ['update', 'delete'],
})
