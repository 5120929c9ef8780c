import { call } from '../../core/api.ts'
import { sessionCalls } from '../../core/first-calls.ts'
import { forgetSession } from '../../core/session.ts'
import { endStart } from '../../core/start.ts'

/** Ends the session on the server and forgets it here. */
export async function endSession(): Promise<void> {
  await call(sessionCalls.logout, {}, { quiet: true }).catch(() => undefined)
  forgetSession()
  endStart()
  sessionStorage.removeItem('smartTabs')
}

/** The same, and shows the sign-in page afresh. @source spec 0 §4 "Other" */
export async function logOut(): Promise<void> {
  await endSession()
  location.assign('/login')
}
