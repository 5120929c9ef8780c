import type { Module } from '../../platform/module.ts'
import { sql } from 'kysely'
import { findPeople } from '../access/index.ts'
import { fleetHandlers } from './fleet.ts'
import { identityHandlers } from './identity.ts'
import { recordHandlers } from './record.ts'

export { addMember, findOrAddMember } from './member.ts'

export const member = {
  name: 'member',
  handlers: [...fleetHandlers, ...recordHandlers, ...identityHandlers],
  commandSources: { members: (ctx, text) => findPeople(ctx, 'members', text) },
  fleetRows: { groups: fleetId => sql`id = ${fleetId}` },
} satisfies Module
