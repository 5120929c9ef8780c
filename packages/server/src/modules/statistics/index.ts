import type { Module } from '../../platform/module.ts'
import { statisticHandlers } from './acts.ts'
import { statisticInvariants } from './invariants.ts'
import { reportHandlers } from './report.ts'
import { rollUpPending } from './roll-up.ts'

export const statistics = {
  name: 'statistics',
  handlers: [...statisticHandlers, ...reportHandlers],
  rollups: [rollUpPending],
  invariants: statisticInvariants,
} satisfies Module
