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
  'points.payNothing': {
    status: 409,
    zh: '公司未设置积分抵扣标准，积分不能支付',
    en: 'The company has not set what a point is worth, so points pay nothing',
  },
  'points.noHolder': {
    status: 409,
    field: 'cardNumber',
    zh: '请填写会员的卡号：订单没有记录持卡会员',
    en: 'Enter a card of the member: the order names none that a member holds',
  },
  'points.noAccount': {
    status: 409,
    field: 'cardNumber',
    zh: '卡 {number} 的会员没有积分账户',
    en: 'The holder of card {number} has no points account',
  },
  'points.ofFleet': {
    status: 409,
    field: 'cardNumber',
    zh: '卡 {number} 属于单位，其积分归单位所有，不能用于支付',
    en: 'Card {number} is a fleet’s: its points are the fleet’s and pay nothing',
  },
  'points.owes': {
    status: 409,
    field: 'points',
    zh: '该会员欠积分 {points} 分，不能用积分支付',
    en: 'The member owes {points} points and cannot pay with points',
  },
  'points.aboveShare': {
    status: 409,
    field: 'points',
    zh: '积分最多支付订单的 {percent}%，本单还可用 {points} 分',
    en: 'Points pay at most {percent}% of an order: {points} more here',
  },
  'points.aboveRest': {
    status: 409,
    field: 'points',
    zh: '超过待付金额：本单最多可用 {points} 分',
    en: 'More than is still due: at most {points} points',
  },
  'points.notPaidOut': {
    status: 409,
    field: 'mode',
    zh: '积分支付的部分只能退回积分账户，不能退现金',
    en: 'What points have paid goes back as points, never as cash',
  },
  'points.notWhole': {
    status: 409,
    field: 'amountCents',
    zh: '积分按整分退回：金额须为每分所抵金额的整数倍',
    en: 'Points are given back whole: the amount must be a multiple of what a point was worth',
  },
  'points.accountGone': {
    status: 409,
    zh: '付款的积分账户已销户，积分无法退回',
    en: 'The points account that paid is closed, so the points cannot be given back',
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
