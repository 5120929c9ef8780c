import { allocationPlans, allocationRunLines, allocationRuns } from '@forecourt/contract'
import { crud } from '../../platform/execution/crud.ts'
import type { Module } from '../../platform/module.ts'
import { quotasOfDemo } from './demo.ts'
import { askForRuns } from './due.ts'
import { quotaInvariants } from './invariants.ts'
import { planHandlers } from './plans.ts'
import { runTask } from './run.ts'

/** Quotas: by which plans the sub cards of a fleet get their amounts, and what each plan did. */
export const quota = {
  name: 'quota',
  handlers: [...crud(allocationPlans, ['list', 'get']), ...planHandlers, ...crud(allocationRuns), ...crud(allocationRunLines)],
  tasks: [runTask],
  maintenance: [askForRuns],
  invariants: quotaInvariants,
  demo: quotasOfDemo,
} satisfies Module
