import type { Endpoint } from '@forecourt/contract'
import { nobody, type Actor, type RequestMeta, type Handler } from '../execution/command.ts'
import type { Database } from '../postgres/database.ts'
import type { Deadline } from '../execution/deadline.ts'
import type { Disk } from '../storage/disk.ts'
import { rateLimit } from '../overload/rate-limit.ts'
import { isCrowdedOut } from '../postgres/refusals-of-postgres.ts'
import { refuse } from '../execution/refusal.ts'
import type { AdmissionController } from '../overload/admission.ts'
import { LoginThrottle } from '../overload/login-throttle.ts'

export interface Doorkeeping {
  db: Database
  /** The actor of a request's credentials; undefined when they are absent or invalid. */
  authenticate: (db: Database, meta: RequestMeta, now: Date) => Promise<Actor | undefined>
  /** Admission under overload; without it every call waits for a connection of `db`. */
  admission?: AdmissionController
  /** Calls a minute: of an unauthenticated source, and of a session. 0 is no limit. */
  limits?: { source: number; session: number }
  /** The disk of the data folder, where there is one. */
  disk?: Pick<Disk, 'state'> | undefined
}

/**
 * On a full disk reading goes on, and signing in and out.
 * @throws server.diskFull
 */
export function refuseWrites({ disk }: Doorkeeping, { method, reads, permission, path }: Endpoint): void {
  const mayGoOn = method === 'GET' || reads || permission === 'public' || path.endsWith('/logout')
  if (disk?.state === 'full' && !mayGoOn) refuse('server.diskFull')
}

const uploadsPerMinute = 60

/** Authenticates and admits calls. Rate limits count unauthenticated calls by source, others by session; devices have none. */
export function gateOf({ db: only, admission, limits, authenticate }: Doorkeeping) {
  const ofSource = rateLimit(limits?.source ?? 0),
    ofSession = rateLimit(limits?.session ?? 0),
    ofUploads = rateLimit(limits?.session ? uploadsPerMinute : 0),
    throttle = new LoginThrottle()
  return async ({ endpoint, guess }: Handler, meta: RequestMeta, now: Date, deadline?: Deadline) => {
    const open = endpoint.permission === 'public'
    if (open) ofSource(meta.ip, now)
    const money = endpoint.idempotent === true
    const find = async (db: Database) => ({ db, actor: await authenticate(db, meta, now) })
    const admitted = admission?.admit({ money, waitsLonger: money || guess !== undefined, deadline })
    const { db, actor } = await find(admitted?.db ?? only).catch(thrown => {
      if (admitted && money && isCrowdedOut(thrown)) return find(admitted.reserved())
      throw thrown
    })
    const session = actor?.sessionId ?? actor?.display?.id
    if (session) ofSession(String(session), now)
    if (actor && endpoint.takes) ofUploads(actor.key, now)
    if (!actor && !open) {
      ofSource(meta.ip, now)
      refuse('auth.required')
    }
    return { db, actor: actor ?? nobody, throttle, queueDeadline: admitted?.queueDeadline }
  }
}
