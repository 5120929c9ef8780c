import type { Page } from '../menu.ts'
import { admins } from './roles.ts'

const maintenance = { section: 'maintenance', level: 'platform', roles: admins } as const

/** 运维管理 */
export const maintenancePages = [
  { name: 'companyGroup', path: '/maintenance/companyGroup', zh: '油企集团', en: 'Company groups', ...maintenance },
  {
    name: 'groupUsers',
    path: '/maintenance/groupUsers/{groupId}',
    zh: '集团用户',
    en: 'Company group users',
    parent: 'companyGroup',
    hidden: true,
    ...maintenance,
  },
  { name: 'userMge', path: '/maintenance/userMge', zh: '用户管理', en: 'Users', ...maintenance },
  {
    name: 'assginMenu',
    path: '/maintenance/assginMenu/{userId}',
    zh: '分配菜单',
    en: 'Assign menus (user)',
    parent: 'userMge',
    hidden: true,
    ...maintenance,
  },
  {
    name: 'roleAccessConfig',
    path: '/maintenance/roleAccessConfig',
    zh: '角色权限配置',
    en: 'Role permission configuration',
    ...maintenance,
  },
  { name: 'renewMge', path: '/maintenance/renewMge', zh: '续费管理', en: 'Renewal', stationless: true, ...maintenance },
  {
    name: 'systemConfig',
    path: '/maintenance/systemConfig',
    zh: '系统配置',
    en: 'System configuration',
    stationless: true,
    ...maintenance,
  },
  {
    name: 'auditLogs',
    path: '/maintenance/auditLogs',
    zh: '操作日志',
    en: 'Audit log',
    section: 'maintenance',
    level: 'company',
    stationless: true,
    roles: admins,
  },
  {
    name: 'historyImport',
    path: '/maintenance/historyImport',
    zh: '历史数据导入',
    en: 'Import of history',
    section: 'maintenance',
    level: 'company',
    stationless: true,
    roles: admins,
  },
  {
    name: 'messageOutbox',
    path: '/maintenance/messageOutbox',
    zh: '消息发件箱',
    en: 'Outbox',
    section: 'maintenance',
    level: 'company',
    stationless: true,
    roles: admins,
  },
  {
    name: 'backgroundJobs',
    path: '/maintenance/backgroundJobs',
    zh: '后台任务',
    en: 'Background jobs',
    section: 'maintenance',
    level: 'company',
    stationless: true,
    roles: admins,
  },
] as const satisfies readonly Page[]
