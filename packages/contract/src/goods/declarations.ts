import type { Permissions } from '../declaration.ts'
import { master, readers } from '../role-sets.ts'

/** Goods and their categories. */
export const permissions = {
  'goods.category.read': { roles: readers, zh: '查看商品分类', en: 'View categories' },
  'goods.category.write': { roles: [...master, 'station_salesman'], zh: '编辑商品分类', en: 'Edit categories' },
  'goods.item.read': { roles: readers, zh: '查看商品', en: 'View goods' },
  'goods.item.write': { roles: [...master, 'station_salesman'], zh: '编辑商品', en: 'Edit goods' },
} as const satisfies Permissions
