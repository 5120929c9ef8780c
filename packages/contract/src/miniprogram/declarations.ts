import type { Actions, Pages, Permissions } from '../declaration.ts'
import { admins, everyStation } from '../role-sets.ts'

export { refusals } from './refusals.ts'

/** Mini programs and official accounts, and the codes that lead to them. */
export const permissions = {
  'miniProgram.read': { roles: everyStation, zh: '查看小程序/公众号', en: 'View mini programs and official accounts' },
  'miniProgram.write': { roles: admins, zh: '编辑小程序/公众号', en: 'Edit mini programs and official accounts' },
  'qrcode.read': { roles: everyStation, zh: '生成小程序码', en: 'Make QR codes' },
} as const satisfies Permissions

export const pages = [
  {
    name: 'miniQrcode',
    after: 'tagDetails',
    zh: '小程序码',
    en: 'QR codes',
    also: ['二维码', '推广码', '小程序二维码', '公众号', 'Mini program codes', 'Promoter codes'],
    section: 'marketCenter',
    level: 'company',
    roles: everyStation,
    reads: ['qrcode.read', 'miniProgram.read'],
    acts: ['access.user.read', 'deal.read'],
  },
  {
    name: 'miniPrograms',
    after: 'systemConfig',
    zh: '小程序/公众号',
    en: 'Mini programs and official accounts',
    also: ['微信', '支付宝', 'AppID', 'WeChat', 'Alipay'],
    section: 'maintenance',
    level: 'platform',
    roles: admins,
    stationless: true,
    reads: ['miniProgram.read'],
    acts: ['miniProgram.write'],
  },
] as const satisfies Pages

export const actions = {
  'miniprograms.secret': { zh: '更换小程序/公众号密钥', en: 'Replaced the secret of a mini program or official account' },
} as const satisfies Actions
