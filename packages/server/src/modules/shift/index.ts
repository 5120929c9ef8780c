import { dailyStates } from '@forecourt/contract'
import { crud } from '../../platform/crud.ts'
import { start } from './start.ts'

export {
  beginState,
  currentState,
  currentStates,
  dayOf,
  endState,
  nextDay,
  startOf,
  stateAt,
  type Belonging,
  type DailyState,
} from './state.ts'

export const handlers = [...crud(dailyStates), start]
