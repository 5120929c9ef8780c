import { z } from 'zod'
import { endpoint } from '../kit.ts'
import { Id, Instant } from '../units.ts'

/**
 * What a data screen on a wall may read, of what the user who opened it may read: what the page shows, and what the live channel tells it.
 * @source decisions.md O10 "The data screen runs on a read-only, revocable display session"
 */
export const displayPermissions: ReadonlySet<string> = new Set<string>([
  'org.station.read',
  'order.sale.read',
  'forecourt.tank.read',
  'forecourt.nozzle.read',
  'forecourt.product.read',
  'forecourt.device.read',
  'shift.state.read',
  'settlement.daySettle.read',
])

/** The only page it opens. */
export const displayPages = ['dataScreen'] as const

/** A company may have so many. */
export const displaysAtMost = 100

/** The name of a screen: where it hangs. */
const DisplayName = z.string().trim().min(1).max(40)

export const Display = z.object({
  id: Id,
  name: z.string(),
  /** The only station that it shows; null where it shows the company. */
  station: z.object({ id: Id, name: z.string() }).nullable(),
  /** Who opened it; it shows nothing any more when that user may not. */
  openedBy: z.string(),
  createdDate: Instant,
  /** Since when it is signed in; null while its code waits to be typed. */
  pairedDate: Instant.nullable(),
  seenDate: Instant.nullable(),
  /** What the browser of the screen calls itself. */
  client: z.string(),
  /** When its sign-in, or its code, ends. */
  expiration: Instant,
})
export type Display = z.output<typeof Display>

/** Eight characters that are not taken for each other, in two groups. Typed in small letters or without the hyphen it is the same. */
export const DisplayCode = z
  .string()
  .max(20)
  .transform(typed => typed.normalize('NFKC').toUpperCase().replaceAll(/[\s-]/g, ''))
  .pipe(z.string().regex(/^[2-9A-HJ-NP-Z]{8}$/, 'displayCode'))

export const displays = {
  list: endpoint('GET', '/displays', {
    permission: 'access.display',
    returns: z.object({ content: z.array(Display), totalElements: z.int() }),
    summary: 'The screens on walls that show the company or one of its stations',
  }),
  open: endpoint('POST', '/displays', {
    permission: 'access.display',
    body: z.strictObject({ name: DisplayName, stationId: Id.nullable().default(null) }),
    returns: z.object({ id: Id, code: z.string(), expiration: Instant }),
    summary:
      'A code that signs a screen in, once, within ten minutes: it shows the company, or the station that is named, and does nothing else',
  }),
  end: endpoint('DELETE', '/displays/:id', {
    permission: 'access.display',
    returns: z.object({ id: Id }),
    summary: 'Ends the sign-in of a screen, or its code',
  }),
  /** The station that a screen is bound to cannot be left by a header, nor the company. */
  pair: endpoint('POST', '/users/login/display', {
    permission: 'public',
    body: z.strictObject({ code: DisplayCode }),
    returns: z.object({ token: z.string(), expiration: z.int(), name: z.string(), stationId: Id.nullable() }),
    summary: 'Signs a screen in by its code',
  }),
}
