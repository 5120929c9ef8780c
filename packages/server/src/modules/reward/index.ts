import type { Module } from '../../platform/module.ts'
import { storeOfDemo } from './demo.ts'
import { rewardInvariants } from './invariants.ts'
import { liabilityHandlers } from './liability.ts'
import { memberHoldings } from './member-holdings.ts'
import { redemptionHandlers } from './redemption.ts'
import { rewardHandlers } from './reward.ts'

/** The points store: what points buy, and what was redeemed. */
export const reward = {
  name: 'reward',
  handlers: [...liabilityHandlers, ...rewardHandlers, ...redemptionHandlers],
  invariants: rewardInvariants,
  memberHoldings,
  demo: storeOfDemo,
} satisfies Module
