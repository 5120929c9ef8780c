import type { Module } from '../../platform/module.ts'
import { demoPackages } from './demo.ts'
import { packageHandlers } from './package.ts'
import { packagesAt } from './rows-at.ts'

export { offeredTo, type Offered } from './offer.ts'

/** What is offered for top-ups. What was bought by it lies on cards. */
export const packages = {
  name: 'packages',
  handlers: packageHandlers,
  rowsAt: { debitItems: packagesAt },
  demo: demoPackages,
} satisfies Module
