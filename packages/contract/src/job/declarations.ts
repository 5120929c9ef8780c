import type { Actions, Pages, Permissions } from '../declaration.ts'
import { admins, company, exporters, leaders } from '../role-sets.ts'

/** Jobs in the background. */
export const permissions = {
  'job.read': { roles: admins, zh: '查看后台任务', en: 'View background jobs' },
  'job.write': { roles: admins, zh: '管理后台任务', en: 'Manage background jobs' },
  'task.import': { roles: company, zh: '后台导入', en: 'Import in the background' },
  'task.export': { roles: exporters, zh: '后台导出', en: 'Export in the background' },
  'task.settlement': { roles: leaders, zh: '后台结算', en: 'Settle in the background' },
} as const satisfies Permissions

export const pages = [
  {
    name: 'backgroundJobs',
    after: 'messageOutbox',
    zh: '后台任务',
    en: 'Background jobs',
    section: 'maintenance',
    level: 'company',
    stationless: true,
    roles: admins,
    reads: ['job.read'],
    acts: ['job.write'],
  },
] as const satisfies Pages

export const actions = {
  'job.again': { zh: '重新运行任务', en: 'Ran a job again' },
  'job.cancel': { zh: '取消任务', en: 'Cancelled a job' },
} as const satisfies Actions
