// Written by `npm run contract`: do not edit.
import * as accessDomain from './access/declarations.ts'
import * as activityDomain from './activity/declarations.ts'
import * as auditDomain from './audit/declarations.ts'
import * as billDomain from './bill/declarations.ts'
import * as cardDomain from './card/declarations.ts'
import * as channelDomain from './channel/declarations.ts'
import * as chipDomain from './chip/declarations.ts'
import * as dealDomain from './deal/declarations.ts'
import * as dryrunDomain from './dryrun/declarations.ts'
import * as exportDomain from './export/declarations.ts'
import * as fileDomain from './file/declarations.ts'
import * as fleetDomain from './fleet/declarations.ts'
import * as forecourtDomain from './forecourt/declarations.ts'
import * as fuelDomain from './fuel/declarations.ts'
import * as goodsDomain from './goods/declarations.ts'
import * as historyDomain from './history/declarations.ts'
import * as invoiceDomain from './invoice/declarations.ts'
import * as jobDomain from './job/declarations.ts'
import * as ledgerDomain from './ledger/declarations.ts'
import * as liveDomain from './live/declarations.ts'
import * as memberDomain from './member/declarations.ts'
import * as merchantDomain from './merchant/declarations.ts'
import * as messageDomain from './message/declarations.ts'
import * as miniprogramDomain from './miniprogram/declarations.ts'
import * as monthendDomain from './monthend/declarations.ts'
import * as noticeDomain from './notice/declarations.ts'
import * as orderDomain from './order/declarations.ts'
import * as orgDomain from './org/declarations.ts'
import * as packagesDomain from './packages/declarations.ts'
import * as plausibilityDomain from './plausibility/declarations.ts'
import * as pointsDomain from './points/declarations.ts'
import * as quotaDomain from './quota/declarations.ts'
import * as rewardDomain from './reward/declarations.ts'
import * as settlementDomain from './settlement/declarations.ts'
import * as shiftDomain from './shift/declarations.ts'
import * as supplyDomain from './supply/declarations.ts'
import * as tagDomain from './tag/declarations.ts'
import * as wetstockDomain from './wetstock/declarations.ts'
import { pages as ownPages } from './own-pages.ts'

export const permissions = {
  ...accessDomain.permissions,
  ...activityDomain.permissions,
  ...auditDomain.permissions,
  ...billDomain.permissions,
  ...cardDomain.permissions,
  ...channelDomain.permissions,
  ...chipDomain.permissions,
  ...dealDomain.permissions,
  ...dryrunDomain.permissions,
  ...exportDomain.permissions,
  ...fileDomain.permissions,
  ...fleetDomain.permissions,
  ...forecourtDomain.permissions,
  ...fuelDomain.permissions,
  ...goodsDomain.permissions,
  ...historyDomain.permissions,
  ...invoiceDomain.permissions,
  ...jobDomain.permissions,
  ...ledgerDomain.permissions,
  ...memberDomain.permissions,
  ...merchantDomain.permissions,
  ...messageDomain.permissions,
  ...miniprogramDomain.permissions,
  ...monthendDomain.permissions,
  ...orderDomain.permissions,
  ...orgDomain.permissions,
  ...packagesDomain.permissions,
  ...plausibilityDomain.permissions,
  ...pointsDomain.permissions,
  ...quotaDomain.permissions,
  ...rewardDomain.permissions,
  ...settlementDomain.permissions,
  ...shiftDomain.permissions,
  ...supplyDomain.permissions,
  ...tagDomain.permissions,
  ...wetstockDomain.permissions,
}

export const actions = {
  ...accessDomain.actions,
  ...activityDomain.actions,
  ...auditDomain.actions,
  ...billDomain.actions,
  ...cardDomain.actions,
  ...channelDomain.actions,
  ...chipDomain.actions,
  ...dealDomain.actions,
  ...dryrunDomain.actions,
  ...exportDomain.actions,
  ...fileDomain.actions,
  ...fleetDomain.actions,
  ...forecourtDomain.actions,
  ...goodsDomain.actions,
  ...historyDomain.actions,
  ...invoiceDomain.actions,
  ...jobDomain.actions,
  ...ledgerDomain.actions,
  ...memberDomain.actions,
  ...merchantDomain.actions,
  ...messageDomain.actions,
  ...miniprogramDomain.actions,
  ...monthendDomain.actions,
  ...noticeDomain.actions,
  ...orderDomain.actions,
  ...orgDomain.actions,
  ...packagesDomain.actions,
  ...plausibilityDomain.actions,
  ...pointsDomain.actions,
  ...quotaDomain.actions,
  ...rewardDomain.actions,
  ...settlementDomain.actions,
  ...shiftDomain.actions,
  ...supplyDomain.actions,
  ...tagDomain.actions,
  ...wetstockDomain.actions,
}

export const refusals = {
  ...accessDomain.refusals,
  ...activityDomain.refusals,
  ...billDomain.refusals,
  ...cardDomain.refusals,
  ...channelDomain.refusals,
  ...chipDomain.refusals,
  ...dealDomain.refusals,
  ...dryrunDomain.refusals,
  ...exportDomain.refusals,
  ...fileDomain.refusals,
  ...fleetDomain.refusals,
  ...forecourtDomain.refusals,
  ...fuelDomain.refusals,
  ...goodsDomain.refusals,
  ...historyDomain.refusals,
  ...invoiceDomain.refusals,
  ...liveDomain.refusals,
  ...memberDomain.refusals,
  ...merchantDomain.refusals,
  ...messageDomain.refusals,
  ...miniprogramDomain.refusals,
  ...monthendDomain.refusals,
  ...noticeDomain.refusals,
  ...orderDomain.refusals,
  ...orgDomain.refusals,
  ...packagesDomain.refusals,
  ...plausibilityDomain.refusals,
  ...pointsDomain.refusals,
  ...quotaDomain.refusals,
  ...rewardDomain.refusals,
  ...supplyDomain.refusals,
  ...tagDomain.refusals,
  ...wetstockDomain.refusals,
}

/** With all that is said of them, in no order. */
export const wholePages = [
  ...ownPages,
  ...accessDomain.pages,
  ...activityDomain.pages,
  ...auditDomain.pages,
  ...billDomain.pages,
  ...cardDomain.pages,
  ...channelDomain.pages,
  ...chipDomain.pages,
  ...dealDomain.pages,
  ...dryrunDomain.pages,
  ...exportDomain.pages,
  ...fleetDomain.pages,
  ...forecourtDomain.pages,
  ...fuelDomain.pages,
  ...goodsDomain.pages,
  ...historyDomain.pages,
  ...invoiceDomain.pages,
  ...jobDomain.pages,
  ...liveDomain.pages,
  ...memberDomain.pages,
  ...merchantDomain.pages,
  ...messageDomain.pages,
  ...miniprogramDomain.pages,
  ...monthendDomain.pages,
  ...orderDomain.pages,
  ...orgDomain.pages,
  ...packagesDomain.pages,
  ...pointsDomain.pages,
  ...rewardDomain.pages,
  ...settlementDomain.pages,
  ...supplyDomain.pages,
  ...tagDomain.pages,
  ...wetstockDomain.pages,
]
