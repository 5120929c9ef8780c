import type { Module } from '../../platform/module.ts'
import { consentHandlers } from './consent.ts'
import { agreedInDemo } from './demo.ts'
import { memberHoldings } from './member-holdings.ts'

export { agreedAmong } from './consent.ts'

/** Which members have agreed to be told of offers. */
export const notice = {
  name: 'notice',
  handlers: consentHandlers,
  memberHoldings,
  demo: agreedInDemo,
} satisfies Module
