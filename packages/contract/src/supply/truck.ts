import { z } from 'zod'
import { endpoint, resource } from '../kit.ts'
import { Centilitres, Instant, LocalDate, Name, Ref } from '../units.ts'

/** 油罐车 of a carrier. One that has carried something is ended, not deleted. @source decision SU17 */
export const trucks = resource('trucks', {
  table: 'truck',
  scope: 'company',
  permission: 'supply.truck',
  body: z.object({
    carrierId: Ref('suppliers'),
    /** A plate that GA 36 does not know is kept, and the form warns. */
    plate: Name(20),
    /** From the front. */
    compartments: z
      .array(z.object({ volumeCl: Centilitres.min(1).max(100_000_00) }))
      .min(1)
      .max(12),
    /** 检定有效期. */
    calibratedUntil: LocalDate.nullable().default(null),
  }),
  read: {
    /** Of all compartments. */
    volumeCl: Centilitres,
    endedDate: Instant.nullable(),
    createdDate: Instant,
  },
  label: ['plate'],
  unsearchable: ['compartments'],
  sort: 'plate',
})
const truckRow = trucks.row

export const truckCalls = {
  end: endpoint('POST', '/trucks/:id/end', {
    permission: 'supply.truck.write',
    returns: truckRow,
    rows: true,
    summary: 'Ends a truck: no new load is put on it',
  }),
  resume: endpoint('POST', '/trucks/:id/resume', {
    permission: 'supply.truck.write',
    returns: truckRow,
    rows: true,
    summary: 'Takes back that a truck was ended',
  }),
}
