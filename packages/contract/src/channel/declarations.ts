import type { Actions, Pages, Permissions } from '../declaration.ts'
import { admins, master } from '../role-sets.ts'

export { refusals } from './refusals.ts'

/** Payments at payment platforms, by the protocols of these. */
export const permissions = {
  'channel.payment.read': { roles: master, zh: '查看平台支付', en: 'View platform payments' },
  'channel.test': { roles: admins, zh: '测试收款', en: 'Test payments' },
} as const satisfies Permissions

export const pages = [] as const satisfies Pages

export const actions = {
  'channel.test': { zh: '测试收款', en: 'Tested a merchant account with a payment' },
  'channel.paid': { zh: '平台支付到账', en: 'A platform payment was received' },
  'channel.refunded': { zh: '平台支付已退回', en: 'A platform payment was given back' },
  'channel.unsure': { zh: '平台支付结果未明', en: 'What became of a platform payment is not known' },
  'channel.query': { zh: '再次查询平台支付', en: 'Asked again about a platform payment' },
} as const satisfies Actions
