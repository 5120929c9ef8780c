import type { Module } from '../../platform/module.ts'
import { demoPackages } from './demo.ts'
import { packageHandlers } from './package.ts'

export { offeredTo, type Offered } from './offer.ts'

/** What is offered for top-ups. What was bought by it lies on cards. */
export const packages = { name: 'packages', handlers: packageHandlers, demo: demoPackages } satisfies Module
