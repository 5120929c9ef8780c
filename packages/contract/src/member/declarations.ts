import type { Actions, Permissions } from '../declaration.ts'
import { everyStation, master, readers } from '../role-sets.ts'

/** Members and fleets. */
export const permissions = {
  'member.read': { roles: [...everyStation], zh: '查看会员', en: 'View members' },
  'member.fleet.read': { roles: [...readers, 'group_master'], zh: '查看单位会员', en: 'View fleets' },
  'member.fleet.write': { roles: master, zh: '管理单位会员', en: 'Manage fleets' },
  'points.deduct': { roles: master, zh: '扣减积分', en: 'Deduct points' },
  'points.give': { roles: master, zh: '赠送积分', en: 'Give points' },
  'coupon.issue': { roles: master, zh: '手工发券', en: 'Issue coupons by hand' },
} as const satisfies Permissions

export const actions = {
  'member.fleet.leader': { zh: '设置单位负责人', en: 'Set the manager of a fleet' },
  'member.fleet.mode': { zh: '变更单位资金方式', en: 'Changed from where the cards of a fleet spend' },
  'member.fleet.stop': { zh: '停用单位全部卡', en: 'Stopped all cards of a fleet' },
  'member.fleet.start': { zh: '恢复单位用卡', en: 'Let the cards of a fleet be used again' },
  'member.add': { zh: '新增会员', en: 'Added a member' },
} as const satisfies Actions
