import { z } from 'zod'
import { endpoint, resource } from '../kit.ts'
import { Id, Instant, Name, Ref } from '../units.ts'

export const categoryTypes = ['fuel', 'normal'] as const

/** 商品分类: a shelf of a station. Higher weight stands higher. */
export const Category = z.object({
  stationId: Ref('stations'),
  type: z.enum(categoryTypes).default('normal'),
  name: Name(40),
  hidden: z.boolean().default(false),
  weight: z.int().min(-1_000_000).max(1_000_000).default(0),
})

const records = resource('categories', {
  table: 'category',
  scope: 'station',
  permission: 'goods.category',
  body: Category,
  read: { createdDate: Instant },
  label: ['name'],
  many: { items: ['items', 'categoryId'] },
  sort: 'weight,desc',
  ties: 'asc',
  bulk: ['update', 'delete'],
})

const Moved = z.object({ id: Id, moved: z.int() })

export const categories = {
  ...records,
  /** 移入商品: named goods of the station leave their categories for this one. */
  takeItems: endpoint('POST', '/categories/:id/takeItems', {
    permission: 'goods.category.write',
    body: z.strictObject({ itemIds: z.array(Ref('items')).min(1).max(500) }),
    returns: Moved,
    summary: 'Moves goods of the station into this category',
  }),
  /** 移出全部商品: what a category needs before it can be deleted; no goods are deleted. @source decisions GD4 */
  moveItems: endpoint('POST', '/categories/:id/moveItems', {
    permission: 'goods.category.write',
    body: z.strictObject({ toCategoryId: Ref('categories') }),
    returns: Moved,
    summary: 'Moves all goods of this category, also those off the shelf, into another one of the station',
  }),
}
