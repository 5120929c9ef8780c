import { machines } from './machines.ts'
import { w1 } from './w1.ts'
import { w1Channel } from './w1-channel.ts'
import { w1DryRun } from './w1-dry-run.ts'
import { w1Goods } from './w1-goods.ts'
import { w1Open } from './w1-open.ts'
import { cards } from './cards.ts'
import { cardLists } from './card-lists.ts'
import { coupons } from './coupons.ts'
import { dryRuns } from './dry-runs.ts'
import { fleets } from './fleets.ts'
import { goods } from './goods.ts'
import { loyalty } from './loyalty.ts'
import { memberLists } from './member-lists.ts'
import { members } from './members.ts'
import { monthEnd } from './month-end.ts'
import { stock } from './stock.ts'
import { tags } from './tags.ts'
import { w2 } from './w2.ts'
import { w3 } from './w3.ts'
import { w4 } from './w4.ts'
import { w5 } from './w5.ts'
import { w6 } from './w6.ts'
import { w7 } from './w7.ts'
import { w9 } from './w9.ts'
import type { Workload } from './workload.ts'

/** Everything that can be measured, by name. */
export const workloads: readonly Workload[] = [
  w1,
  w1Open,
  w1Channel,
  w1Goods,
  w1DryRun,
  w2,
  w3,
  w4,
  w5,
  w6,
  w7,
  w9,
  cards,
  cardLists,
  members,
  memberLists,
  fleets,
  loyalty,
  stock,
  tags,
  dryRuns,
  coupons,
  monthEnd,
  goods,
  machines,
]
