import type { Actions, Pages, Permissions, Refusals } from '../declaration.ts'
import { company, readers } from '../role-sets.ts'

/** Services for members: points and levels. */
export const permissions = {
  'points.read': { roles: readers, zh: '查看增值服务和积分', en: 'View services and points' },
} as const satisfies Permissions

export const actions = {
  'service.open': { zh: '开通增值服务', en: 'Opened a service' },
  'service.edit': { zh: '编辑增值服务', en: 'Changed a service' },
  'service.join': { zh: '为会员开通增值服务', en: 'Opened a service for a member' },
  'points.give': { zh: '赠送积分', en: 'Gave points' },
  'points.deduct': { zh: '扣减积分', en: 'Deducted points' },
  'points.takeBack': { zh: '撤销积分', en: 'Revoked points' },
  'points.restore': { zh: '撤销积分扣减', en: 'Revoked a deduction of points' },
} as const satisfies Actions

export const refusals = {
  'card.serviceExists': {
    status: 409,
    field: 'type',
    zh: '积分和会员等级各只能开通一项，请编辑已有的服务',
    en: 'Points and levels are one service each: edit the one that is there',
  },
  'service.ruleMissing': { status: 400, zh: '请填写该服务的规则', en: 'Enter the rule of this service' },
  'service.ruleForbidden': { status: 400, zh: '该服务没有这种规则', en: 'This service has no such rule' },
  'service.levelsUnordered': {
    status: 400,
    field: 'level',
    zh: '等级名称和所需成长值不能重复，保级值不能高于所需成长值',
    en: 'Levels differ in name and growth, and are kept with no more growth than they are reached with',
  },
  'service.alreadyJoined': { status: 409, field: 'userId', zh: '该会员已开通此服务', en: 'This member has an account of it already' },
  'service.fleetJoined': { status: 409, zh: '该单位已开通此服务', en: 'This fleet has an account of it already' },
  'service.ofFleet': {
    status: 400,
    field: 'userId',
    zh: '单位的积分账户和等级账户属于单位，不能指定持卡人',
    en: 'An account of points or of levels of a fleet is the fleet’s and has no holder',
  },
  'service.ofMember': {
    status: 400,
    field: 'kind',
    zh: '积分账户和等级账户须属于个人会员',
    en: 'An account of points or of levels belongs to a member',
  },
  'points.notOpened': { status: 409, zh: '积分卡未开通或已到期', en: 'The points service is not open or has expired' },
  'level.notOpened': { status: 409, zh: '会员等级未开通或已到期', en: 'The level service is not open or has expired' },
  'points.insufficient': {
    status: 409,
    field: 'points',
    zh: '积分不足：现有 {points} 分',
    en: 'There are not enough points: {points}',
  },
  'points.debtOverpaid': { status: 409, zh: '归还积分超过所欠', en: 'More points would be returned than are owed' },
  'points.notRevocable': { status: 409, zh: '这类积分变动不能撤销', en: 'A movement of this kind cannot be revoked' },
  'points.revoked': { status: 409, zh: '该积分变动已撤销', en: 'This movement was revoked already' },
  'points.orderNotRevocable': {
    status: 409,
    zh: '订单 {orderNo} 已不能撤销，积分不能撤销；如需扣回，请说明原因后扣减积分',
    en: 'Order {orderNo} can no longer be revoked, nor can its points: deduct them with a reason instead',
  },
  'points.notPoints': { status: 409, zh: '该账户不是积分账户', en: 'This is not an account of points' },
  'ledger.mixedUnits': { status: 409, zh: '钱与积分不能互转', en: 'Money and points are never exchanged in the book' },
} as const satisfies Refusals

const services = {
  section: 'memberCenter',
  level: 'company',
  roles: readers,
  reads: ['points.read', 'card.product.read', 'card.discount.read'],
  acts: ['card.product.write'],
} as const
export const pages = [
  { name: 'addedValueServices', zh: '增值服务', en: 'Services', also: ['Value-added services'], ...services },
  {
    name: 'openServices',
    zh: '开通服务',
    en: 'Open a service',
    parent: 'addedValueServices',
    hidden: true,
    ...services,
    roles: company,
  },
  {
    name: 'editServices',
    zh: '编辑服务',
    en: 'Edit a service',
    parent: 'addedValueServices',
    hidden: true,
    ...services,
    roles: company,
  },
] as const satisfies Pages
