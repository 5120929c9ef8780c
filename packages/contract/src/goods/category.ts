import { z } from 'zod'
import { resource } from '../kit.ts'
import { Instant, Name, Ref } from '../units.ts'

export const categoryTypes = ['fuel', 'normal'] as const

/** 商品分类: a shelf of a station. Higher weight stands higher. */
export const Category = z.object({
  stationId: Ref('stations'),
  type: z.enum(categoryTypes).default('normal'),
  name: Name(40),
  hidden: z.boolean().default(false),
  weight: z.int().min(-1_000_000).max(1_000_000).default(0),
})

export const categories = resource('categories', {
  table: 'category',
  scope: 'station',
  permission: 'goods.category',
  body: Category,
  read: { createdDate: Instant },
  label: ['name'],
  many: { items: ['items', 'categoryId'] },
  sort: 'weight,desc',
  bulk: ['update', 'delete'],
})
