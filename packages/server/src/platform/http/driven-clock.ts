import { drivenClockHeader, Instant } from '@forecourt/contract'
import { refuse } from '../execution/refusal.ts'

export interface Clocked {
  clock: () => Date
  /** Callers say what time it is: for tests, and for a simulation. */
  driven?: boolean
}

/** When a call is made: now, or when the caller says where callers may. @throws clock.notDriven */
export function momentOf(headers: Readonly<Record<string, unknown>>, { clock, driven = false }: Clocked): Date {
  const said = headers[drivenClockHeader]
  if (said === undefined) return clock()
  const moment = Instant.safeParse(said)
  if (!driven || !moment.success) refuse('clock.notDriven')
  return new Date(moment.data)
}
