import { ApiError, call } from '../../core/api.ts'
import { sessionCalls } from '../../core/first-calls.ts'
import { forgetSession, keepToken, useSession } from '../../core/session.ts'
import { endStart, startSession } from '../../core/start.ts'
import { t } from '../../i18n/index.ts'
import { askStationSoon } from '../shell/station-switcher.tsx'

interface Opened {
  token?: string | undefined
  expiration?: number | undefined
}

/** The server's own words; without any, that it could not be verified who signed in. @source spec 0 §4, §8 */
function wordsOf(error: unknown): string {
  const explained =
    error instanceof ApiError && error.code !== 'network' && error.message !== t('error.unreadable', { status: error.status })
  return explained ? error.message : t('error.profile')
}

/** Loads who has signed in. What fails here signs out again, with the server's reason. @source spec 0 §4 "Login" */
export async function enter({ token, expiration }: Opened, station: number | undefined): Promise<void> {
  keepToken(token ?? null, expiration === undefined ? null : String(expiration))
  useSession.setState({ expired: false })
  sessionStorage.removeItem('smartTabs')
  if (station === undefined) askStationSoon()
  endStart()
  try {
    await startSession(station)
  } catch (error) {
    await call(sessionCalls.logout, {}, { quiet: true }).catch(() => undefined)
    forgetSession()
    throw new Error(wordsOf(error), { cause: error })
  }
}
