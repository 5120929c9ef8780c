import { useEffect } from 'react'
import { ApiError } from '../core/api.ts'
import { probeConnectivity, useConnectivity } from '../core/connectivity.ts'
import { Failed } from '../kit/feedback/states.tsx'
import './start-failed.css'

/** The session could not be loaded, for want of a network or of the server: says so, and goes on by itself when the server answers. */
export function StartFailed({ error }: { error: unknown }) {
  const waits = error instanceof ApiError && error.status === 0
  const down = useConnectivity(state => state.down)
  useEffect(() => (waits ? probeConnectivity() : undefined), [waits])
  useEffect(() => {
    if (waits && !down) location.reload()
  }, [waits, down])
  return (
    <main className="start-failed">
      <Failed error={error} onRetry={() => location.reload()} />
    </main>
  )
}
