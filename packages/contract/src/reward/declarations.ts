import type { Actions, Pages, Permissions } from '../declaration.ts'
import { cardReaders, leaders, master } from '../role-sets.ts'

export { refusals } from './refusals.ts'

const lookUp = [...cardReaders, 'company_group'] as const

/** The points store: its goods, and what was redeemed. */
export const permissions = {
  'reward.read': { roles: lookUp, zh: '查看积分商品', en: 'View rewards' },
  'reward.write': { roles: master, zh: '编辑积分商品', en: 'Edit rewards' },
  'redemption.read': { roles: lookUp, zh: '查看兑换记录', en: 'View redemptions' },
  'redemption.handOut': { roles: cardReaders, zh: '兑换积分商品', en: 'Redeem rewards' },
  'redemption.cancel': { roles: leaders, zh: '取消兑换', en: 'Cancel redemptions' },
} as const satisfies Permissions

const store = { section: 'scoreStore', level: 'company', roles: lookUp } as const
export const pages = [
  {
    name: 'scoreCategories',
    zh: '积分商品分类',
    en: 'Reward categories',
    also: ['积分商城', '积分分类', 'Points store', 'Points categories'],
    ...store,
    reads: ['reward.read'],
    acts: ['reward.write'],
  },
  {
    name: 'scoreCategoryDetails',
    path: '/scoreStore/scoreCategoryDetails/{categoryId}',
    zh: '积分分类详情',
    en: 'Reward category',
    parent: 'scoreCategories',
    hidden: true,
    ...store,
    reads: ['reward.read'],
    acts: ['reward.write'],
    demo: 'rewardCategories',
  },
  {
    name: 'scoreItems',
    zh: '积分商品',
    en: 'Rewards',
    also: ['积分兑换', '兑换商品', 'Points goods', 'Redeem'],
    ...store,
    reads: ['reward.read'],
    acts: ['reward.write', 'redemption.handOut', 'points.read', 'deal.read'],
  },
  {
    name: 'scoreCardDetails',
    zh: '积分卡明细',
    en: 'Points cards',
    also: ['积分余额', '会员积分', 'Points balances'],
    ...store,
    reads: ['points.read'],
    acts: ['redemption.handOut', 'reward.read'],
  },
  {
    name: 'scoreUserCardDetails',
    zh: '积分兑换与累计记录',
    en: 'Points history',
    also: ['兑换记录', '累计记录', '积分明细', 'Redemptions', 'Points earned'],
    ...store,
    reads: ['redemption.read', 'points.read'],
    acts: ['redemption.handOut', 'redemption.cancel', 'reward.read', 'points.give', 'points.deduct'],
  },
] as const satisfies Pages

export const actions = {
  'rewards.count': { zh: '修改积分商品库存', en: 'Changed the stock of a reward' },
  'redemptions.redeem': { zh: '兑换积分商品', en: 'Redeemed a reward' },
  'redemptions.receive': { zh: '领取兑换商品', en: 'Handed a reward out' },
  'redemptions.cancel': { zh: '取消兑换', en: 'Cancelled a redemption' },
} as const satisfies Actions
