import type { Module } from '../../platform/module.ts'
import { noticesOfDemo } from './demo.ts'
import { levelHandlers } from './level.ts'
import { tellPending } from './roll-up.ts'

/** 余额提醒: holders of cards and leaders of fleets are told when a balance falls below the level that was set for it. */
export const lowBalance = {
  name: 'low-balance',
  handlers: levelHandlers,
  watches: [tellPending],
  demo: noticesOfDemo,
} satisfies Module
