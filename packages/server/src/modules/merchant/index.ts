import type { Module } from '../../platform/module.ts'
import { accountHandlers } from './account.ts'
import { accountsOfDemo } from './demo.ts'
import { stationHandlers } from './station.ts'

export { secretsOfAccount } from './account.ts'
export type { TakenToday } from './choose.ts'
export { accountFor } from './station.ts'

/** Accounts of a company at payment platforms, and which of them its stations take payments by. */
export const merchant = {
  name: 'merchant',
  handlers: [...accountHandlers, ...stationHandlers],
  demo: accountsOfDemo,
} satisfies Module
