import { memberLevels, pointsDetails } from '@forecourt/contract'
import { crud } from '../../platform/execution/crud.ts'
import type { Module } from '../../platform/module.ts'
import { pointsOfDemo } from './demo.ts'
import { giveHandlers } from './give.ts'
import { goodsPoints } from './goods.ts'
import { goodsPointsInvariants } from './goods-invariants.ts'
import { pointsInvariants } from './invariants.ts'
import { endAccount, memberHoldings, pointsOn } from './member-holdings.ts'
import { readHandlers } from './read.ts'
import { rollUpPending } from './roll-up.ts'
import { openForFleet, serviceHandlers } from './services.ts'
import { topUpPoints } from './top-up.ts'

/** Services for members: points, growth and levels. */
export const points = {
  name: 'points',
  handlers: [...serviceHandlers, ...crud(pointsDetails), ...crud(memberLevels), ...readHandlers, ...giveHandlers],
  rollups: [rollUpPending],
  invariants: [...pointsInvariants, ...goodsPointsInvariants],
  memberHoldings,
  topUpPoints,
  goodsPoints,
  fleetEarns: openForFleet,
  accountEnds: endAccount,
  pointsOn,
  demo: pointsOfDemo,
} satisfies Module
