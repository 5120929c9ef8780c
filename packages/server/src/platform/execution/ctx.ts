import type { Language, Role, SearchLimit } from '@forecourt/contract'
import type { JobOptions } from '../jobs/schedule.ts'
import type { Tx } from '../postgres/database.ts'

/** The authenticated caller and their rights, loaded for each request; nothing in it comes from the client unchecked. */
export interface Actor {
  readonly kind: 'user' | 'device' | 'system' | 'nobody'
  readonly id: number
  /** Name in the audit log and in idempotency keys: `user:12`. */
  readonly key: string
  /** The company they work in: the selected one, else that of their account. */
  readonly companyId: number
  /** The company of their account, where they may work in others, too. */
  readonly homeCompanyId?: number
  readonly role?: Role
  readonly permissions: ReadonlySet<string>
  /** Pages the actor may open; nobody can grant a page that they do not have. */
  readonly pages?: ReadonlySet<string>
  readonly companyIds: readonly number[]
  /** The actor's stations; absent means every station of their companies. */
  readonly stationIds?: readonly number[]
  /** The selected station, one of the actor's own. Lists of station records are narrowed to it. */
  readonly stationId?: number
  /** The selected company, or that of the selected station: lists are narrowed to it. `companyIds` stay all that the actor may see. */
  readonly chosenCompanyId?: number
  readonly fleetId?: number
  /** From when on records of a kind are visible; unlimited where absent. */
  readonly since?: Since
  readonly readOnly: boolean
  /** The zone in which days begin: that of the station, else of the company. */
  readonly zone: string
  readonly sessionId?: number
  /** A screen on a wall, bound to the company or station it is in. It acts by the rights of the user who opened it, and only reads. */
  readonly display?: { readonly id: number; readonly name: string; readonly companyId: number; readonly stationId: number | null }
  /** Minutes without activity after which the session ends; never when absent. */
  readonly idleMinutes?: number
  /** When the session ends, in epoch milliseconds. */
  readonly expiresAt?: number
}

/** The company of the caller's own account, wherever they work. */
export const homeOf = ({ homeCompanyId, companyId }: Actor): number => homeCompanyId ?? companyId

/** Those who run the platform see every company; a screen that they opened shows the one it was opened for. */
export const seesAllCompanies = ({ role, display }: Pick<Actor, 'role' | 'display'>): boolean => role === 'superAdmin' && !display

/** The company of rows that no company has been given yet. No user is of it. */
export const noCompany = 0
/** Those who prepare what no company has been given yet see it. @source docs/adr/0066 */
export const seesUnassigned = ({ permissions, display }: Pick<Actor, 'permissions' | 'display'>): boolean =>
  permissions.has('chip.unassigned') && !display

/** Metadata of a request as the client sent it; it grants nothing. */
export interface RequestMeta {
  readonly requestId: string
  readonly language: Language
  readonly authorization?: string
  readonly cookie?: string
  readonly company?: string
  readonly station?: string
  readonly role?: string
  readonly client?: string
  readonly idempotencyKey?: string
  /** Parts of the URL that could be a session token, which is refused there. */
  readonly inUrl?: readonly string[]
  readonly ip: string
  readonly userAgent: string
  /** Whether it came over TLS, so that the cookie is marked as secure. */
  readonly secure: boolean
}

/** What lists and lookups are narrowed to. */
export interface ScopeValue {
  readonly companyIds: readonly number[]
  /** The selected company: lists of company and station records show its own, single records are not narrowed to it. */
  readonly companyId?: number
  readonly stationIds?: readonly number[]
  /** The selected station: lists of station records show its own. Single records and the list of stations are not narrowed to it. */
  readonly stationId?: number
  readonly fleetId?: number
  readonly since?: Since
  /** Of related records that the actor may not read only the label is given. Everything is readable when absent. */
  readonly permissions?: ReadonlySet<string>
  readonly zone: string
  /** Time-dependent values are read as of this moment; as of the transaction's when absent. */
  readonly now?: Date
}
type Since = Readonly<Partial<Record<SearchLimit, Date>>>

/** A session for the browser: one half in a header, the other in a cookie. `null` deletes it. */
export interface IssuedSession {
  readonly token: string
  readonly cookie: string
  readonly expiresAt: number
}

/** The actor, the time and the transaction. A handler has access to nothing else. */
export interface Ctx {
  readonly tx: Tx
  readonly actor: Actor
  readonly scope: ScopeValue
  readonly meta: RequestMeta
  readonly now: Date
  /** Adds an audit event, written in the same transaction and later appended to the company's hash chain. */
  audit(action: string, subject: string, detail?: object, companyId?: number): void
  /** Emits an event, delivered at least once after the commit. */
  emit(topic: string, payload: object, of?: { companyId?: number; stationId?: number }): void
  /** Enqueues a job that runs after the commit: at once, or not before `runAt`. */
  job(task: string, payload: object, options?: JobOptions): void
  /** Gives the browser a session, or deletes it. */
  issue(session: IssuedSession | null): void
}
