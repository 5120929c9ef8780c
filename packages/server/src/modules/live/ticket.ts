import { createHash } from 'node:crypto'
import { live, liveKinds, liveTicket, stationTopic, stations, type LiveKind } from '@forecourt/contract'
import { z } from 'zod'
import { decrypt, encrypt } from '../../platform/config/encryption.ts'
import { handle, type Actor, type Handler } from '../../platform/execution/command.ts'
import { refuse } from '../../platform/execution/refusal.ts'
import { getOf } from '../../platform/search/list.ts'

const purpose = 'live.ticket'

/** Whose ticket it is, and of which station. It says nothing of rights: they are read when it is used, and again and again. */
const Ticket = z.strictObject({
  sessionId: z.int(),
  userId: z.int(),
  userCompany: z.int(),
  role: z.string(),
  companyId: z.int(),
  stationId: z.int(),
  until: z.int(),
})
export type Ticket = z.output<typeof Ticket>

let ports: Readonly<{ port: number; tlsPort: number }> | undefined
/** Where pages reach the channel, without and with TLS; undefined while there is none. */
export const setLivePorts = (listens: Readonly<{ port: number; tlsPort: number }> | undefined): void => {
  ports = listens
}

/** What somebody with these rights is told of a station. */
export const topicsOf = (stationId: number, { permissions }: Pick<Actor, 'permissions'>): string[] =>
  (Object.keys(liveKinds) as LiveKind[])
    .filter(kind => liveKinds[kind] === 'signedIn' || permissions.has(liveKinds[kind]))
    .map(kind => stationTopic(stationId, kind))

/** @throws notFound, live.off */
const ticket = handle(liveTicket, async ({ tx, actor, scope, meta, now }, { body: { stationId } }) => {
  const { companyId } = await getOf(tx, stations, stationId, [], scope)
  if (!ports || actor.sessionId === undefined) refuse('live.off')
  const expires = new Date(now.getTime() + live.ticketSeconds * 1000)
  const { bytes, keyId } = encrypt(
    purpose,
    JSON.stringify({
      sessionId: actor.sessionId,
      userId: actor.id,
      userCompany: actor.homeCompanyId ?? actor.companyId,
      role: actor.role!,
      companyId,
      stationId,
      until: expires.getTime(),
    } satisfies Ticket),
  )
  return {
    ticket: `${keyId}.${bytes.toString('base64url')}`,
    username: live.username,
    expiresAt: expires.toISOString(),
    port: meta.secure ? ports.tlsPort : ports.port,
    path: live.path,
    topics: topicsOf(stationId, actor),
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

/** Holders of one ticket's session at one station are one to the broker. */
export const keyOf = ({ sessionId, stationId }: Ticket): string =>
  `session:${createHash('sha256').update(`${sessionId} ${stationId}`).digest('base64url').slice(0, 16)}`
