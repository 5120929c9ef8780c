import { z } from 'zod'
import { FileRef } from '../file/attachment.ts'
import { Inventory, Rank } from '../goods/item.ts'
import { resource } from '../kit.ts'
import { Instant, Name, Ref, TaxRate, Text } from '../units.ts'

/** Coupons that are given with one piece. @source spec 1 §5 "at most 5 coupons in a group, at least one coupon" */
export const rewardCouponsMost = 5

/**
 * 积分商品: what points buy, at every station of the company. Its stock is its own and no part of a shop's. @source PTS-001, PTS-005;
 * decision PT4
 */
export const rewards = resource('rewards', {
  table: 'reward',
  scope: 'company',
  permission: 'reward',
  body: z.object({
    categoryId: Ref('rewardCategories'),
    name: Name(60),
    description: Text(500).default(''),
    /** Each is unique within the company where there is one. */
    code: Text(40).default(''),
    barcode: Text(40).default(''),
    /** Of one piece. */
    points: z.int().min(1).max(10_000_000),
    taxRate: TaxRate,
    weight: Rank,
    hidden: z.boolean().default(false),
    coupons: z
      .array(z.object({ dealId: Ref('deals'), count: z.int().min(1).max(rewardCouponsMost) }))
      .max(rewardCouponsMost)
      .default([]),
    pictureId: FileRef('rewardPicture').nullable().default(null),
  }),
  /** A new number is counted. Left out, the stock stays as it is; a new record has no limit. */
  also: { stock: Inventory.optional() },
  read: {
    /** Pieces that can still be redeemed; -1 is unlimited. */
    stock: z.int(),
    /** Pieces that were redeemed and not cancelled, also those that are still to be handed out. */
    redeemed: z.int(),
    createdDate: Instant,
  },
  label: ['name'],
  many: { redemptions: ['redemptions', 'rewardId'] },
  unsearchable: ['coupons'],
  sort: 'weight,desc',
  ties: 'asc',
  totals: ['redeemed'],
})
