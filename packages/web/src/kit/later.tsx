import { createContext, use, useCallback, useEffect, useRef, useState, useSyncExternalStore, type ReactNode } from 'react'
import { useConnectivity } from '../core/connectivity.ts'
import { Failed } from './feedback/states.tsx'
import { toast } from './feedback/toast.ts'

type Drawn<P> = (props: P) => ReactNode
type Load<P> = () => Promise<{ default: Drawn<P> }>
type Outcome<P> = { Part: Drawn<P> } | { error: unknown }
/** What stands in place of a part that did not come. */
export interface MissingProps {
  error: unknown
  retry: () => void
}

/** What stands in place of the parts within it until their code has come. What is next to them is drawn at once. */
export const WhileLoading = ({ show, children }: { show: ReactNode; children: ReactNode }) => <Shown value={show}>{children}</Shown>
const Shown = createContext<ReactNode>(null)

/**
 * A part whose code is loaded when it is first drawn; `WhileLoading` says what is shown until then. A failure is not kept, as React's
 * `lazy` would: in its place stands what failed, until its user presses "try again" or the server answers again; a page has words of its
 * own for that. Nothing suspends: React holds what was suspended back until 300 ms after its fallback was shown, and the calls of a page
 * begin that much later. @source docs/adr/0036
 */
export const later = <P extends object>(load: Load<P>, missing: Drawn<P & MissingProps> = MissingPart): Later<P> => asked(load, missing)

/** The same for what opens over the page. What did not come says so in passing and is closed; the next press asks for it again. */
export const laterDialog = <P extends object>(load: Load<P>): Drawn<P & { onClose: () => void }> =>
  asked<P & { onClose: () => void }>(load, MissingDialog)

/** A part that may be asked for before it is drawn. @returns when its code has come, or has not */
export type Later<P> = Drawn<P> & { readonly begin: () => Promise<void> }

/** The code of a part on its way, or how that ended. */
interface Asked<P> {
  outcome?: Outcome<P>
  readonly ended: Promise<void>
}

function asked<P extends object>(load: Load<P>, Missing: Drawn<P & MissingProps>): Later<P> {
  let latest: Asked<P> | undefined
  const ask = () => (latest ??= begin())
  const begin = (): Asked<P> => {
    const begun: Asked<P> = {
      ended: load().then(
        ({ default: Part }) => void (begun.outcome = { Part }),
        (error: unknown) => {
          begun.outcome = { error }
          if (latest === begun) latest = undefined
        },
      ),
    }
    return begun
  }
  function Part(props: P) {
    const show = use(Shown)
    const [current, setCurrent] = useState(ask)
    const outcome = useSyncExternalStore(
      useCallback(redraw => watch(current, redraw), [current]),
      () => current.outcome,
    )
    // What is shown meanwhile is never shown within itself.
    if (!outcome) return <Shown value={null}>{show}</Shown>
    if ('error' in outcome) return <Missing {...props} error={outcome.error} retry={() => setCurrent(ask())} />
    return (
      <Shown value={null}>
        <outcome.Part {...props} />
      </Shown>
    )
  }
  return Object.assign(Part, { begin: () => ask().ended })
}

function watch({ ended }: { ended: Promise<void> }, redraw: () => void): () => void {
  let watched = true
  void ended.then(() => watched && redraw())
  return () => {
    watched = false
  }
}

/** Asks again each time the line is back. */
export function useRetryWhenBack(retry: (() => void) | undefined): void {
  const back = useConnectivity(state => state.back)
  useEffect(() => {
    if (back) retry?.()
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once each time the line is back
  }, [back])
}

function MissingPart({ error, retry }: MissingProps) {
  useRetryWhenBack(retry)
  return <Failed error={error} onRetry={retry} />
}

/** What says by `open` or `wanted` whether it is shown stays where it is when it is closed: opened again, it is asked for again. */
interface Shows {
  open?: boolean
  wanted?: string | undefined
}

function MissingDialog({ error, retry, onClose, open, wanted }: MissingProps & Shows & { onClose: () => void }) {
  const shown = open ?? wanted !== undefined
  const closed = useRef(false)
  useEffect(() => {
    toast.failed(error)
    onClose()
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once for each failure
  }, [error])
  useEffect(() => {
    if (!shown) closed.current = true
    else if (closed.current) retry()
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once each time it is opened
  }, [shown])
  return null
}
