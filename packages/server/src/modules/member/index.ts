import type { Module } from '../../platform/module.ts'
import { sql } from 'kysely'
import { fillBirthMonths } from './birth-months.ts'
import { profilesOfDemo } from './demo.ts'
import { farewellHandlers, forgetFormer } from './farewell.ts'
import { fleetHandlers } from './fleet.ts'
import { identityHandlers } from './identity.ts'
import { mergeHandlers } from './merge.ts'
import { recordHandlers } from './record.ts'
import { wechatHandlers } from './wechat.ts'

export { changeFleet, fleetForUpdate, fleetOf, type Fleet } from './fleet-state.ts'
export { identitiesOf, maskedIdNumber, openedIdentity } from './identity.ts'
export { addIdNumbers, addMembers, bytesOf, changeMembers, sealIdNumber, type MemberFacts, type SealedIdNumber } from './many.ts'
export { beginToEarn, createFleet, giveLeader } from './fleet.ts'
export { addMember, findOrAddMember } from './member.ts'
export { mergedMobile } from './merge.ts'
export { refuseGone } from './person.ts'
export { birthMonthOf } from './profile.ts'
export { identityHash, miniProgram } from './wechat.ts'

export const member = {
  name: 'member',
  handlers: [...fleetHandlers, ...recordHandlers, ...identityHandlers, ...mergeHandlers, ...farewellHandlers, ...wechatHandlers],
  tasks: [fillBirthMonths],
  maintenance: [forgetFormer],
  demo: profilesOfDemo,
  fleetRows: { groups: fleetId => sql`id = ${fleetId}` },
} satisfies Module
