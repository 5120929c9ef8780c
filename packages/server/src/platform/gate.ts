import type { Endpoint } from '@forecourt/contract'
import { nobody, type Actor, type Facts, type Handler } from './command.ts'
import type { Database } from './database.ts'
import type { Deadline } from './deadline.ts'
import type { Disk } from './disk.ts'
import { rateLimit } from './rate-limit.ts'
import { isCrowdedOut } from './refusals-of-postgres.ts'
import { refuse } from './refusal.ts'
import type { Room } from './room.ts'
import { Turnstile } from './turnstile.ts'

export interface Doorkeeping {
  db: Database
  /** The actor behind a request's credentials; undefined when there are none, or none that hold. */
  whoIs: (db: Database, facts: Facts, now: Date) => Promise<Actor | undefined>
  /** Who gets a connection when there is too much; without it everybody waits for one of `db`. */
  room?: Room
  /** Calls a minute: of a source that is nobody yet, and of a session. 0 is no limit. */
  limits?: { source: number; session: number }
  /** The disk of the data folder, where there is one. */
  disk?: Pick<Disk, 'state'> | undefined
}

/**
 * On a full disk reading goes on, and whoever wants to look signs in and out.
 * @throws server.diskFull
 */
export function refuseWrites({ disk }: Doorkeeping, { method, reads, permission, path }: Endpoint): void {
  const mayGoOn = method === 'GET' || reads || permission === 'public' || path.endsWith('/logout')
  if (disk?.state === 'full' && !mayGoOn) refuse('server.diskFull')
}

const uploadsPerMinute = 60

/** Whom we let in, and on whose connections: a stranger is counted by where he comes from, a session by itself, a device not at all. */
export function gateOf({ db: only, room, limits, whoIs }: Doorkeeping) {
  const ofSource = rateLimit(limits?.source ?? 0),
    ofSession = rateLimit(limits?.session ?? 0),
    ofUploads = rateLimit(limits?.session ? uploadsPerMinute : 0),
    turns = new Turnstile()
  return async ({ endpoint, guess }: Handler, facts: Facts, now: Date, deadline?: Deadline) => {
    const open = endpoint.permission === 'public'
    if (open) ofSource(facts.ip, now)
    const money = endpoint.idempotent === true
    const find = async (db: Database) => ({ db, actor: await whoIs(db, facts, now) })
    const entry = room?.for({ money, patient: money || guess !== undefined, deadline })
    const { db, actor } = await find(entry?.db ?? only).catch(thrown => {
      if (entry && money && isCrowdedOut(thrown)) return find(entry.kept())
      throw thrown
    })
    if (actor?.sessionId) ofSession(String(actor.sessionId), now)
    if (actor && endpoint.takes) ofUploads(actor.key, now)
    if (!actor && !open) {
      ofSource(facts.ip, now)
      refuse('auth.required')
    }
    return { db, actor: actor ?? nobody, turns, patience: entry?.patience }
  }
}
