import type { Actions, Pages, Permissions } from '../declaration.ts'
import { company, everyStation, leaders, master } from '../role-sets.ts'

export { refusals } from './refusals.ts'

/** Coupons: what they give, who holds them. */
export const permissions = {
  'deal.read': { roles: [...everyStation, 'company_group'], zh: '查看优惠券', en: 'View coupons' },
  'deal.write': { roles: company, zh: '编辑优惠券', en: 'Edit coupons' },
  'userDeal.read': { roles: [...everyStation, 'company_group'], zh: '查看用户卡券', en: 'View issued coupons' },
  'userDeal.recall': { roles: master, zh: '收回用户卡券', en: 'Recall issued coupons' },
} as const satisfies Permissions

const market = {
  section: 'marketCenter',
  level: 'company',
  roles: [...everyStation, 'company_group'],
} as const
export const pages = [
  {
    name: 'marketHome',
    zh: '营销首页',
    en: 'Overview',
    also: ['营销', '优惠券', 'Marketing', 'Coupons'],
    ...market,
    reads: ['deal.read'],
    acts: ['deal.write'],
  },
  {
    name: 'deal',
    path: '/marketCenter/deal/{scriptId}',
    zh: '优惠券',
    en: 'Coupons',
    parent: 'marketHome',
    hidden: true,
    ...market,
    reads: ['deal.read'],
    acts: ['deal.write', 'coupon.issue'],
    demo: 'scripts',
  },
  {
    name: 'addDeal',
    path: '/marketCenter/addDeal/{scriptId}',
    zh: '新增优惠券',
    en: 'Add coupon',
    parent: 'marketHome',
    hidden: true,
    ...market,
    roles: company,
    reads: ['deal.read'],
    acts: ['deal.write'],
    demo: 'scripts',
  },
  {
    name: 'editDeal',
    path: '/marketCenter/editDeal/{dealId}',
    zh: '编辑优惠券',
    en: 'Edit coupon',
    parent: 'marketHome',
    hidden: true,
    ...market,
    roles: company,
    reads: ['deal.read'],
    acts: ['deal.write'],
    demo: 'deals?size=1',
  },
  {
    name: 'userDeals',
    zh: '用户卡券',
    en: 'Issued coupons',
    also: ['卡券', '发券', '收回', 'Issued coupons', 'Recall'],
    ...market,
    roles: [...leaders, 'station_employee', 'station_salesman', 'company_group'],
    reads: ['userDeal.read'],
    acts: ['userDeal.recall', 'coupon.issue', 'deal.read'],
  },
] as const satisfies Pages

export const actions = {
  'deals.enable': { zh: '启用优惠券', en: 'Enabled a coupon' },
  'deals.disable': { zh: '停用优惠券', en: 'Disabled a coupon' },
  'userDeals.issue': { zh: '手工发券', en: 'Issued coupons by hand' },
  'userDeals.receive': { zh: '领取优惠券', en: 'Received a coupon' },
  'userDeals.recall': { zh: '收回用户卡券', en: 'Recalled coupons' },
} as const satisfies Actions
