import type { Actions, Pages, Permissions } from '../declaration.ts'
import { exporters } from '../role-sets.ts'

export { refusals } from './refusals.ts'

/** Exports in the background. */
export const permissions = {
  'export.read': { roles: exporters, zh: '查看下载中心', en: 'View downloads' },
  'export.write': { roles: exporters, zh: '取消与删除导出', en: 'Cancel and delete exports' },
} as const satisfies Permissions

export const pages = [
  {
    name: 'download',
    path: '/download',
    zh: '下载中心',
    en: 'Downloads',
    also: ['Download centre'],
    level: 'station',
    stationless: true,
    roles: exporters,
    reads: ['export.read'],
    acts: ['export.write', 'task.export'],
  },
] as const satisfies Pages

export const actions = {
  'export.ask': { zh: '后台导出', en: 'Started an export' },
  'export.download': { zh: '下载导出文件', en: 'Downloaded an export' },
  'exports.delete': { zh: '取消或删除导出', en: 'Cancelled or deleted an export' },
} as const satisfies Actions
