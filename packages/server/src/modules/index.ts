import { isCallLeftOut, type Offer } from '@forecourt/contract'
import { install } from '../platform/module.ts'
import { access, authenticate } from './access/index.ts'
import { activity } from './activity/index.ts'
import { audit } from './audit/index.ts'
import { bill } from './bill/index.ts'
import { card } from './card/index.ts'
import { channel } from './channel/index.ts'
import { chip } from './chip/index.ts'
import { deal } from './deal/index.ts'
import { dryrun } from './dryrun/index.ts'
import { exporting } from './export/index.ts'
import { file } from './file/index.ts'
import { finder } from './finder/index.ts'
import { fleet } from './fleet/index.ts'
import { deviceByCredential, forecourt } from './forecourt/index.ts'
import { fuel } from './fuel/index.ts'
import { goods } from './goods/index.ts'
import { goodsImport } from './goods-import/index.ts'
import { history } from './history/index.ts'
import { home } from './home/index.ts'
import { invoice } from './invoice/index.ts'
import { job } from './job/index.ts'
import { live } from './live/index.ts'
import { ledger } from './ledger/index.ts'
import { lowBalance } from './low-balance/index.ts'
import { measureModule } from './measure/index.ts'
import { member } from './member/index.ts'
import { memberImport } from './member-import/index.ts'
import { merchant } from './merchant/index.ts'
import { message } from './message/index.ts'
import { miniProgram } from './mini-program/index.ts'
import { monthend } from './monthend/index.ts'
import { notice } from './notice/index.ts'
import { order } from './order/index.ts'
import { org } from './org/index.ts'
import { plausibility } from './plausibility/index.ts'
import { points } from './points/index.ts'
import { packages } from './packages/index.ts'
import { quota } from './quota/index.ts'
import { receiving } from './receiving/index.ts'
import { reward } from './reward/index.ts'
import { settlement } from './settlement/index.ts'
import { shift } from './shift/index.ts'
import { statistics } from './statistics/index.ts'
import { stock } from './stock/index.ts'
import { supply } from './supply/index.ts'
import { tag } from './tag/index.ts'
import { wetstock } from './wetstock/index.ts'

/** Every module of the product, each after those it may use. */
export const modules = install([
  access,
  org,
  audit,
  message,
  job,
  ledger,
  file,
  forecourt,
  measureModule,
  stock,
  goods,
  goodsImport,
  fuel,
  member,
  packages,
  card,
  chip,
  memberImport,
  fleet,
  quota,
  lowBalance,
  shift,
  deal,
  notice,
  miniProgram,
  merchant,
  channel,
  receiving,
  order,
  invoice,
  wetstock,
  supply,
  points,
  reward,
  bill,
  plausibility,
  settlement,
  monthend,
  finder,
  home,
  live,
  statistics,
  tag,
  activity,
  dryrun,
  exporting,
  history,
])
export const handlers = modules.flatMap(({ handlers: own = [] }) => own)
/** What is served where the product is set up in this way. */
export const handlersOf = (profile: Offer['profile']) => handlers.filter(({ endpoint }) => !isCallLeftOut(endpoint, profile))
export const tasks = modules.flatMap(({ tasks: own = [] }) => own)

/** The user or the device behind a request's credentials. */
export const actorBehind = (idleMinutes: number) => authenticate(deviceByCredential, { idleMinutes })
