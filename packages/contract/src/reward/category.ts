import { z } from 'zod'
import { Rank } from '../goods/item.ts'
import { resource } from '../kit.ts'
import { Instant, Name } from '../units.ts'

/**
 * 积分商品分类: a shelf of the points store, which is the company's. What stands on one that is hidden cannot be redeemed.
 * @source PTS-002
 */
export const rewardCategories = resource('rewardCategories', {
  table: 'reward_category',
  scope: 'company',
  permission: 'reward',
  body: z.object({ name: Name(40), hidden: z.boolean().default(false), weight: Rank }),
  read: { createdDate: Instant },
  label: ['name'],
  many: { rewards: ['rewards', 'categoryId'] },
  sort: 'weight,desc',
  ties: 'asc',
})
