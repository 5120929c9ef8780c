import type { Actions, Pages, Permissions } from '../declaration.ts'
import { company } from '../role-sets.ts'

export { refusals } from './refusals.ts'

/** Offers that are tried on past sales. */
export const permissions = {
  'dryRun.read': { roles: company, zh: '查看试算', en: 'View dry runs' },
  'dryRun.write': { roles: company, zh: '试算', en: 'Try offers on past sales' },
} as const satisfies Permissions

export const pages = [
  {
    name: 'dryRuns',
    after: 'userDeals',
    zh: '试算',
    en: 'Dry runs',
    also: ['营销试算', '活动测算', 'Dry run', 'What would it cost'],
    section: 'marketCenter',
    level: 'company',
    stationless: true,
    roles: company,
    reads: ['dryRun.read'],
    acts: ['dryRun.write'],
  },
  {
    name: 'dryRun',
    path: '/marketCenter/dryRun/{dryRunId}',
    zh: '试算结果',
    en: 'Dry run',
    parent: 'dryRuns',
    section: 'marketCenter',
    level: 'company',
    stationless: true,
    hidden: true,
    roles: company,
    reads: ['dryRun.read'],
    acts: ['dryRun.write'],
    demo: 'dryRuns?size=1',
  },
] as const satisfies Pages

export const actions = {
  'dryRuns.ask': { zh: '试算营销方案', en: 'Tried an offer on past sales' },
  'dryRuns.done': { zh: '试算完成', en: 'A dry run was completed' },
  'dryRuns.cancel': { zh: '取消试算', en: 'Cancelled a dry run' },
} as const satisfies Actions
