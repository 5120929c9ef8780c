import type { Module } from '../../platform/module.ts'
import { accountHandlers } from './account.ts'
import { accountsOfDemo } from './demo.ts'
import { otherPayHandlers } from './other-pay.ts'
import { ratioHandlers } from './ratio.ts'
import { stationHandlers } from './station.ts'
import { templateHandlers } from './template.ts'

export { secretsOfAccount } from './account.ts'
export type { TakenToday } from './choose.ts'
export { accountFor } from './station.ts'

/** Accounts of a company at payment platforms, and which of them its stations take payments by. */
export const merchant = {
  name: 'merchant',
  handlers: [...accountHandlers, ...stationHandlers, ...ratioHandlers, ...templateHandlers, ...otherPayHandlers],
  demo: accountsOfDemo,
} satisfies Module
