import { useCallback, useSyncExternalStore } from 'react'
import { ApiError, callFile } from './api.ts'
import { pictureCalls } from './first-calls.ts'
import { useConnectivity } from './connectivity.ts'
import { session, useSession } from './session.ts'

/** `none`: this user is not given it, or it is no more. `late`: it has not come yet, and is asked for again. */
export type PictureState = { state: 'loading' | 'none' | 'late' } | { state: 'there'; url: string }

interface Kept {
  now: PictureState
  readonly watching: Set<() => void>
  stop: AbortController
  /** While it is being fetched. */
  asking: Promise<void> | undefined
  dropping?: ReturnType<typeof setTimeout>
}
/** By id. An id never gets other bytes, so what is here is as it is on the server. */
const kept = new Map<number, Kept>()

/** What nothing shows is kept for so long: a page that is opened again finds it. */
const dropAfterMs = 30_000
const againMs = [1_000, 4_000]
/** Pictures leave room for the other calls of a page: browsers have six lines to a server. */
const atOnce = 4

/** What is drawn. Nothing else becomes a blob: its address has this page's origin, and a script in it would run there. */
const drawn = ['image/png', 'image/jpeg', 'image/gif']

const loading: PictureState = { state: 'loading' },
  late: PictureState = { state: 'late' },
  none: PictureState = { state: 'none' }

/**
 * A stored picture, at an address that an `<img>` takes. It is fetched with the whole session like every other call, once for all that
 * show it. The address is revoked when nothing shows it any more, when the user or the company changes, and when the session ends.
 */
export const usePicture = (id: number | null | undefined): PictureState =>
  useSyncExternalStore(
    useCallback(redraw => (id ? watchPicture(id, redraw) : () => undefined), [id]),
    () => (id ? pictureOf(id) : none),
  )

export const pictureOf = (id: number): PictureState => kept.get(id)?.now ?? loading

/** @returns the way to stop */
export function watchPicture(id: number, redraw: () => void): () => void {
  const picture = kept.get(id) ?? { now: loading, watching: new Set(), stop: new AbortController(), asking: undefined }
  kept.set(id, picture)
  clearTimeout(picture.dropping)
  picture.watching.add(redraw)
  if (picture.now.state === 'loading' || picture.now.state === 'late') ask(id, picture)
  return () => {
    picture.watching.delete(redraw)
    if (picture.watching.size === 0) picture.dropping = setTimeout(() => drop(id, picture), dropAfterMs)
  }
}

function ask(id: number, picture: Kept): void {
  if (picture.asking) return
  const asking = fetchOf(id, picture).finally(() => {
    if (picture.asking === asking) picture.asking = undefined
  })
  picture.asking = asking
}

async function fetchOf(id: number, picture: Kept): Promise<void> {
  const { signal } = picture.stop
  for (const wait of [0, ...againMs]) {
    if (wait > 0) await new Promise(resolve => setTimeout(resolve, wait))
    if (signal.aborted) return
    const now = await inTurn(() => attempt(id, signal))
    if (signal.aborted) return revoke(now)
    turn(picture, now)
    if (now.state !== 'late') return
  }
}

/** What cannot be said of the picture itself is said of the line: then it is late. */
async function attempt(id: number, signal: AbortSignal): Promise<PictureState> {
  try {
    const response = await callFile(pictureCalls.file, { id }, { signal, everywhere: true, cache: 'no-cache' })
    const type = response.headers.get('content-type') ?? ''
    if (!drawn.includes(type)) return none
    return { state: 'there', url: URL.createObjectURL(new Blob([await response.arrayBuffer()], { type })) }
  } catch (error) {
    return error instanceof ApiError && [401, 403, 404].includes(error.status) ? none : late
  }
}

let running = 0
const queue: (() => void)[] = []
async function inTurn<T>(act: () => Promise<T>): Promise<T> {
  if (running < atOnce) running += 1
  else await new Promise<void>(resolve => queue.push(resolve))
  try {
    return await act()
  } finally {
    const next = queue.shift()
    if (next) next()
    else running -= 1
  }
}

function turn(picture: Kept, now: PictureState): void {
  picture.now = now
  for (const redraw of picture.watching) redraw()
}
function revoke(now: PictureState): void {
  if (now.state === 'there') URL.revokeObjectURL(now.url)
}
function drop(id: number, picture: Kept): void {
  kept.delete(id)
  clearTimeout(picture.dropping)
  picture.stop.abort()
  revoke(picture.now)
}

/** Nothing that was fetched for one user or company is left for the next. What is on screen is asked for anew, by who is there now. */
function forget(): void {
  for (const [id, picture] of kept) {
    if (picture.watching.size === 0) {
      drop(id, picture)
      continue
    }
    picture.stop.abort()
    picture.stop = new AbortController()
    picture.asking = undefined
    revoke(picture.now)
    turn(picture, session().token ? loading : none)
    if (session().token) ask(id, picture)
  }
}

/** Whose pictures they are; nobody's before a sign-in and after it. What is not known yet is as before. */
function owner({ user, company }: Owner): Owner {
  const { token, profile, atStation } = session()
  if (!token) return {}
  return { user: profile?.id ?? user, company: atStation?.company.id ?? profile?.company.id ?? company }
}
interface Owner {
  user?: number | undefined
  company?: number | undefined
}
let current: Owner = owner({})
useSession.subscribe(({ token }, before) => {
  const next = owner(current)
  const changed = (name: keyof Owner) => current[name] !== undefined && current[name] !== next[name]
  const moved = changed('user') || changed('company') || Boolean(token) !== Boolean(before.token)
  current = next
  if (moved) forget()
})
useConnectivity.subscribe(({ down }, before) => {
  if (before.down && !down) for (const [id, picture] of kept) if (picture.now.state === 'late') ask(id, picture)
})
