import { z } from 'zod'
import { resource } from '../kit.ts'
import { Instant, Pattern, Ref, Text } from '../units.ts'

/** 油品编码: the three digits that name a grade at the pump, unique within a station. @source spec 1 §3 "Fuel code", §5 */
export const fuelCodes = resource('fuelCodes', {
  table: 'fuel_code',
  scope: 'station',
  permission: 'fuel.code',
  body: z.object({
    stationId: Ref('stations'),
    code: Pattern(/^\d{3}$/, 'threeDigits'),
    type: z.enum(['gasoline', 'diesel']),
    description: Text(200).default(''),
  }),
  read: { createdDate: Instant },
  sort: 'code,asc',
  bulk: ['update', 'delete'],
})
