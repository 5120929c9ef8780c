import { Failed } from '../kit/feedback/states.tsx'
import './start-failed.css'

/** The session could not be loaded, for want of a line or of the server: says so, and tries again. */
export function StartFailed({ error }: { error: unknown }) {
  return (
    <main className="start-failed">
      <Failed error={error} onRetry={() => location.reload()} />
    </main>
  )
}
