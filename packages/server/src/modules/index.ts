import type { Handler } from '../platform/execution/command.ts'
import type { Task } from '../platform/jobs/task.ts'
import { handlers as access, authenticate } from './access/index.ts'
import { handlers as audit, tasks as auditTasks } from './audit/index.ts'
import { handlers as card } from './card/index.ts'
import { handlers as exporting, tasks as exportTasks } from './export/index.ts'
import { handlers as file } from './file/index.ts'
import { deviceByCredential, handlers as forecourt } from './forecourt/index.ts'
import { handlers as finder } from './finder/index.ts'
import { handlers as fuel } from './fuel/index.ts'
import { handlers as goods } from './goods/index.ts'
import { handlers as ledger, tasks as ledgerTasks } from './ledger/index.ts'
import { handlers as history, tasks as historyTasks } from './history/index.ts'
import { handlers as job } from './job/index.ts'
import { handlers as member } from './member/index.ts'
import { handlers as message, tasks as messageTasks } from './message/index.ts'
import { handlers as order, tasks as orderTasks } from './order/index.ts'
import { handlers as org } from './org/index.ts'
import { handlers as settlement } from './settlement/index.ts'
import { handlers as shift } from './shift/index.ts'
import { handlers as statistics } from './statistics/index.ts'

/** Every module the server speaks for, in the order they may lean on each other. */
export const handlers: readonly Handler[] = [
  ...access,
  ...org,
  ...audit,
  ...message,
  ...job,
  ...ledger,
  ...file,
  ...forecourt,
  ...goods,
  ...fuel,
  ...member,
  ...card,
  ...shift,
  ...order,
  ...settlement,
  ...finder,
  ...statistics,
  ...exporting,
  ...history,
]

/** What the modules can do later: a module shows its tasks beside its handlers. */
export const tasks: readonly Task[] = [...messageTasks, ...exportTasks, ...historyTasks, ...orderTasks, ...auditTasks, ...ledgerTasks]

/** The user or the device behind a request's credentials. */
export const actorBehind = (idleMinutes: number) => authenticate(deviceByCredential, { idleMinutes })
