import { DailyStateStatus } from '../shift/daily-state.ts'
import { actsBy } from '../status-acts.ts'
import { settlement } from './class-settle.ts'

/** A natural day is never closed by hand. */
export const shiftActs = actsBy('dailyStates.status', DailyStateStatus, {
  close: { call: settlement.close, in: ['open'] },
})
