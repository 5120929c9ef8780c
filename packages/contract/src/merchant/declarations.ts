import type { Actions, Pages, Permissions } from '../declaration.ts'
import { admins, leaders, master } from '../role-sets.ts'

export { refusals } from './refusals.ts'

/** Accounts of a company at payment platforms, and which of them its stations take payments by. */
export const permissions = {
  'merchant.account.read': { roles: master, zh: '查看支付授权', en: 'View merchant accounts' },
  'merchant.account.write': { roles: admins, zh: '编辑支付授权', en: 'Edit merchant accounts' },
  'merchant.station.read': { roles: leaders, zh: '查看油站支付授权', en: 'View merchant accounts of stations' },
  'merchant.station.write': { roles: master, zh: '分配油站支付授权', en: 'Assign merchant accounts to stations' },
  'merchant.template.read': { roles: master, zh: '查看支付模板', en: 'View payment templates' },
  'merchant.template.write': { roles: master, zh: '编辑支付模板', en: 'Edit payment templates' },
  'merchant.template.apply': { roles: master, zh: '应用支付模板', en: 'Apply payment templates' },
  'merchant.ratio.read': { roles: master, zh: '查看账户分配比例', en: 'View account splits' },
  'merchant.ratio.write': { roles: master, zh: '编辑账户分配比例', en: 'Edit account splits' },
} as const satisfies Permissions

export const pages = [
  {
    name: 'otherPay',
    after: 'deviceMge',
    zh: '其他支付方式',
    en: 'Other payment methods',
    also: ['支付方式名称', '支付方式', '收款方式', 'Tenders', 'Pay types'],
    section: 'stationMge',
    level: 'station',
    roles: master,
    reads: [],
    acts: ['org.stationConfig.write'],
  },
  {
    name: 'payTemplate',
    zh: '支付模板',
    en: 'Payment templates',
    also: ['支付授权模板', 'Pay templates'],
    section: 'stationMge',
    level: 'company',
    roles: master,
    reads: ['merchant.template.read', 'merchant.account.read'],
    acts: ['merchant.template.write', 'merchant.template.apply', 'merchant.station.write'],
  },
  {
    name: 'stationAuthToken',
    after: 'stationConfig',
    zh: '油站支付授权',
    en: 'Station merchant accounts',
    also: ['支付授权', '商户号', '收款账户', 'Payment authorizations', 'Merchant numbers'],
    section: 'stationMge',
    level: 'station',
    roles: master,
    reads: ['merchant.station.read', 'merchant.account.read'],
    acts: ['merchant.station.write'],
  },
  {
    name: 'authToken',
    after: 'miniPrograms',
    zh: '支付授权',
    en: 'Merchant accounts',
    also: ['商户号', '微信支付', '支付宝', '收款账户', 'Payment authorizations', 'WeChat Pay', 'Alipay'],
    section: 'maintenance',
    level: 'platform',
    roles: admins,
    stationless: true,
    reads: ['merchant.account.read'],
    acts: ['merchant.account.write', 'merchant.station.read', 'channel.payment.read', 'channel.test'],
  },
  {
    name: 'extAccountRatio',
    zh: '账户分配比例',
    en: 'Account split',
    also: ['分账比例', '账户1', '账户2', 'Account ratio'],
    section: 'ext',
    hidden: true,
    level: 'station',
    roles: master,
    reads: ['merchant.ratio.read'],
    acts: ['merchant.ratio.write'],
  },
] as const satisfies Pages

export const actions = {
  'authTokens.secret': { zh: '更换支付授权的密钥或证书', en: 'Replaced a key or certificate of a merchant account' },
  'stations.authTokens': { zh: '分配油站支付授权', en: 'Assigned merchant accounts to a station' },
  'payTemplates.apply': { zh: '应用支付模板', en: 'Applied a payment template' },
} as const satisfies Actions
