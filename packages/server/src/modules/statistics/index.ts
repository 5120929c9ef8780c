import { memberPurchases } from '@forecourt/contract'
import { crud } from '../../platform/execution/crud.ts'
import type { Module } from '../../platform/module.ts'
import { statisticHandlers } from './acts.ts'
import { statisticInvariants } from './invariants.ts'
import { addMembersUp, askTopFifths, summary, topFifthTask } from './member-summary.ts'
import { memberFigureInvariants } from './member-invariants.ts'
import { rollUpMembers } from './member-roll-up.ts'
import { priceReplayHandlers } from './price-replay.ts'
import { reportHandlers } from './report.ts'
import { rollUpPending } from './roll-up.ts'

export { addUpMembers, countMembers } from './member-roll-up.ts'

export const statistics = {
  name: 'statistics',
  handlers: [...crud(memberPurchases), ...statisticHandlers, ...reportHandlers, ...priceReplayHandlers, summary],
  tasks: [topFifthTask],
  maintenance: [addMembersUp, askTopFifths],
  rollups: [rollUpPending, rollUpMembers],
  invariants: [...statisticInvariants, ...memberFigureInvariants],
} satisfies Module
