import { use, useEffect, useState, type ReactNode } from 'react'
import { useLine } from '../core/line.ts'
import { Failed } from './feedback/states.tsx'
import { toast } from './feedback/toast.ts'

type Drawn<P> = (props: P) => ReactNode
type Load<P> = () => Promise<{ default: Drawn<P> }>
type Outcome<P> = { Part: Drawn<P> } | { error: unknown }
interface Missing {
  error: unknown
  retry: () => void
}

/**
 * A part that is loaded when it is first drawn, within a `Suspense`. React's own `lazy` keeps a failure for ever; this one asks again: in
 * its place stands what failed, until its user presses "try again" or the server answers again.
 */
export const later = <P extends object>(load: Load<P>): Drawn<P> => asked(load, MissingPart)

/** The same for what opens over the page. What did not come says so in passing and is closed; the next press asks for it again. */
export const laterDialog = <P extends object>(load: Load<P>): Drawn<P & { onClose: () => void }> =>
  asked<P & { onClose: () => void }>(load, MissingDialog)

function asked<P extends object>(load: Load<P>, Missing: Drawn<P & Missing>): Drawn<P> {
  let latest: Promise<Outcome<P>> | undefined
  const ask = () =>
    (latest ??= load().then(
      ({ default: Part }) => ({ Part }),
      (error: unknown) => ({ error }),
    ))
  return function Later(props: P) {
    const [current, setCurrent] = useState(ask)
    const outcome = use(current)
    const failed = 'error' in outcome
    useEffect(() => {
      // Whoever draws it next asks anew. It is kept until it was drawn: React draws what it waited for once more before it stands.
      if (failed && latest === current) latest = undefined
    }, [failed, current])
    if ('error' in outcome) return <Missing {...props} error={outcome.error} retry={() => setCurrent(ask())} />
    return <outcome.Part {...props} />
  }
}

function MissingPart({ error, retry }: Missing) {
  const back = useLine(state => state.back)
  useEffect(() => {
    if (back) retry()
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once each time the line is back
  }, [back])
  return <Failed error={error} onRetry={retry} />
}

function MissingDialog({ error, onClose }: Missing & { onClose: () => void }) {
  useEffect(() => {
    toast.failed(error)
    onClose()
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once for each failure
  }, [error])
  return null
}
