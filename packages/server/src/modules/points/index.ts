import { memberLevels, pointsCards, pointsDetails } from '@forecourt/contract'
import { crud } from '../../platform/execution/crud.ts'
import type { Module } from '../../platform/module.ts'
import { pointsOfDemo } from './demo.ts'
import { pointsPaidInDemo } from './demo-pay.ts'
import { giveHandlers } from './give.ts'
import { goodsPoints } from './goods.ts'
import { goodsPointsInvariants } from './goods-invariants.ts'
import { pointsInvariants } from './invariants.ts'
import { endAccount, memberHoldings, pointsOn } from './member-holdings.ts'
import { pointsPayments } from './pay.ts'
import { payInvariants } from './pay-invariants.ts'
import { readHandlers } from './read.ts'
import { revokeHandlers } from './revoke.ts'
import { rollUpPending } from './roll-up.ts'
import { pointsCardsAt, pointsDetailsAt } from './rows-at.ts'
import { openForFleet, serviceHandlers } from './services.ts'
import { topUpPoints } from './top-up.ts'

export { spendPoints, givePointsBack } from './spend.ts'
export type { Part as PointsPart } from './lots.ts'

/** Services for members: points, growth and levels. */
export const points = {
  name: 'points',
  handlers: [
    ...serviceHandlers,
    ...crud(pointsDetails),
    ...crud(memberLevels),
    ...crud(pointsCards),
    ...readHandlers,
    ...giveHandlers,
    ...revokeHandlers,
  ],
  rowsAt: { pointsCards: pointsCardsAt, pointsDetails: pointsDetailsAt },
  rollups: [rollUpPending],
  invariants: [...pointsInvariants, ...goodsPointsInvariants, ...payInvariants],
  memberHoldings,
  topUpPoints,
  goodsPoints,
  pointsPayments,
  fleetEarns: openForFleet,
  accountEnds: endAccount,
  pointsOn,
  demo: stage => [...pointsOfDemo(stage), ...pointsPaidInDemo(stage)],
} satisfies Module
