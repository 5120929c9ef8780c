import { createHash } from 'node:crypto'
import { live, liveKinds, liveTicket, ownKinds, stationTopic, stations, userTopic, type LiveKind, type OwnKind } from '@forecourt/contract'
import { z } from 'zod'
import { decrypt, encrypt } from '../../platform/config/encryption.ts'
import { handle, type Actor, type Handler } from '../../platform/execution/command.ts'
import { refuse } from '../../platform/execution/refusal.ts'
import type { Database } from '../../platform/postgres/database.ts'
import { getOf } from '../../platform/search/list.ts'
import { loadActorOfDisplay, loadActorOfSession } from '../access/index.ts'

const [ticketPurpose, clientPurpose] = ['live.ticket', 'live.client']

/** Who hears, and of which stations. It says nothing of rights: they are read when it is used, and again and again. */
const Bearer = z.strictObject({
  /** Of the session, or of the screen on a wall. */
  sessionId: z.int(),
  ofDisplay: z.boolean(),
  userId: z.int(),
  userCompany: z.int(),
  role: z.string(),
  companyId: z.int(),
  stationId: z.int(),
  /** Further stations of the same company. */
  also: z.array(z.int()),
})
type Bearer = z.output<typeof Bearer>
const Ticket = Bearer.extend({ until: z.int() })
type Ticket = z.output<typeof Ticket>

type Ports = Readonly<{ port: number; tlsPort: number; outside?: string | undefined }> | 'starting' | undefined
let ports: Ports
/** Where pages reach the channel, without and with TLS, or the broker outside where it is one; undefined where there is none. */
export const setLivePorts = (listens: Ports): void => {
  ports = listens
}

/** What somebody with these rights is told of these stations, and of what is theirs alone. */
export function topicsOf(stationIds: readonly number[], { id, permissions }: Pick<Actor, 'id' | 'permissions'>): string[] {
  const kinds = (Object.keys(liveKinds) as LiveKind[]).filter(kind => liveKinds[kind] === 'signedIn' || permissions.has(liveKinds[kind]))
  const own = (Object.keys(ownKinds) as OwnKind[]).filter(kind => permissions.has(ownKinds[kind]))
  return [...own.map(kind => userTopic(id, kind)), ...stationIds.flatMap(stationId => kinds.map(kind => stationTopic(stationId, kind)))]
}

const stationsOf = ({ stationId, also }: Pick<Bearer, 'stationId' | 'also'>): number[] => [stationId, ...also]

/** Whose rights are the same at every station of a company: those of one station hold for the others. */
const seesWholeCompany = ({ stationIds, fleetId }: Pick<Actor, 'stationIds' | 'fleetId'>): boolean =>
  stationIds === undefined && fleetId === undefined

/** @throws notFound, auth.forbidden, live.off, live.starting */
const ticket = handle(liveTicket, async ({ tx, actor, scope, meta, now }, { body: { stationId, also: wanted } }) => {
  const { companyId } = await getOf(tx, stations, stationId, [], scope)
  const also = [...new Set(wanted)].filter(id => id !== stationId)
  if (also.length > 0) {
    if (!seesWholeCompany(actor)) refuse('auth.forbidden')
    const found = await tx.selectFrom('station').where('companyId', '=', companyId).where('id', 'in', also).select('id').execute()
    if (found.length < also.length) refuse('notFound')
  }
  const sessionId = actor.display?.id ?? actor.sessionId
  if (!ports || sessionId === undefined) refuse('live.off')
  if (ports === 'starting') refuse('live.starting')
  const expires = new Date(now.getTime() + live.ticketSeconds * 1000)
  const bearer: Bearer = {
    sessionId,
    ofDisplay: actor.display !== undefined,
    userId: actor.id,
    userCompany: actor.homeCompanyId ?? actor.companyId,
    role: actor.role!,
    companyId,
    stationId,
    also,
  }
  return {
    ticket: seal(ticketPurpose, { ...bearer, until: expires.getTime() } satisfies Ticket),
    username: live.username,
    expiresAt: expires.toISOString(),
    port: meta.secure ? ports.tlsPort : ports.port,
    path: live.path,
    ...(ports.outside !== undefined && { url: ports.outside, clientId: seal(clientPurpose, bearer) }),
    topics: topicsOf(stationsOf({ stationId, also }), actor),
  }
})

export const ticketHandlers: Handler[] = [ticket]

function seal(purpose: string, what: object): string {
  const { bytes, keyId } = encrypt(purpose, JSON.stringify(what))
  return `${keyId}.${bytes.toString('base64url')}`
}

function unseal(purpose: string, text: string): unknown {
  const [keyId, bytes] = text.split('.')
  if (!keyId || !bytes) return undefined
  try {
    return JSON.parse(decrypt(purpose, { keyId, bytes: Buffer.from(bytes, 'base64url') }))
  } catch {
    // Whatever else somebody sends is none of ours.
    return undefined
  }
}

/** What a ticket says, if it is one of ours and its minute is not over. */
export function readTicket(text: string, now: Date): Ticket | undefined {
  const { data } = Ticket.safeParse(unseal(ticketPurpose, text))
  return data && data.until > now.getTime() ? data : undefined
}

/** Whose client id it is, at a broker outside. */
export const readClientId = (text: string): Bearer | undefined => Bearer.safeParse(unseal(clientPurpose, text)).data

const textOf = (of: Bearer): string => JSON.stringify(Bearer.strip().parse(of))
export const sameBearer = (one: Bearer, other: Bearer): boolean => textOf(one) === textOf(other)

/** The topics that they may hear at this moment; undefined for who is signed out, or may no longer see these stations. */
export async function heardBy(db: Database, bearer: Bearer, now: Date): Promise<string[] | undefined> {
  const { ofDisplay, sessionId, stationId } = bearer
  const actor = ofDisplay
    ? await loadActorOfDisplay(db, { displayId: sessionId, stationId, at: now })
    : await loadActorOfSession(db, { ...bearer, chosenCompany: null, at: now })
  const stationIds = stationsOf(bearer)
  return actor && (stationIds.length === 1 || seesWholeCompany(actor)) ? topicsOf(stationIds, actor) : undefined
}

/** A page may say that its home is open; a screen on a wall says nothing. */
export const saidBy = ({ ofDisplay, stationId }: Bearer): string[] => (ofDisplay ? [] : [stationTopic(stationId, 'broadcast')])

/** Holders of one ticket's session at the same stations are one to the broker. */
export const keyOf = ({ sessionId, ...ticket }: Bearer): string =>
  `session:${createHash('sha256')
    .update(`${sessionId} ${stationsOf(ticket).join()}`)
    .digest('base64url')
    .slice(0, 16)}`
