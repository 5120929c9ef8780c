import type { Pages, Refusals } from '../declaration.ts'
import { company } from '../role-sets.ts'

/** @source spec 0 §6; routes.csv /dataScreen; ACC-075 */
export const pages = [
  {
    name: 'dataScreen',
    path: '/dataScreen',
    zh: '数据大屏',
    en: 'Data screen',
    level: 'company',
    hidden: true,
    bare: true,
    edition: 'dataScreen',
    roles: [...company, 'company_group'],
    // Stations and tanks, which it shows too, many pages look up: they are no page's to take.
    reads: ['order.sale.read'],
    acts: ['access.display'],
  },
] as const satisfies Pages

export const refusals = {
  'live.off': {
    status: 409,
    zh: '实时通道未启用，页面数据不会自动更新，请手动刷新',
    en: 'The live channel is switched off; pages do not update by themselves, refresh them',
  },
  'live.starting': {
    status: 503,
    zh: '实时通道正在启动，几秒后会自动连接',
    en: 'The live channel is starting; pages connect by themselves in a few seconds',
  },
} as const satisfies Refusals
