import type { Actions, Pages, Permissions, Refusals } from '../declaration.ts'
import { cardReaders, company, everyStation, leaders, master, readers } from '../role-sets.ts'
import { leaving } from './refusals.ts'

/** Members and fleets. */
export const permissions = {
  'member.read': { roles: [...everyStation, 'company_group'], zh: '查看会员', en: 'View members' },
  'member.write': { roles: everyStation, zh: '编辑会员', en: 'Edit members' },
  'member.disable': { roles: master, zh: '停用会员', en: 'Disable members' },
  /** Each time somebody looks at one is noted. @source decisions ME11 */
  'member.identity.read': { roles: master, zh: '查看会员身份证号', en: 'View ID numbers of members' },
  'member.fleet.read': { roles: [...readers, 'group_master'], zh: '查看单位会员', en: 'View fleets' },
  'member.fleet.write': { roles: master, zh: '管理单位会员', en: 'Manage fleets' },
  'member.import.read': { roles: company, zh: '查看会员导入', en: 'View member imports' },
  'member.import.write': { roles: company, zh: '导入会员', en: 'Import members' },
  /** Two records of one person are made one: what is on the cards changes its holder. */
  'member.merge': { roles: leaders, zh: '合并会员', en: 'Merge members' },
  'member.farewell': { roles: master, zh: '注销会员', en: 'Close memberships' },
  'member.wechat': { roles: cardReaders, zh: '解绑会员微信', en: 'Unbind members from WeChat' },
  'points.deduct': { roles: master, zh: '扣减积分', en: 'Deduct points' },
  'points.give': { roles: master, zh: '赠送积分', en: 'Give points' },
  'coupon.issue': { roles: master, zh: '手工发券', en: 'Issue coupons by hand' },
} as const satisfies Permissions

/** What is done to a member's cards, where the member is shown. */
const cardActs = [
  'card.issue',
  'card.charge',
  'card.loss',
  'card.unhook',
  'card.disable',
  'card.payPassword',
  'card.adjust',
  'card.refundCharge',
  'card.freeze',
  'card.thaw',
  'card.move',
  'card.return',
  'card.reissue',
  'card.extend',
  'card.sync',
] as const
const center = {
  section: 'memberCenter',
  level: 'company',
  roles: [...everyStation, 'company_group'],
  acts: ['member.write', 'member.disable', 'member.identity.read', 'member.merge', 'member.farewell', 'member.wechat', ...cardActs],
} as const
export const pages = [
  {
    name: 'personalMember',
    zh: '个人会员',
    en: 'Members',
    also: ['Personal members', '会员'],
    ...center,
    reads: ['member.read', 'card.userCard.read'],
    acts: [...center.acts, 'member.import.read', 'member.import.write'],
  },
  {
    name: 'addPersonalMember',
    zh: '新增个人会员',
    en: 'New member',
    parent: 'personalMember',
    hidden: true,
    section: 'memberCenter',
    level: 'company',
    roles: everyStation,
    reads: ['member.read'],
    acts: ['member.write', 'card.issue'],
  },
  {
    name: 'personalMemberDetails',
    path: '/memberCenter/personalMemberDetails/{userId}',
    zh: '会员详情',
    en: 'Member details',
    parent: 'personalMember',
    hidden: true,
    ...center,
    reads: ['member.read', 'card.userCard.read', 'card.detail.read', 'points.read'],
    acts: [...center.acts, 'points.give', 'points.deduct'],
    demo: 'members?size=1&search=userCards.value>0',
  },
] as const satisfies Pages

export const actions = {
  'member.fleet.leader': { zh: '设置单位负责人', en: 'Set the manager of a fleet' },
  'member.fleet.mode': { zh: '变更单位资金方式', en: 'Changed from where the cards of a fleet spend' },
  'member.fleet.stop': { zh: '停用单位全部卡', en: 'Stopped all cards of a fleet' },
  'member.fleet.start': { zh: '恢复单位用卡', en: 'Let the cards of a fleet be used again' },
  'member.import.check': { zh: '检查会员导入文件', en: 'Checked a file of members' },
  'member.import': { zh: '导入会员', en: 'Imported members' },
  'member.add': { zh: '新增会员', en: 'Added a member' },
  'member.edit': { zh: '修改会员', en: 'Changed a member' },
  'member.disable': { zh: '停用会员', en: 'Disabled a member' },
  'member.enable': { zh: '启用会员', en: 'Enabled a member' },
  'member.identity': { zh: '查看身份证号', en: 'Looked at an ID number' },
  'member.merge': { zh: '合并会员', en: 'Merged two members' },
  'member.farewell': { zh: '注销会员', en: 'Closed a membership' },
  'member.wechat.code': { zh: '发送微信绑定验证码', en: 'Sent a code for WeChat' },
  'member.wechat.bind': { zh: '绑定会员微信', en: 'Bound a member to WeChat' },
  'member.wechat.unbind': { zh: '解绑会员微信', en: 'Unbound a member from WeChat' },
} as const satisfies Actions

export const refusals = {
  'member.notFound': { status: 404, field: 'mobile', zh: '未找到该手机号', en: 'Phone number not found' },
  'member.mobileOfStaff': {
    status: 409,
    field: 'mobile',
    zh: '该手机号已登记为员工',
    en: 'This mobile number is registered to a staff member',
  },
  'member.mobileTaken': {
    status: 409,
    field: 'mobile',
    zh: '该手机号已是会员：{name}',
    en: 'Member with this phone already exists: {name}',
  },
  'member.mobileChanged': {
    status: 409,
    field: 'mobile',
    zh: '手机号与登记的 {mobile} 不一致，请确认是否更换',
    en: 'This is not the number on record, {mobile}. Confirm that it is to be replaced.',
  },
  'member.signsIn': {
    status: 409,
    zh: '该会员是单位负责人，用手机号或邮箱登录，请在用户管理中修改',
    en: 'This member leads a fleet and signs in with the mobile number or e-mail address. Change it under user management.',
  },
  'member.disabled': { status: 409, zh: '会员 {name} 已停用', en: 'The member {name} is disabled' },
  'memberImport.notChecked': {
    status: 409,
    zh: '这份文件还在检查，或已经导入',
    en: 'This file is still being checked, or has been imported already',
  },
  ...leaving,
} as const satisfies Refusals
