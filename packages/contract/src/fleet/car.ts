import { z } from 'zod'
import { endpoint, resource } from '../kit.ts'
import { Centilitres, Id, Instant, Pattern, Ref, Text } from '../units.ts'
import { Plate } from '../validators.ts'

/** 汽油, 柴油. */
export const FuelType = z.enum(['gasoline', 'diesel'])
export type FuelType = z.output<typeof FuelType>
const timeOfDay = () => Pattern(/^([01]\d|2[0-3]):[0-5]\d$/, 'timeOfDay')

const records = resource('cars', {
  table: 'car',
  scope: 'company',
  permission: 'fleet.car',
  body: z.object({
    plate: Plate,
    fuelType: FuelType,
    /** Whose it is: of a fleet, then perhaps with the employee who usually drives it; else of a member. */
    groupId: Ref('groups').nullable().default(null),
    userId: Ref('users').nullable().default(null),
    /** What its tank holds. */
    tankCl: Centilitres.min(1_00).max(5_000_00).nullable().default(null),
    /** What it usually burns, in litres. */
    litresPer100Km: z.number().min(0.1).max(200).multipleOf(0.1, 'oneDecimal').nullable().default(null),
    /** When it is usually filled, by the clock of the station; an end before the start lies on the next day. Empty: at any hour. */
    usualHours: z
      .array(z.object({ from: timeOfDay(), until: timeOfDay() }))
      .max(5)
      .default([]),
    remark: Text(200).default(''),
  }),
  read: {
    /** Since when it is not of the fleet or the member any more. */
    removedDate: Instant.nullable(),
    createdDate: Instant,
  },
  label: ['plate'],
  unsearchable: ['usualHours'],
  sort: 'plate,asc',
  acts: ['list', 'get', 'create', 'update'],
})

/** 车辆: a plate is of one fleet or member at a time; those it was of before are kept. @source MEM-037, FL7 */
export const cars = {
  ...records,
  remove: endpoint('POST', '/cars/:id/remove', {
    permission: 'fleet.car.write',
    returns: z.object({ id: Id }),
    summary: 'Takes a vehicle from its fleet or member; the record stays',
  }),
}
