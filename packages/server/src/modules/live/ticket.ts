import { createHash } from 'node:crypto'
import { live, liveKinds, liveTicket, ownKinds, stationTopic, stations, userTopic, type LiveKind, type OwnKind } from '@forecourt/contract'
import { z } from 'zod'
import { decrypt, encrypt } from '../../platform/config/encryption.ts'
import { handle, type Actor, type Handler } from '../../platform/execution/command.ts'
import { refuse } from '../../platform/execution/refusal.ts'
import { getOf } from '../../platform/search/list.ts'

const purpose = 'live.ticket'

/** Whose ticket it is, and of which stations. It says nothing of rights: they are read when it is used, and again and again. */
const Ticket = z.strictObject({
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
  until: z.int(),
})
export type Ticket = z.output<typeof Ticket>

type Ports = Readonly<{ port: number; tlsPort: number }> | 'starting' | undefined
let ports: Ports
/** Where pages reach the channel, without and with TLS; undefined where there is none. */
export const setLivePorts = (listens: Ports): void => {
  ports = listens
}

/** What somebody with these rights is told of these stations, and of what is theirs alone. */
export function topicsOf(stationIds: readonly number[], { id, permissions }: Pick<Actor, 'id' | 'permissions'>): string[] {
  const kinds = (Object.keys(liveKinds) as LiveKind[]).filter(kind => liveKinds[kind] === 'signedIn' || permissions.has(liveKinds[kind]))
  const own = (Object.keys(ownKinds) as OwnKind[]).filter(kind => permissions.has(ownKinds[kind]))
  return [...own.map(kind => userTopic(id, kind)), ...stationIds.flatMap(stationId => kinds.map(kind => stationTopic(stationId, kind)))]
}

export const stationsOf = ({ stationId, also }: Pick<Ticket, 'stationId' | 'also'>): number[] => [stationId, ...also]

/** Whose rights are the same at every station of a company: those of one station hold for the others. */
export const seesWholeCompany = ({ stationIds, fleetId }: Pick<Actor, 'stationIds' | 'fleetId'>): boolean =>
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
  const { bytes, keyId } = encrypt(
    purpose,
    JSON.stringify({
      sessionId,
      ofDisplay: actor.display !== undefined,
      userId: actor.id,
      userCompany: actor.homeCompanyId ?? actor.companyId,
      role: actor.role!,
      companyId,
      stationId,
      also,
      until: expires.getTime(),
    } satisfies Ticket),
  )
  return {
    ticket: `${keyId}.${bytes.toString('base64url')}`,
    username: live.username,
    expiresAt: expires.toISOString(),
    port: meta.secure ? ports.tlsPort : ports.port,
    path: live.path,
    topics: topicsOf(stationsOf({ stationId, also }), actor),
  }
})

export const ticketHandlers: Handler[] = [ticket]

/** What a ticket says, if it is one of ours and its minute is not over. */
export function readTicket(text: string, now: Date): Ticket | undefined {
  const [keyId, bytes] = text.split('.')
  if (!keyId || !bytes) return undefined
  try {
    const found = Ticket.parse(JSON.parse(decrypt(purpose, { keyId, bytes: Buffer.from(bytes, 'base64url') })))
    return found.until > now.getTime() ? found : undefined
  } catch {
    // Whatever else somebody sends is no ticket.
    return undefined
  }
}

/** Holders of one ticket's session at the same stations are one to the broker. */
export const keyOf = ({ sessionId, ...ticket }: Ticket): string =>
  `session:${createHash('sha256')
    .update(`${sessionId} ${stationsOf(ticket).join()}`)
    .digest('base64url')
    .slice(0, 16)}`
