import type { Actions, Pages, Permissions } from '../declaration.ts'
import { company, leaders, master, readers } from '../role-sets.ts'

export { refusals } from './refusals.ts'

/** Goods and their categories. */
export const permissions = {
  'goods.category.read': { roles: readers, zh: '查看商品分类', en: 'View categories' },
  'goods.category.write': { roles: [...master, 'station_salesman'], zh: '编辑商品分类', en: 'Edit categories' },
  'goods.item.read': { roles: readers, zh: '查看商品', en: 'View goods' },
  'goods.item.write': { roles: [...master, 'station_salesman'], zh: '编辑商品', en: 'Edit goods' },
  'goods.import.read': { roles: master, zh: '查看商品导入', en: 'View goods imports' },
  'goods.import.write': { roles: master, zh: '导入商品', en: 'Import goods' },
  'goods.stock.read': { roles: readers, zh: '查看商品库存', en: 'View stock of goods' },
  /** Receiving, moving, writing off and counting. */
  'goods.stock.write': { roles: [...leaders, 'station_salesman'], zh: '登记商品库存', en: 'Record stock of goods' },
  /** Nobody who works in a station sees what goods cost but its book-keeper. */
  'goods.cost.read': { roles: [...company, 'station_bill'], zh: '查看商品进价', en: 'View purchase prices of goods' },
  'goods.cost.write': { roles: [...company, 'station_bill'], zh: '录入商品进价', en: 'Enter purchase prices of goods' },
} as const satisfies Permissions

const shop = { section: 'notFuel', level: 'station', roles: readers } as const
export const pages = [
  {
    name: 'categories',
    zh: '商品分类',
    en: 'Goods categories',
    also: ['分类', '上架', '下架', 'Categories', 'Shelves'],
    ...shop,
    reads: [],
    acts: ['goods.category.write'],
  },
  {
    name: 'categoryDetails',
    path: '/notFuel/categoryDetails/{categoryId}',
    zh: '分类详情',
    en: 'Category details',
    parent: 'categories',
    hidden: true,
    ...shop,
    reads: [],
    acts: ['goods.category.write', 'goods.item.write'],
    demo: 'categories?size=1&search=type:normal',
  },
  {
    name: 'items',
    zh: '商品列表',
    en: 'Goods',
    also: ['商品', '非油品', 'Items', 'Articles', 'Shop goods'],
    ...shop,
    reads: [],
    acts: ['goods.item.write', 'goods.stock.read', 'goods.stock.write', 'goods.cost.read', 'goods.cost.write', 'supply.supplier.read'],
  },
  {
    name: 'import',
    zh: '商品导入',
    en: 'Import goods',
    also: ['批量导入商品', 'Goods import'],
    ...shop,
    roles: master,
    reads: ['goods.import.read'],
    acts: ['goods.import.write'],
  },
  {
    name: 'itemImportResult',
    zh: '商品导入结果',
    en: 'Goods import results',
    parent: 'import',
    hidden: true,
    ...shop,
    roles: master,
    reads: ['goods.import.read'],
    acts: ['goods.import.write'],
  },
] as const satisfies Pages

export const actions = {
  'category.takeItems': { zh: '移入商品', en: 'Moved goods into a category' },
  'category.moveItems': { zh: '移出分类的全部商品', en: 'Moved all goods of a category' },
  'item.copy': { zh: '复制商品到油站', en: 'Copied goods to a station' },
  'goods.receive': { zh: '商品入库', en: 'Received goods' },
  'goods.move': { zh: '商品调拨', en: 'Moved goods to another station' },
  'goods.writeOff': { zh: '商品报损', en: 'Wrote goods off' },
  'goods.reverse': { zh: '冲销商品单据', en: 'Reversed a document of goods' },
  'goods.count': { zh: '开始盘点', en: 'Began a stocktake' },
  'goods.countCancel': { zh: '放弃盘点', en: 'Cancelled a stocktake' },
  'goods.stocktake': { zh: '盘点过账', en: 'Booked a stocktake' },
  'goods.price': { zh: '录入商品进价', en: 'Entered purchase prices of goods' },
  'item.import.check': { zh: '检查商品导入文件', en: 'Checked a file of goods' },
  'item.import': { zh: '导入商品', en: 'Imported goods' },
} as const satisfies Actions
