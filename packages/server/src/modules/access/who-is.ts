import { devicePermissions, moneyRoles, reachOf, type Holding, type SearchLimit } from '@forecourt/contract'
import { sql } from 'kysely'
import { enter, type Actor, type Facts } from '../../platform/command.ts'
import type { Database, Tx } from '../../platform/database.ts'
import { Refusal, refuse } from '../../platform/refusal.ts'
import { hashSecret } from './secret.ts'
import { refuseTokenInUrl } from './token-in-url.ts'

export type WhoIs = (db: Database, facts: Facts, now: Date) => Promise<Actor | undefined>

/** What `who_is` of the database answers. */
interface Found extends Holding {
  /** Absent of somebody who is not there. */
  sessionId?: number
  userId: number
  readOnly: boolean
  companyId: number
  companyIds: number[]
  zone: string
  expiresAt?: number
  stationCompanyId: number | null
  stationZone: string | null
  since: Partial<Record<SearchLimit, string>>
}

/** What the module that knows devices answers for a credential. */
export interface KnownDevice {
  id: number
  companyId: number
  stationId: number
  zone: string
}
type DeviceOf = (db: Database, credential: string, now: Date) => Promise<KnownDevice | undefined>

const deviceCredential = /^(?:Device |Bearer )?(fc\..+)$/

/**
 * Turns a request's credentials into an actor: two halves of a session, or a device's own. Devices are known to a module above this one,
 * so how to find them is given. Whoever handles money and is not heard of for `idleMinutes` is signed out; 0 is never.
 */
export const whoIs =
  (deviceOf: DeviceOf, { idleMinutes }: { idleMinutes: number }): WhoIs =>
  async (db, facts, now) => {
    if (facts.inUrl) await refuseTokenInUrl(db, facts, now)
    const credential = deviceCredential.exec(facts.authorization ?? '')?.[1]
    if (!credential) return userOf(db, facts, now, idleMinutes)
    const device = await deviceOf(db, credential, now)
    return device && actorOfDevice(device, facts)
  }

/** A device acts in its own station, whatever it says of itself. @throws auth.forbidden */
function actorOfDevice({ id, companyId, stationId, zone }: KnownDevice, { station, company }: Facts): Actor {
  if (station !== undefined && idIn(station) !== stationId) outside('Station')
  if (company !== undefined && idIn(company) !== companyId) outside('company')
  const where = { companyId, companyIds: [companyId], stationId, stationIds: [stationId] }
  return { kind: 'device', id, key: `device:${id}`, ...where, permissions: devicePermissions, readOnly: false, zone }
}

/** Both halves of a session, or nobody (decision O10). */
async function userOf(db: Database, facts: Facts, now: Date, idleMinutes: number): Promise<Actor | undefined> {
  const token = facts.authorization?.replace(/^Bearer /, ''),
    { cookie } = facts
  if (!token || !cookie) return undefined
  const station = idIn(facts.station)
  const {
    rows: [row],
  } = await sql<{ whoIs: Found | null }>`
    select who_is(${hashSecret(token)}, ${hashSecret(cookie)}, ${station}, ${now}, ${`${idleMinutes} minutes`},
      ${idleMinutes > 0 ? moneyRoles : []}) as who_is`.execute(db)
  if (!row?.whoIs) return undefined
  const there = actorOf(row.whoIs, facts)
  const actor = isAway(there, row.whoIs) ? await db.transaction().execute(tx => atHome(tx, there)) : there
  return idleMinutes > 0 && moneyRoles.includes(row.whoIs.role) ? { ...actor, idleMinutes } : actor
}

/**
 * The headers `company`, `Station` and `Role` choose among what the session grants; they never add to it.
 * @throws auth.forbidden one of them names something outside
 */
function actorOf(found: Found, facts: Pick<Facts, 'company' | 'station' | 'role'>): Actor {
  const { role, entries, companyIds } = found
  const ownStations = role.startsWith('station_') ? entries.flatMap(entry => entry.stationId ?? []) : undefined
  const fleetId = role === 'group_master' ? (entries[0]?.fleetId ?? 0) : undefined
  const stationId = facts.station === undefined ? undefined : (idIn(facts.station) ?? outside('Station'))
  const chosen = facts.company === undefined ? undefined : (idIn(facts.company) ?? outside('company'))

  if (stationId && (!found.stationCompanyId || (ownStations && !ownStations.includes(stationId)))) outside('Station')
  if (chosen && (!companyIds.includes(chosen) || (stationId && found.stationCompanyId !== chosen))) outside('company')
  if (facts.role !== undefined && !isOwn(facts.role, found)) outside('Role')

  const { pages, permissions, stationIds } = reachOf(found, stationId)
  const since = Object.entries(found.since).map(([limit, from]) => [limit, new Date(from)])
  const chosenCompanyId = found.stationCompanyId ?? chosen
  return {
    kind: 'user',
    id: found.userId,
    key: `user:${found.userId}`,
    companyId: chosenCompanyId ?? found.companyId,
    companyIds,
    role,
    permissions,
    pages,
    readOnly: found.readOnly,
    zone: found.stationZone ?? found.zone,
    ...(found.sessionId && { sessionId: found.sessionId }),
    ...(found.expiresAt && { expiresAt: found.expiresAt }),
    ...(chosenCompanyId && { chosenCompanyId }),
    ...(stationIds && { stationIds }),
    ...(stationId && { stationId }),
    ...(fleetId !== undefined && { fleetId }),
    ...(since.length > 0 && { since: Object.fromEntries(since) }),
  }
}

/** All stations of a company that is not his own are looked at by that company's clock. */
const isAway = ({ chosenCompanyId }: Actor, { stationZone, companyId }: Found) =>
  !stationZone && chosenCompanyId !== undefined && chosenCompanyId !== companyId
async function atHome(tx: Tx, actor: Actor): Promise<Actor> {
  await enter(tx, actor.companyIds)
  const company = await tx.selectFrom('company').where('id', '=', actor.companyId).select('timeZone').executeTakeFirst()
  return company ? { ...actor, zone: company.timeZone } : actor
}

/** Somebody who asked for what is done later, as he was signed in. */
export interface Asker {
  readonly userId: number
  /** The company of his sign-in. */
  readonly userCompany: number
  readonly role: string
  readonly chosenCompany: number | null
  readonly stationId: number | null
}

/** What he who asked may and sees now. Nobody, when he may no longer come, or no longer where he was. The transaction sees what he sees. */
export async function askerOf(
  tx: Tx,
  { userId, userCompany, role, chosenCompany, stationId }: Asker,
  at: Date,
): Promise<Actor | undefined> {
  const {
    rows: [row],
  } = await sql<{ whoAsked: Found | null }>`
    select who_asked(${userId}, ${userCompany}, ${role}, ${stationId}, ${at}) as who_asked`.execute(tx)
  if (!row?.whoAsked) return undefined
  const chosen = { ...(stationId && { station: String(stationId) }), ...(chosenCompany && { company: String(chosenCompany) }) }
  try {
    const there = actorOf(row.whoAsked, chosen)
    return isAway(there, row.whoAsked) ? await atHome(tx, there) : there
  } catch (thrown) {
    if (thrown instanceof Refusal) return undefined
    throw thrown
  }
}

/** `group_master`, or the role picked at sign-in and the id of one of its entries (decision C1). */
function isOwn(header: string, { role, entries }: Found): boolean {
  const [name, id] = header.split(',')
  return name === role && (id === undefined ? role === 'group_master' : entries.some(entry => String(entry.id) === id.trim()))
}

const outside = (header: string): never => refuse('auth.forbidden', { header })
const idIn = (text: string | undefined): number | null =>
  text && /^[1-9]\d{0,15}$/.test(text) && Number.isSafeInteger(Number(text)) ? Number(text) : null
