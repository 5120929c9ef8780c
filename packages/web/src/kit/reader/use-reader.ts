import type { ReaderReturned } from '@forecourt/contract'
import { useCallback, useEffect, useRef, useState } from 'react'
import { askReader, ReaderError, willAsk } from '../../core/reader.ts'
import { usePage } from '../page/use-page.ts'
import { hintError } from './say-reader.ts'

export type CardOnReader = ReaderReturned<'readCard'>
/** `asks`: the browser will ask the user first, and the page has to say why. */
export type ReaderState = 'asks' | 'looking' | 'off' | 'unreachable' | 'blocked' | 'silent' | 'noReader' | 'waiting' | 'card' | 'unread'

export interface Reader {
  readonly state: ReaderState
  readonly card: CardOnReader | undefined
  /** Whether it is the virtual reader of a demo, which has a drawer of cards. */
  readonly isVirtual: boolean
  readonly dongle: 'present' | 'absent' | undefined
  readonly slot: number
  /** The card that lies there now, read anew. @throws ReaderError */
  read: () => Promise<CardOnReader>
  /** Asks again, also for the browser's permission. */
  again: () => void
  /** Leaves the reader to somebody else for a while: no card is looked for while it is being written. */
  pause: (paused: boolean) => void
}

const everyMs = 700
const slot = 0
/** There is one reader: while anybody writes, nobody looks what lies there. */
const writing = new Set<object>()
/** The same card that lies there still is the same to those who show it. */
const same = (now: CardOnReader | undefined, found: CardOnReader | undefined) =>
  JSON.stringify(now) === JSON.stringify(found) ? now : found

/** The card reader of this machine, and what lies on it. It is asked again and again while the page is seen, silently. */
export function useReader(): Reader {
  const { visible } = usePage()
  const [state, setState] = useState<ReaderState>('looking')
  const [card, setCard] = useState<CardOnReader>()
  const [about, setAbout] = useState<{ isVirtual: boolean; dongle: 'present' | 'absent' | undefined }>({
    isVirtual: false,
    dongle: undefined,
  })
  const [turn, setTurn] = useState(0)
  const writer = useRef({})

  useEffect(() => {
    if (!visible || !window.forecourt?.deviceService) {
      if (!window.forecourt?.deviceService) setState('off')
      return undefined
    }
    const end = new AbortController()
    const look = (found: CardOnReader | undefined) => setCard(now => same(now, found))
    void watch(end.signal, { asked: turn > 0, isPaused: () => writing.size > 0, setState, setCard: look, setAbout })
    return () => end.abort()
  }, [visible, turn])
  useEffect(() => {
    const own = writer.current
    return () => void writing.delete(own)
  }, [])

  const read = useCallback(async () => {
    const found = await askReader('readCard', { slot })
    setCard(now => same(now, found))
    setState('card')
    return found
  }, [])
  const again = useCallback(() => {
    setState('looking')
    setTurn(now => now + 1)
  }, [])
  const pause = useCallback((is: boolean) => {
    if (is) writing.add(writer.current)
    else writing.delete(writer.current)
  }, [])
  return { state, card: state === 'card' ? card : undefined, ...about, slot, read, again, pause }
}

interface Watching {
  /** The user has pressed to allow it. */
  readonly asked: boolean
  readonly isPaused: () => boolean
  readonly setState: (state: ReaderState) => void
  readonly setCard: (card: CardOnReader | undefined) => void
  readonly setAbout: (about: { isVirtual: boolean; dongle: 'present' | 'absent' }) => void
}

async function watch(signal: AbortSignal, { asked, isPaused, setState, setCard, setAbout }: Watching): Promise<void> {
  if (!asked && (await willAsk())) return setState('asks')
  let known = false
  for (let last = ''; !signal.aborted; ) {
    if (!isPaused()) {
      try {
        if (!known) {
          const { reader, dongle } = await askReader('dogStatus', undefined, signal)
          setAbout({ isVirtual: reader === 'virtual', dongle })
          known = true
        }
        const found = await askReader('readCard', { slot }, signal)
        if (isPaused()) continue
        setCard(found)
        setState('card')
        last = ''
      } catch (error) {
        if (signal.aborted) return
        // What was found while somebody else had the reader is not what lies there now.
        if (isPaused()) continue
        const next = stateAfter(error)
        // The same failure is said once, not with every look.
        if (next !== 'waiting' && next !== last) hintError(error)
        if (['unreachable', 'blocked'].includes(next)) known = false
        last = next
        setCard(undefined)
        setState(next)
      }
    }
    await new Promise(resolve => setTimeout(resolve, everyMs))
  }
}

function stateAfter(error: unknown): ReaderState {
  if (!(error instanceof ReaderError)) return 'unread'
  const { reason } = error
  if (reason === 'noCard') return 'waiting'
  // Busy is a reader that hangs in what somebody else has asked of it.
  if (reason === 'readerTimeout' || reason === 'readerBusy') return 'silent'
  return reason === 'off' || reason === 'unreachable' || reason === 'blocked' || reason === 'silent' || reason === 'noReader'
    ? reason
    : 'unread'
}
