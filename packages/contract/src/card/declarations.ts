import type { Actions, Permissions } from '../declaration.ts'
import { company, everyStation, leaders, master, readers } from '../role-sets.ts'

export { refusals } from './refusals.ts'

/** Cards and the money on them. */
export const permissions = {
  'card.product.read': { roles: readers, zh: '查看卡产品', en: 'View card products' },
  'card.product.write': { roles: company, zh: '编辑卡产品', en: 'Edit card products' },
  'card.userCard.read': { roles: [...readers, 'group_master'], zh: '查看用户卡', en: 'View cards' },
  'card.userCard.write': { roles: [...leaders, 'station_employee', 'group_master'], zh: '编辑用户卡', en: 'Edit cards' },
  'card.detail.read': {
    roles: [...everyStation, 'station_bill', 'company_group', 'group_master'],
    zh: '查看卡交易明细',
    en: 'View card transactions',
  },
  /** Fund reports: money on cards, and where money went. A bill clerk sees the former only. @source spec 1 §6 */
  'card.report.read': { roles: [...leaders, 'station_bill', 'company_group'], zh: '查看卡充值消费报表', en: 'View card activity reports' },
  'card.moneyFlow.read': { roles: [...leaders, 'company_group'], zh: '查看资金变动报表', en: 'View money movements' },
  /** Money between the master card and the sub cards of a fleet: its leader's own business. */
  'card.assign': { roles: [...leaders, 'group_master'], zh: '单位卡划拨', en: 'Allocate to fleet cards' },
  'card.issue': { roles: [...leaders, 'station_employee'], zh: '发卡', en: 'Issue cards' },
  'card.charge': { roles: [...leaders, 'station_employee'], zh: '充值', en: 'Top up cards' },
  'card.loss': { roles: [...leaders, 'station_employee', 'group_master'], zh: '挂失', en: 'Report cards lost' },
  'card.unhook': { roles: [...leaders, 'station_employee', 'group_master'], zh: '解挂', en: 'Cancel loss reports' },
  'card.disable': { roles: master, zh: '停用卡', en: 'Disable cards' },
  'card.payPassword': { roles: leaders, zh: '重置支付密码', en: 'Reset payment passwords' },
  'card.adjust': { roles: master, zh: '余额调整', en: 'Adjust balances' },
  'card.refundCharge': { roles: leaders, zh: '充值退款', en: 'Refund top-ups' },
  'card.thaw': { roles: leaders, zh: '解冻余额', en: 'Unfreeze money' },
} as const satisfies Permissions

export const actions = {
  'card.issue': { zh: '发卡', en: 'Issued a card' },
  'card.topUp': { zh: '充值', en: 'Topped up a card' },
  'card.overspend': { zh: '卡片透支', en: 'Card overspent' },
  'card.refundCharge': { zh: '充值退款', en: 'Refunded a top-up' },
  'card.adjust': { zh: '余额调整', en: 'Adjusted a balance' },
  'card.thaw': { zh: '解冻余额', en: 'Unfroze money on a card' },
  'card.refund': { zh: '退款到卡', en: 'Refunded to a card' },
  'card.assign': { zh: '单位卡划拨', en: 'Allocated to a sub card' },
  'card.withdraw': { zh: '单位卡收回', en: 'Withdrew from a sub card' },
  'card.loss': { zh: '挂失', en: 'Reported a card lost' },
  'card.unhook': { zh: '解挂', en: 'Cancelled a loss report' },
  'card.disable': { zh: '停用卡', en: 'Disabled a card' },
  'card.enable': { zh: '启用卡', en: 'Enabled a card' },
  'card.payPassword.wrong': { zh: '支付密码错误', en: 'Wrong payment password' },
  'card.payPassword.reset': { zh: '重置支付密码', en: 'Reset a payment password' },
} as const satisfies Actions
