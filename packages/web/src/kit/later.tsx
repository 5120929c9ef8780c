import { use, useEffect, useState, type ReactNode } from 'react'
import { useLine } from '../core/line.ts'
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

/**
 * A part that is loaded when it is first drawn, within a `Suspense`. React's own `lazy` keeps a failure for ever; this one asks again: in
 * its place stands what failed, until its user presses "try again" or the server answers again; a page has words of its own for that.
 */
export const later = <P extends object>(load: Load<P>, missing: Drawn<MissingProps> = MissingPart): Drawn<P> => asked(load, missing)

/** The same for what opens over the page. What did not come says so in passing and is closed; the next press asks for it again. */
export const laterDialog = <P extends object>(load: Load<P>): Drawn<P & { onClose: () => void }> =>
  asked<P & { onClose: () => void }>(load, MissingDialog)

function asked<P extends object>(load: Load<P>, Missing: Drawn<P & MissingProps>): Drawn<P> {
  let latest: Promise<Outcome<P>> | undefined
  const ask = () =>
    (latest ??= load().then(
      ({ default: Part }) => ({ Part }),
      (error: unknown) => ({ error }),
    ))
  const forget = (failure: Promise<Outcome<P>>) => {
    if (latest === failure) latest = undefined
  }
  return function Later(props: P) {
    const [current, setCurrent] = useState(ask)
    const outcome = use(current)
    const failed = 'error' in outcome
    useEffect(() => {
      // What is drawn next asks anew. The failure is kept until it was drawn: React draws what it waited for once more before it stands.
      if (failed) forget(current)
    }, [failed, current])
    const retry = () => {
      // An effect of what stands in its place runs before the one above.
      forget(current)
      setCurrent(ask())
    }
    if ('error' in outcome) return <Missing {...props} error={outcome.error} retry={retry} />
    return <outcome.Part {...props} />
  }
}

function MissingPart({ error, retry }: MissingProps) {
  const back = useLine(state => state.back)
  useEffect(() => {
    if (back) retry()
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once each time the line is back
  }, [back])
  return <Failed error={error} onRetry={retry} />
}

function MissingDialog({ error, onClose }: MissingProps & { onClose: () => void }) {
  useEffect(() => {
    toast.failed(error)
    onClose()
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once for each failure
  }, [error])
  return null
}
