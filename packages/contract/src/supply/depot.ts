import { z } from 'zod'
import { endpoint, resource } from '../kit.ts'
import { Cents, Id, Instant, Kilograms, LocalDate, Name, Pattern, Ref, Text } from '../units.ts'

/**
 * 油库: where the company keeps fuel by the ton, before it goes to stations. One that fuel has moved through is ended, not deleted.
 * @source requirements SUP-001, SUP-018; decisions SU1, SU16
 */
export const depots = resource('depots', {
  table: 'depot',
  scope: 'company',
  permission: 'supply.depot',
  body: z.object({
    name: Name(60),
    /** What it holds; one at least. */
    baseFuels: z
      .array(z.object({ baseFuelId: Ref('baseFuels') }))
      .min(1)
      .max(50),
    /** Of the official table of divisions: six digits that say province, city and area. A code that is no longer in it stays. */
    divisionCode: Pattern(/^\d{6}$/, 'sixDigits')
      .nullable()
      .default(null),
    address: Text(120).default(''),
  }),
  read: {
    /** As the table called them in the year of the entry. */
    province: z.string(),
    city: z.string(),
    area: z.string(),
    divisionYear: z.int().nullable(),
    /** From then on nothing new is booked into it. */
    endedDate: Instant.nullable(),
    createdDate: Instant,
  },
  /** What it holds, in words. */
  beside: {} as { fuelNames: string },
  label: ['name'],
  unsearchable: ['baseFuels'],
  sort: 'name',
})
const depotRow = depots.row

/** What came into a depot and left it on a day, and what it held in the end. */
const DepotDay = z.object({ day: LocalDate, receivedKg: Kilograms, issuedKg: Kilograms, stockKg: Kilograms })
const DepotFuel = z.object({
  baseFuelId: Id,
  /** At the end of the last day that is asked for. */
  stockKg: Kilograms,
  /** What may leave on that day: no later day may come to less than nothing. */
  mostKg: Kilograms,
  /** Weighted average of the month up to that day; it is final when the month is settled. @source decision SU12 */
  valueCents: Cents,
  netCents: Cents,
  centsPerT: Cents.nullable(),
  days: z.array(DepotDay),
})
export type DepotFuel = z.output<typeof DepotFuel>

export const depotCalls = {
  end: endpoint('POST', '/depots/:id/end', {
    permission: 'supply.depot.write',
    returns: depotRow,
    rows: true,
    summary: 'Ends a depot that holds nothing any more: nothing new is booked into it',
  }),
  resume: endpoint('POST', '/depots/:id/resume', {
    permission: 'supply.depot.write',
    returns: depotRow,
    rows: true,
    summary: 'Takes back that a depot was ended',
  }),
  book: endpoint('GET', '/depots/:id/book', {
    permission: 'supply.depot.read',
    query: z.strictObject({ from: LocalDate, to: LocalDate }),
    returns: z.object({ fuels: z.array(DepotFuel) }),
    summary: 'What a depot held of each base fuel on the days of a period, and what that was worth in the end',
  }),
}
