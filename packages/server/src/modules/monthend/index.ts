import { monthSettles } from '@forecourt/contract'
import { crud } from '../../platform/execution/crud.ts'
import type { Module } from '../../platform/module.ts'
import { days } from './days.ts'
import { firstMonth } from './demo.ts'
import { monthInvariants } from './invariants.ts'
import { monthSettleHandlers } from './month-settle.ts'

/** The monthly settlement of fuel, and what it cost. */
export const monthend = {
  name: 'monthend',
  handlers: [...monthSettleHandlers, days, ...crud(monthSettles)],
  invariants: monthInvariants,
  demo: firstMonth,
} satisfies Module
