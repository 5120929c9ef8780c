import type { Module } from '../../platform/module.ts'
import { ticketHandlers } from './ticket.ts'

export { brokerHookOf } from './outside.ts'
export { liveHostOf, messageOf, type Perform } from './host.ts'
export { setLivePorts } from './ticket.ts'

export const live = { name: 'live', handlers: ticketHandlers } satisfies Module
