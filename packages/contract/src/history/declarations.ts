import type { Actions, Pages, Permissions } from '../declaration.ts'
import { admins, company } from '../role-sets.ts'

export { refusals } from './refusals.ts'

/** Imports of earlier records. */
export const permissions = {
  'history.read': { roles: company, zh: '查看历史导入', en: 'View history imports' },
} as const satisfies Permissions

export const pages = [
  {
    name: 'historyImport',
    zh: '历史数据导入',
    en: 'Import history',
    also: ['Import of history'],
    section: 'maintenance',
    level: 'company',
    stationless: true,
    roles: admins,
    reads: ['history.read'],
    acts: ['task.import'],
  },
] as const satisfies Pages

export const actions = {
  'history.check': { zh: '检查历史数据文件', en: 'Checked history files' },
  'history.run': { zh: '开始导入历史数据', en: 'Started importing history' },
  'history.cancel': { zh: '取消导入历史数据', en: 'Cancelled a history import' },
  'history.import': { zh: '导入历史数据', en: 'Imported history' },
} as const satisfies Actions
