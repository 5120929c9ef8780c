import type { Actions, Pages, Permissions } from '../declaration.ts'
import { admins } from '../role-sets.ts'

/** The log of what was done. */
export const permissions = {
  'audit.read': { roles: admins, zh: '查看操作日志', en: 'View the audit log' },
} as const satisfies Permissions

export const pages = [
  {
    name: 'auditLogs',
    zh: '操作日志',
    en: 'Audit log',
    section: 'maintenance',
    level: 'company',
    stationless: true,
    roles: admins,
    reads: ['audit.read'],
  },
] as const satisfies Pages

export const actions = {
  'audit.verify': { zh: '发起日志链校验', en: 'Started verifying the audit log' },
  'audit.verified': { zh: '日志链校验完成', en: 'Finished verifying the audit log' },
  'audit.verifyCancel': { zh: '取消日志链校验', en: 'Cancelled verifying the audit log' },
} as const satisfies Actions
