import { live, stationTopic, type LiveKind } from '@forecourt/contract/start'
import { create } from 'zustand'
import { call } from '../api.ts'
import { liveCalls } from '../first-calls.ts'
import { session, useSession } from '../session.ts'
import type { FromWorker, Told, ToWorker } from './worker-messages.ts'

/** `off` where there is no channel, or nobody has asked for it yet. @source spec 0 §4 "Connection status" */
export type LiveState = 'off' | 'connected' | 'disconnected'
export const useLiveState = create<{ state: LiveState; since: number }>(() => ({ state: 'off', since: 0 }))
const setState = (state: LiveState) => {
  if (useLiveState.getState().state !== state) useLiveState.setState({ state, since: Date.now() })
}

/** What was told, oldest first, and beside each the station that it is of. */
type Hear = (told: readonly Told['payload'][], stations: readonly number[]) => void
const hearers = new Map<LiveKind, Set<Hear>>()

/** Hears what is told of the stations that the page is connected for. @returns the way to stop */
export function hearLive(kind: LiveKind, hear: Hear): () => void {
  const own = hearers.get(kind) ?? new Set()
  hearers.set(kind, own.add(hear))
  return () => void own.delete(hear)
}

function spread(all: readonly Told[]): void {
  const byKind = Map.groupBy(all, ({ topic }) => topic.split('/')[2] as LiveKind)
  for (const [kind, told] of byKind) {
    const own = hearers.get(kind)
    if (!own?.size) continue
    const payloads = told.map(({ payload }) => payload)
    const stations = told.map(({ topic }) => Number(topic.split('/')[1]))
    for (const hear of own) hear(payloads, stations)
  }
}

let worker: Worker | undefined
let station: number | undefined
/** Of which it hears besides: a screen shows the stations of a company. */
let also: readonly number[] = []
let again: ReturnType<typeof setTimeout> | undefined
const send = (message: ToWorker) => worker?.postMessage(message)

/** What was shown before the line was lost may be old: who shows it reads it anew. */
const lost = new Set<() => void>()
export function whenLiveAgain(act: () => void): () => void {
  lost.add(act)
  return () => void lost.delete(act)
}
let wasLost = false

function hear({ data }: MessageEvent<FromWorker>): void {
  if (data.kind === 'told') return spread(data.all)
  if (data.kind === 'connected') {
    setState('connected')
    if (wasLost) for (const act of lost) act()
    wasLost = false
    return
  }
  wasLost = true
  if (useLiveState.getState().state === 'connected') setState('disconnected')
  retry()
}

function retry(): void {
  clearTimeout(again)
  if (station !== undefined) again = setTimeout(() => void connect(), live.reconnectMs)
}

async function connect(): Promise<void> {
  const asked = station
  if (asked === undefined || !session().token) return setState('off')
  try {
    const { ticket: password, username, port, path, topics } = await call(liveCalls.ticket, { body: { stationId: asked, also: [...also] } })
    if (station !== asked) return
    worker ??= startWorker()
    const scheme = location.protocol === 'https:' ? 'wss' : 'ws'
    send({ kind: 'connect', url: `${scheme}://${location.hostname}:${port}${path}`, username, password, topics })
  } catch (error) {
    if (station !== asked) return
    // There is no channel: pages ask by themselves, as they do without one.
    if ((error as { code?: string }).code === 'live.off') return setState('off')
    if (useLiveState.getState().state !== 'off') setState('disconnected')
    retry()
  }
}

function startWorker(): Worker {
  const started = new Worker(new URL('./live.worker.ts', import.meta.url), { type: 'module' })
  started.addEventListener('message', hear)
  return started
}

/** Connects for a station, or for none. @source spec 0 §4 "Station selection" */
function enter(next: number | undefined, others: readonly number[] = []): void {
  clearTimeout(again)
  station = next
  also = others
  send({ kind: 'close' })
  if (next === undefined) setState('off')
}

/** Follows the selected station: the channel is there at once, and two seconds after another one was chosen. @returns the way to stop */
export function startLive(): () => void {
  enter(session().atStation?.id)
  void connect()
  const stop = useSession.subscribe(({ atStation, token }) => {
    const next = token ? atStation?.id : undefined
    if (next === station) return
    enter(next)
    if (next !== undefined) {
      setState('disconnected')
      retry()
    }
  })
  return () => {
    stop()
    enter(undefined)
  }
}

/** Is connected for these stations, whichever is selected. @returns the way to stop */
export function startLiveAt([first, ...others]: readonly number[]): () => void {
  enter(first, others)
  void connect()
  return () => enter(undefined)
}

/** Tells the other pages of the station that this one shows home. @source SCR-001 */
export function sayHomeIsOpen(): void {
  if (station === undefined) return
  const payload = { method: 'updateView', client: 'web', page: 'home', timestamp: new Date().toISOString() }
  send({ kind: 'say', topic: stationTopic(station, 'broadcast'), payload })
}
