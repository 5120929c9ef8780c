import { useEffect, useMemo, useRef, useState } from 'react'
import { useKeys, type Keys } from '../../kit/keys.ts'
import { wordsOfReader, hint } from '../../kit/reader/say-reader.ts'
import type { Reader } from '../../kit/reader/use-reader.ts'
import { useLatest } from '../../kit/use-latest.ts'

/** What a card is known by, as far as it is. */
export interface Seen {
  readonly number?: string
  readonly uuid?: string
}
/** A card with which all went well. */
export interface Taken extends Seen {
  readonly id: number
  readonly number: string
  readonly uuid: string
}

/** Why a card was not taken: words that are shown as they are. */
export class NotTaken extends Error {
  readonly seen: Seen
  constructor(words: string, seen: Seen = {}) {
    super(words)
    this.seen = seen
  }
}
/** There is nothing to do with it, and nothing is wrong. */
export class NothingToDo extends NotTaken {}

/** One card after the other, newest first. */
export interface Entry extends Seen {
  readonly turn: number
  readonly at: string
  readonly outcome: 'done' | 'undone' | 'failed'
  /** Of the server, where the card was taken. */
  readonly id?: number
  readonly why?: string
}

export interface Turns {
  readonly entries: readonly Entry[]
  readonly busy: boolean
  /** What there is to say of the last one, where it was not taken. */
  readonly said: { readonly words: string; readonly wrong: boolean } | undefined
  /** The one that is done with last. */
  readonly last: Entry | undefined
  begin: (turn?: () => Promise<Taken>) => Promise<void>
  undone: (turn: number) => void
}

interface Turning {
  readonly reader: Reader
  /** As soon as a card lies there, without being told. */
  readonly auto: boolean
  readonly ready: boolean
  /** What is done with the card on the reader; it is told which ones are done. @throws NotTaken */
  readonly turn: (isDone: (uuid: string) => boolean) => Promise<Taken>
}

/** What is done with one card after the other on the reader, and what came of each. */
export function useTurns({ reader, auto, ready, turn }: Turning): Turns {
  const [entries, setEntries] = useState<readonly Entry[]>([])
  const [busy, setBusy] = useState(false)
  const [said, setSaid] = useState<Turns['said']>()
  const running = useRef(false)
  // The card that lies there and has had its turn, whatever came of it: by itself it is not taken again.
  const handled = useRef<string>(undefined)
  const isDone = (uuid: string) => entries.some(each => each.uuid === uuid && each.outcome === 'done')
  const note = (entry: Omit<Entry, 'turn' | 'at'>) =>
    setEntries(all => [{ ...entry, turn: all.length + 1, at: Temporal.Now.instant().toString() }, ...all])

  const begin = async (given?: () => Promise<Taken>) => {
    if (running.current) return
    running.current = true
    setBusy(true)
    reader.pause(true)
    try {
      const taken = await (given?.() ?? turn(isDone))
      handled.current = taken.uuid
      note({ ...taken, outcome: 'done' })
      setSaid(undefined)
    } catch (error) {
      const why = error instanceof NotTaken ? error.message : wordsOfReader(error)
      const wrong = !(error instanceof NothingToDo)
      setSaid({ words: why, wrong })
      if (wrong) {
        hint(why)
        note({ ...(error instanceof NotTaken ? error.seen : {}), outcome: 'failed', why })
      }
    } finally {
      reader.pause(false)
      running.current = false
      setBusy(false)
    }
  }
  const now = useLatest(begin)

  const { state, card } = reader
  const uuid = card?.uuid
  useEffect(() => {
    if (state === 'waiting') handled.current = undefined
    if (!auto || !ready || busy || uuid === undefined || handled.current === uuid) return
    handled.current = uuid
    void now.current()
  }, [auto, ready, busy, uuid, state, now])

  const undone = (turn: number) => setEntries(all => all.map(each => (each.turn === turn ? { ...each, outcome: 'undone' } : each)))
  return { entries, busy, said, last: entries.find(({ outcome }) => outcome === 'done'), begin, undone }
}

interface Pressed {
  readonly act: string
  readonly ready: boolean
  readonly begin: Turns['begin']
  readonly undo?: { readonly label: string; readonly press: () => Promise<void> }
}

/** Enter takes the card on the reader wherever no control has the focus; Ctrl with Z takes the last one back. */
export function useTurnKeys({ act, ready, begin, undo }: Pressed): void {
  const now = useLatest({ ready, begin, undo: undo?.press })
  const undoLabel = undo?.label
  const keys = useMemo<Keys>(
    () => ({
      Enter: { label: act, unfocused: true, press: () => void (now.current.ready && now.current.begin()) },
      '$mod+z': undoLabel === undefined ? undefined : { label: undoLabel, press: () => void now.current.undo?.() },
    }),
    [now, act, undoLabel],
  )
  useKeys(keys)
}
