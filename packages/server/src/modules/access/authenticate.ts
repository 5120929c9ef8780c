import {
  devicePermissions,
  displayPages,
  displayPermissions,
  moneyRoles,
  reachOf,
  type Holding,
  type SearchLimit,
} from '@forecourt/contract'
import { sql } from 'kysely'
import { batchLoader } from '../../platform/execution/batch-loader.ts'
import { setTenantScope, type Actor, type RequestMeta } from '../../platform/execution/command.ts'
import { planHints } from '../../platform/postgres/client.ts'
import type { Database, Tx } from '../../platform/postgres/database.ts'
import { askInScope } from '../../platform/postgres/machines.ts'
import { Refusal, refuse } from '../../platform/execution/refusal.ts'
import { hashSecret, isDisplayToken } from './secret.ts'
import { refuseTokenInUrl } from './token-in-url.ts'

export type Authentication = (db: Database, meta: RequestMeta, now: Date) => Promise<Actor | undefined>

/** The answer of the database function `authenticate`. */
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
  /** Of a screen on a wall: what it is bound to. */
  display?: Actor['display'] | undefined
}

/** The device of a credential, as the module of devices finds it. */
export interface KnownDevice {
  id: number
  companyId: number
  stationId: number
  zone: string
}
type DeviceOf = (db: Database, credential: string, now: Date) => Promise<KnownDevice | undefined>

const deviceCredential = /^(?:Device |Bearer )?(fc\..+)$/

/**
 * Authenticates a request: by the two halves of a session, or by the credential of a device. Devices belong to a module above this one, so
 * their lookup is passed in. Users with money roles are signed out after `idleMinutes` without activity; 0 is never.
 */
export const authenticate =
  (deviceOf: DeviceOf, { idleMinutes }: { idleMinutes: number }): Authentication =>
  async (db, meta, now) => {
    if (meta.inUrl) await refuseTokenInUrl(db, meta, now)
    const credential = deviceCredential.exec(meta.authorization ?? '')?.[1]
    if (isDisplayToken(meta.authorization)) return displayOf(db, meta, now)
    if (!credential) return userOf(db, meta, now, idleMinutes)
    const device = await deviceOf(db, credential, now)
    return device && actorOfDevice(device, meta)
  }

/** A device acts in its own station, whatever its headers say. @throws auth.forbidden */
function actorOfDevice({ id, companyId, stationId, zone }: KnownDevice, { station, company }: RequestMeta): Actor {
  if (station !== undefined && idIn(station) !== stationId) outside('Station')
  if (company !== undefined && idIn(company) !== companyId) outside('company')
  const where = { companyId, companyIds: [companyId], stationId, stationIds: [stationId] }
  return { kind: 'device', id, key: `device:${id}`, ...where, permissions: devicePermissions, readOnly: false, zone }
}

type Chosen = Pick<RequestMeta, 'company' | 'station' | 'role'>

/** Both halves of a session are needed (decision O10). */
async function userOf(db: Database, meta: RequestMeta, now: Date, idleMinutes: number): Promise<Actor | undefined> {
  const token = meta.authorization?.replace(/^Bearer /, ''),
    { cookie } = meta
  if (!token || !cookie) return undefined
  const station = idIn(meta.station)
  const {
    rows: [row],
  } = await askInScope(db, on =>
    sql<{ session: Found | null }>`${planHints({ commitAfter: true })}
      select authenticate(${hashSecret(token)}, ${hashSecret(cookie)}, ${station}, ${now}, ${`${idleMinutes} minutes`},
        ${idleMinutes > 0 ? moneyRoles : []}) as session`.execute(on),
  )
  if (!row?.session) return undefined
  const actor = await inZone(db, actorOf(row.session, meta), row.session)
  return idleMinutes > 0 && moneyRoles.includes(row.session.role) ? { ...actor, idleMinutes } : actor
}

/** Both halves of its sign-in are needed, too. It never falls idle. */
async function displayOf(db: Database, meta: RequestMeta, now: Date): Promise<Actor | undefined> {
  const token = meta.authorization?.replace(/^Bearer /, ''),
    { cookie } = meta
  if (!token || !cookie) return undefined
  const {
    rows: [row],
  } = await askInScope(db, on =>
    sql<{ session: Found | null }>`${planHints({ commitAfter: true })}
      select authenticate_display(${hashSecret(token)}, ${hashSecret(cookie)}, ${idIn(meta.station)}, ${now}) as session`.execute(on),
  )
  if (!row?.session || !mayStillShow(row.session)) return undefined
  return inZone(db, actorOf(row.session, meta), row.session)
}

/** Whether the user who opened it may still see what it shows. */
const mayStillShow = (found: Found): boolean =>
  found.companyIds.includes(found.display!.companyId) && displayPages.every(page => reachOf(found).pages.has(page))

/**
 * The headers `company`, `Station` and `Role` choose among what the session grants; they never add to it.
 * @throws auth.forbidden one of them names something outside
 */
function actorOf(found: Found, meta: Chosen): Actor {
  if (found.display) return actorOfDisplay(found, found.display, meta)
  const { role, entries, companyIds } = found
  const ownStations = role.startsWith('station_') ? entries.flatMap(entry => entry.stationId ?? []) : undefined
  const fleetId = role === 'group_master' ? (entries[0]?.fleetId ?? 0) : undefined
  const stationId = meta.station === undefined ? undefined : (idIn(meta.station) ?? outside('Station'))
  const chosen = meta.company === undefined ? undefined : (idIn(meta.company) ?? outside('company'))

  if (stationId && (!found.stationCompanyId || (ownStations && !ownStations.includes(stationId)))) outside('Station')
  if (chosen && (!companyIds.includes(chosen) || (stationId && found.stationCompanyId !== chosen))) outside('company')
  if (meta.role !== undefined && !isOwn(meta.role, found)) outside('Role')

  const { pages, permissions, stationIds } = reachOf(found, stationId)
  const since = Object.entries(found.since).map(([limit, from]) => [limit, new Date(from)])
  const chosenCompanyId = found.stationCompanyId ?? chosen
  return {
    kind: 'user',
    id: found.userId,
    key: `user:${found.userId}`,
    companyId: chosenCompanyId ?? found.companyId,
    homeCompanyId: found.companyId,
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

/** A screen is in its company, and in its station if it has one, whatever its headers say; and it only reads what it shows. */
function actorOfDisplay(found: Found, display: NonNullable<Found['display']>, { station, company }: Chosen): Actor {
  const { companyId, stationId } = display
  if (company !== undefined && idIn(company) !== companyId) outside('company')
  if (stationId && station !== undefined && idIn(station) !== stationId) outside('Station')
  const here = stationId ? String(stationId) : station
  const actor = actorOf({ ...found, display: undefined }, { company: String(companyId), ...(here !== undefined && { station: here }) })
  return {
    ...actor,
    display,
    companyIds: [companyId],
    chosenCompanyId: companyId,
    ...(stationId && { stationIds: [stationId] }),
    permissions: new Set([...actor.permissions].filter(permission => displayPermissions.has(permission))),
    pages: new Set(displayPages.filter(page => actor.pages?.has(page))),
    readOnly: true,
  }
}

/** For all stations of another company the time zone of that company applies. */
const inZone = async (db: Database, there: Actor, found: Found): Promise<Actor> =>
  isOtherCompany(there, found) ? db.transaction().execute(tx => withZoneOf(tx, there)) : there
const isOtherCompany = ({ chosenCompanyId }: Actor, { stationZone, companyId }: Found) =>
  !stationZone && chosenCompanyId !== undefined && chosenCompanyId !== companyId
async function withZoneOf(tx: Tx, actor: Actor): Promise<Actor> {
  await setTenantScope(tx, [actor.companyId])
  const company = await tx.selectFrom('company').where('id', '=', actor.companyId).select('timeZone').executeTakeFirst()
  return company ? { ...actor, zone: company.timeZone } : actor
}

/** The user who requested something that runs later, as they were signed in. */
export interface LoadedActor {
  readonly userId: number
  /** The company they were signed in to. */
  readonly userCompany: number
  readonly role: string
  readonly chosenCompany: number | null
  readonly stationId: number | null
  /** The screen on a wall that they opened, which is narrower than they are. */
  readonly display?: Actor['display']
}

/** Loads the rights that this user has now; undefined when they may no longer sign in, or not at that station. Sets the tenant scope. */
export async function loadActor(
  tx: Tx,
  { userId, userCompany, role, chosenCompany, stationId, display }: LoadedActor,
  at: Date,
): Promise<Actor | undefined> {
  const {
    rows: [row],
  } = await sql<{ session: Found | null }>`
    select load_actor(${userId}, ${userCompany}, ${role}, ${stationId}, ${at}) as session`.execute(tx)
  if (!row?.session) return undefined
  const chosen = { ...(stationId && { station: String(stationId) }), ...(chosenCompany && { company: String(chosenCompany) }) }
  const there = allowed({ ...row.session, display }, chosen)
  return there && isOtherCompany(there, row.session) ? withZoneOf(tx, there) : there
}

/** The rights of a screen on a wall now; undefined when it was ended, or may not show this station any more. */
export async function loadActorOfDisplay(
  db: Database,
  { displayId, stationId, at }: { displayId: number; stationId: number; at: Date },
): Promise<Actor | undefined> {
  const {
    rows: [row],
  } = await askInScope(db, on =>
    sql<{ session: Found | null }>`${planHints({ commitAfter: true })}
      select load_display(${displayId}, ${stationId}, ${at}) as session`.execute(on),
  )
  return row?.session && mayStillShow(row.session) ? allowed(row.session, { station: String(stationId) }) : undefined
}

function allowed(found: Found, chosen: Parameters<typeof actorOf>[1]): Actor | undefined {
  try {
    return actorOf(found, chosen)
  } catch (thrown) {
    if (thrown instanceof Refusal) return undefined
    throw thrown
  }
}

/**
 * The rights that somebody has now who is signed in for longer than a call takes, in a station; undefined when the session, and the one
 * that has replaced it, has ended, or when they may no longer be there. Those who are asked for together are asked for in one query.
 */
export const loadActorOfSession = batchLoader(
  async (db: Database, asked: readonly (LoadedActor & { readonly sessionId: number; readonly at: Date })[]) => {
    const ask = sql<{ session: Found | null }>`${planHints({ commitAfter: true })}
      select case when exists (
          select from session mine join session on session.family = mine.family
          where mine.id = asked."sessionId" and session.expires_date > asked.at)
        then load_actor(asked."userId", asked."userCompany", asked.role, asked."stationId", asked.at) end as session
      from rows from (json_to_recordset(${JSON.stringify(asked)}) as (
        "sessionId" bigint, "userId" bigint, "userCompany" bigint, role text, "stationId" bigint, at timestamptz)) with ordinality
        as asked ("sessionId", "userId", "userCompany", role, "stationId", at, turn)
      order by asked.turn`
    const { rows } = await askInScope(db, on => ask.execute(on))
    return rows.map(({ session }, turn) => session && allowed(session, { station: String(asked[turn]!.stationId) }))
  },
)

/** `group_master`, or the role picked at sign-in and the id of one of its entries (decision C1). */
function isOwn(header: string, { role, entries }: Found): boolean {
  const [name, id] = header.split(',')
  return name === role && (id === undefined ? role === 'group_master' : entries.some(entry => String(entry.id) === id.trim()))
}

const outside = (header: string): never => refuse('auth.forbidden', { header })
const idIn = (text: string | undefined): number | null =>
  text && /^[1-9]\d{0,15}$/.test(text) && Number.isSafeInteger(Number(text)) ? Number(text) : null
