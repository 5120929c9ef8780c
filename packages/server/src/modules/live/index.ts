import type { Module } from '../../platform/module.ts'
import { ticketHandlers } from './ticket.ts'

export { liveHostOf, type Perform } from './host.ts'
export { setLivePorts } from './ticket.ts'

export const live = { name: 'live', handlers: ticketHandlers } satisfies Module
