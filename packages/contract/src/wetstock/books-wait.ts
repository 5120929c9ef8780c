import { z } from 'zod'
import { endpoint } from '../kit.ts'
import { LocalDate } from '../units.ts'

const Wait = z.object({
  /** Settled shifts that no row of the fuel inventory shows yet. */
  shifts: z.int(),
  /** The day of the first of them. */
  since: LocalDate.nullable(),
  /** The day to settle first. Null where nothing waits, or where nothing stands in the way: then they come with the next settlement. */
  settleFirst: LocalDate.nullable(),
})
export type BooksWait = z.output<typeof Wait>

/** 账存待续: tank books are kept in the order of time, so that a day that is not settled holds back the shifts after it. */
export const booksWait = endpoint('GET', '/fuelInventories/waiting', {
  permission: 'fuelInventory.read',
  query: z.strictObject({ stationId: z.coerce.number().int().positive() }),
  returns: Wait,
  summary: 'How many settled shifts of a station are not in the fuel inventory yet, and which day has to be settled first',
})
