import type { LiveKind, OwnKind } from '@forecourt/contract/start'
import { create } from 'zustand'
import type { Told } from './worker-messages.ts'

// What parts of a page hear by. The connection itself is loaded when the first picture stands (channel.ts).

/** `off` where there is no channel, or nobody has asked for it yet. @source spec 0 §4 "Connection status" */
export type LiveState = 'off' | 'connected' | 'disconnected'
export const useLiveState = create<{ state: LiveState; since: number }>(() => ({ state: 'off', since: 0 }))
export const setLiveState = (state: LiveState): void => {
  if (useLiveState.getState().state !== state) useLiveState.setState({ state, since: Date.now() })
}

export type Heard = LiveKind | OwnKind
/** What was told, oldest first, and beside each the station, or the user, that it is of. */
type Hear = (told: readonly Told['payload'][], of: readonly number[]) => void
const hearers = new Map<Heard, Set<Hear>>()

/** Hears what is told of the stations that the page is connected for, and of what is its user's own. @returns the way to stop */
export function hearLive(kind: Heard, hear: Hear): () => void {
  const own = hearers.get(kind) ?? new Set()
  hearers.set(kind, own.add(hear))
  return () => void own.delete(hear)
}

/** Tells the parts of the page what has arrived. */
export function spread(all: readonly Told[]): void {
  const byKind = Map.groupBy(all, ({ topic }) => topic.split('/')[2] as Heard)
  for (const [kind, told] of byKind) {
    const own = hearers.get(kind)
    if (!own?.size) continue
    const payloads = told.map(({ payload }) => payload)
    const of = told.map(({ topic }) => Number(topic.split('/')[1]))
    for (const hear of own) hear(payloads, of)
  }
}

/** What was shown before the line was lost may be old: who shows it reads it anew. */
const lost = new Set<() => void>()
export function whenLiveAgain(act: () => void): () => void {
  lost.add(act)
  return () => void lost.delete(act)
}
export const isAgain = (): void => {
  for (const act of lost) act()
}
