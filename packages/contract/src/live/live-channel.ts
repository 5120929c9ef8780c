import { z } from 'zod'
import { endpoint } from '../kit.ts'
import { Id, Instant } from '../units.ts'
import { live } from './topics.ts'

/** A screen shows so many stations besides the one that it is at: what it subscribes to has to fit into one packet. */
const alsoMax = 199

/** What a page may say to the other pages of its station. @source SCR-001 */
export const UpdateView = z.strictObject({
  method: z.literal('updateView'),
  client: z.literal('web'),
  page: z.literal('home'),
  timestamp: Instant,
})
export type UpdateView = z.output<typeof UpdateView>

/** How far a fuelling has come: told as it runs, kept nowhere. */
export const Fuelling = z.strictObject({
  logicNo: z.int().min(1).max(999),
  volumeCl: z.int().min(0).max(9_999_999),
  amountCents: z.int().min(0).max(99_999_999),
})

export const liveTicket = endpoint('POST', '/live/tickets', {
  permission: 'signedIn',
  display: true,
  summary:
    'Lets the caller connect to the live channel, within a minute, and hear of a station what their rights let them see; ' +
    'those who work for a company as a whole hear of further stations of it as well.',
  body: z.strictObject({ stationId: Id, also: z.array(Id).max(alsoMax).default([]) }),
  returns: z.object({
    ticket: z.string(),
    username: z.literal(live.username),
    expiresAt: Instant,
    /** Where the channel listens, on the host of the pages. */
    port: z.int(),
    path: z.literal(live.path),
    /** A broker elsewhere that pages connect to instead, and the client id under which it knows whose they are. */
    url: z.string().optional(),
    clientId: z.string().optional(),
    /** What the ticket lets its holder subscribe to. */
    topics: z.array(z.string()),
  }),
})
