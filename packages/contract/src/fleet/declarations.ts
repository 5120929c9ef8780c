import type { Actions, Pages, Permissions } from '../declaration.ts'
import { everyStation, master, readers } from '../role-sets.ts'

export { refusals } from './refusals.ts'

/** Fleets: their employees and vehicles. */
export const permissions = {
  'fleet.employee.read': { roles: [...readers, 'group_master'], zh: '查看单位员工', en: 'View employees of fleets' },
  'fleet.employee.write': { roles: [...master, 'group_master'], zh: '管理单位员工', en: 'Manage employees of fleets' },
  'fleet.car.read': { roles: [...readers, 'group_master'], zh: '查看车辆', en: 'View vehicles' },
  /** Of members; those of a fleet are kept by those who keep its employees. */
  'fleet.car.write': { roles: [...everyStation, 'group_master'], zh: '登记车辆', en: 'Register vehicles' },
} as const satisfies Permissions

const counter = { section: 'memberCenter', level: 'company', roles: readers } as const
const desk = {
  reads: [
    'card.userCard.read',
    'member.fleet.read',
    'fleet.employee.read',
    'fleet.car.read',
    'bill.read',
    'bill.agreement.read',
    'quota.read',
  ],
  acts: [
    'card.assign',
    'card.loss',
    'card.unhook',
    'card.userCard.write',
    'card.terms',
    'fleet.employee.write',
    'fleet.car.write',
    'quota.write',
  ],
} as const
export const pages = [
  {
    name: 'unitMember',
    after: 'personalMember',
    zh: '单位会员',
    en: 'Fleets',
    also: ['车队', 'Unit members', 'Fleet members'],
    ...counter,
    reads: ['member.fleet.read'],
    acts: ['member.fleet.write', 'card.charge', 'card.loss', 'card.unhook'],
  },
  {
    name: 'addUnitMember',
    zh: '新增单位会员',
    en: 'New fleet',
    also: ['Add fleet', 'Add unit member'],
    parent: 'unitMember',
    hidden: true,
    ...counter,
    roles: master,
    reads: ['member.fleet.read', 'card.product.read'],
    acts: ['member.fleet.write', 'card.issue', 'card.charge'],
  },
  {
    name: 'assgin',
    path: '/memberCenter/assgin/{userCardId}',
    zh: '子卡分配',
    en: 'Sub cards',
    also: ['Sub-card assignment', '子卡'],
    parent: 'unitMember',
    hidden: true,
    uncached: true,
    ...counter,
    reads: [...desk.reads, 'points.read'],
    acts: [...desk.acts, 'card.issue', 'card.charge', 'points.give', 'points.deduct'],
    demo: 'userCards?size=1&search=kind:master,card.type:debit',
  },
  {
    name: 'assginMge',
    path: '/assginMge/{userCardId}',
    zh: '卡分配管理',
    en: 'Sub cards',
    also: ['Card assignment management'],
    level: 'group',
    hidden: true,
    bare: true,
    stationless: true,
    uncached: true,
    roles: ['group_master'],
    ...desk,
  },
] as const satisfies Pages

export const actions = {
  'fleet.open': { zh: '新增单位会员（含主卡）', en: 'Opened a fleet' },
  'fleet.attachments': { zh: '更新单位附件', en: 'Changed the papers of a fleet' },
  'fleet.employee.add': { zh: '新增单位员工', en: 'Added an employee of a fleet' },
  'fleet.employee.leave': { zh: '单位员工离职', en: 'An employee left a fleet' },
  'fleet.employee.import': { zh: '导入单位员工', en: 'Imported employees of a fleet' },
  'fleet.car.remove': { zh: '移除车辆', en: 'Removed a vehicle' },
  'card.unbind': { zh: '解绑持卡人', en: 'Unbound a card from its holder' },
} as const satisfies Actions
