import type { Actions, Pages, Permissions } from '../declaration.ts'
import { company, everyStation } from '../role-sets.ts'

export { refusals } from './refusals.ts'

/** Activities: what gives coupons by itself, or lowers a price. */
export const permissions = {
  'dealTask.read': { roles: [...everyStation, 'company_group'], zh: '查看营销活动', en: 'View activities' },
  'dealTask.write': { roles: company, zh: '编辑营销活动', en: 'Edit activities' },
} as const satisfies Permissions

const activities = {
  section: 'marketCenter',
  level: 'company',
  parent: 'marketHome',
  hidden: true,
} as const
export const pages = [
  {
    name: 'dealTask',
    path: '/marketCenter/dealTask/{scriptId}',
    zh: '营销活动',
    en: 'Activities',
    ...activities,
    roles: [...everyStation, 'company_group'],
    reads: ['dealTask.read'],
    acts: ['dealTask.write'],
    demo: 'scripts?kind=dealTask',
  },
  {
    name: 'addDealTask',
    path: '/marketCenter/addDealTask/{scriptId}',
    zh: '新增活动',
    en: 'Add activity',
    ...activities,
    roles: company,
    reads: ['deal.read', 'dealTask.read'],
    acts: ['dealTask.write'],
    demo: 'scripts?kind=dealTask',
  },
  {
    name: 'editDealTask',
    path: '/marketCenter/editDealTask/{dealTaskId}',
    zh: '编辑活动',
    en: 'Edit activity',
    ...activities,
    roles: [...everyStation, 'company_group'],
    reads: ['deal.read', 'dealTask.read'],
    acts: ['dealTask.write'],
    demo: 'dealTasks?size=1&search=kind:purchase',
  },
] as const satisfies Pages

export const actions = {
  'dealTasks.enable': { zh: '启用营销活动', en: 'Enabled an activity' },
  'dealTasks.disable': { zh: '停用营销活动', en: 'Disabled an activity' },
  'dealTasks.completed': { zh: '定向发券完成', en: 'An issue to a tag was completed' },
} as const satisfies Actions
