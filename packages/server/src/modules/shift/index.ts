import { dailyStates } from '@forecourt/contract'
import { crud } from '../../platform/execution/crud.ts'
import type { Module } from '../../platform/module.ts'
import { shiftInvariants } from './invariants.ts'
import { start } from './start.ts'

export { bringBack } from './bring-back.ts'
export { dayOf, nextDay, startOf } from './days.ts'
export { beginState, currentState, currentStates, endState, runningStateId, stateAt, statesAt, type DailyState } from './state.ts'

export const shift = { name: 'shift', handlers: [...crud(dailyStates), start], invariants: shiftInvariants } satisfies Module
