import type { Module } from '../../platform/module.ts'
import { askHandlers } from './ask.ts'
import { dryRunsOfDemo } from './demo.ts'
import { readHandlers } from './read.ts'
import { dryRunTask, forgetRuns } from './work.ts'

/** Offers that are tried on past sales, before they start and once they are over. */
export const dryrun = {
  name: 'dryrun',
  handlers: [...askHandlers, ...readHandlers],
  tasks: [dryRunTask],
  maintenance: [forgetRuns],
  demo: dryRunsOfDemo,
} satisfies Module
