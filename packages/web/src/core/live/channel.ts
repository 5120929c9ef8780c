import { live, stationTopic } from '@forecourt/contract/start'
import { call } from '../api.ts'
import { liveCalls } from '../first-calls.ts'
import { session, useSession } from '../session.ts'
import { isAgain, setLiveState, spread, useLiveState } from './hearing.ts'
import type { FromWorker, ToWorker } from './worker-messages.ts'

let worker: Worker | undefined
let station: number | undefined
/** Of which it hears besides: a screen shows the stations of a company. */
let also: readonly number[] = []
let again: ReturnType<typeof setTimeout> | undefined
const send = (message: ToWorker) => worker?.postMessage(message)

let wasLost = false

function hear({ data }: MessageEvent<FromWorker>): void {
  if (data.kind === 'told') return spread(data.all)
  if (data.kind === 'connected') {
    setLiveState('connected')
    if (wasLost) isAgain()
    wasLost = false
    return
  }
  lose()
}

function lose(): void {
  wasLost = true
  if (useLiveState.getState().state === 'connected') setLiveState('disconnected')
  retry()
}

function retry(): void {
  clearTimeout(again)
  if (station !== undefined) again = setTimeout(() => void connect(), live.reconnectMs)
}

async function connect(): Promise<void> {
  const asked = station
  if (asked === undefined || !session().token) return setLiveState('off')
  try {
    const given = await call(liveCalls.ticket, { body: { stationId: asked, also: [...also] } })
    const { ticket: password, username, port, path, clientId, topics } = given
    if (station !== asked) return
    worker ??= startWorker()
    const scheme = location.protocol === 'https:' ? 'wss' : 'ws'
    const url = given.url ?? `${scheme}://${location.hostname}:${port}${path}`
    send({ kind: 'connect', url, username, password, clientId, topics })
  } catch (error) {
    if (station !== asked) return
    // There is no channel: pages ask by themselves, as they do without one.
    if ((error as { code?: string }).code === 'live.off') return setLiveState('off')
    if (useLiveState.getState().state !== 'off') setLiveState('disconnected')
    retry()
  }
}

function startWorker(): Worker {
  const started = new Worker(new URL('./live.worker.ts', import.meta.url), { type: 'module' })
  started.addEventListener('message', hear)
  // Its script could not be loaded: another one is tried.
  started.addEventListener('error', () => {
    started.terminate()
    worker = undefined
    lose()
  })
  return started
}

/** Connects for a station, or for none. @source spec 0 §4 "Station selection" */
function enter(next: number | undefined, others: readonly number[] = []): void {
  clearTimeout(again)
  station = next
  also = others
  send({ kind: 'close' })
  if (next === undefined) setLiveState('off')
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
      setLiveState('disconnected')
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
