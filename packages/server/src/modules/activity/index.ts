import { dealTaskGifts } from '@forecourt/contract'
import { crud } from '../../platform/execution/crud.ts'
import type { Module } from '../../platform/module.ts'
import { activitiesOfDemo } from './demo.ts'
import { activityInvariants } from './invariants.ts'
import { askToLook, lookForMembers } from './look.ts'
import { memberHoldings } from './member-holdings.ts'
import { rollUpPending } from './roll-up.ts'
import { rollUpNotices } from './tell.ts'

export { givesFor } from './facts.ts'

/** What activities give: coupons for what members do, once for each of it. */
export const activity = {
  name: 'activity',
  handlers: crud(dealTaskGifts),
  tasks: [lookForMembers],
  maintenance: [askToLook],
  rollups: [rollUpPending, rollUpNotices],
  invariants: activityInvariants,
  memberHoldings,
  demo: activitiesOfDemo,
} satisfies Module
