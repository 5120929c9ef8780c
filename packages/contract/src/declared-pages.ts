// Written by `npm run contract`: do not edit.
import { pages as accessPages } from './access/declarations.ts'
import { pages as activityPages } from './activity/declarations.ts'
import { pages as auditPages } from './audit/declarations.ts'
import { pages as billPages } from './bill/declarations.ts'
import { pages as cardPages } from './card/declarations.ts'
import { pages as channelPages } from './channel/declarations.ts'
import { pages as chipPages } from './chip/declarations.ts'
import { pages as dealPages } from './deal/declarations.ts'
import { pages as dryrunPages } from './dryrun/declarations.ts'
import { pages as exportPages } from './export/declarations.ts'
import { pages as fleetPages } from './fleet/declarations.ts'
import { pages as forecourtPages } from './forecourt/declarations.ts'
import { pages as fuelPages } from './fuel/declarations.ts'
import { pages as goodsPages } from './goods/declarations.ts'
import { pages as historyPages } from './history/declarations.ts'
import { pages as invoicePages } from './invoice/declarations.ts'
import { pages as jobPages } from './job/declarations.ts'
import { pages as livePages } from './live/declarations.ts'
import { pages as memberPages } from './member/declarations.ts'
import { pages as merchantPages } from './merchant/declarations.ts'
import { pages as messagePages } from './message/declarations.ts'
import { pages as miniprogramPages } from './miniprogram/declarations.ts'
import { pages as monthendPages } from './monthend/declarations.ts'
import { pages as orderPages } from './order/declarations.ts'
import { pages as orgPages } from './org/declarations.ts'
import { pages as packagesPages } from './packages/declarations.ts'
import { pages as pointsPages } from './points/declarations.ts'
import { pages as rewardPages } from './reward/declarations.ts'
import { pages as settlementPages } from './settlement/declarations.ts'
import { pages as supplyPages } from './supply/declarations.ts'
import { pages as tagPages } from './tag/declarations.ts'
import { pages as wetstockPages } from './wetstock/declarations.ts'
import { pages as ownPages } from './own-pages.ts'

export const pages = [
  ownPages,
  accessPages,
  activityPages,
  auditPages,
  billPages,
  cardPages,
  channelPages,
  chipPages,
  dealPages,
  dryrunPages,
  exportPages,
  fleetPages,
  forecourtPages,
  fuelPages,
  goodsPages,
  historyPages,
  invoicePages,
  jobPages,
  livePages,
  memberPages,
  merchantPages,
  messagePages,
  miniprogramPages,
  monthendPages,
  orderPages,
  orgPages,
  packagesPages,
  pointsPages,
  rewardPages,
  settlementPages,
  supplyPages,
  tagPages,
  wetstockPages,
]
