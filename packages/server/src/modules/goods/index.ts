import { goodsCosts, goodsDocumentLines, goodsDocuments, goodsMoves, goodsValues } from '@forecourt/contract'
import { crud } from '../../platform/execution/crud.ts'
import type { Module } from '../../platform/module.ts'
import { categoryHandlers } from './category.ts'
import { costHandlers } from './cost.ts'
import { goodsOfDemo } from './demo.ts'
import { shelfHabits } from './habits.ts'
import { goodsInvariants } from './invariants.ts'
import { itemHandlers } from './item.ts'
import { stockActHandlers } from './stock-acts.ts'
import { stocktakeHandlers } from './stocktake.ts'

export { addGoods, bringGoods } from './bring.ts'
export { relabelFuel, shelveFuels, type Fuel } from './fuel-shelf.ts'
export { changeShelves, openShelf, takeFromShelves } from './shelf.ts'

export const goods = {
  name: 'goods',
  handlers: [
    ...categoryHandlers,
    ...itemHandlers,
    ...stockActHandlers,
    ...stocktakeHandlers,
    ...costHandlers,
    ...crud(goodsDocuments),
    ...crud(goodsDocumentLines),
    ...crud(goodsMoves),
    ...crud(goodsCosts),
    ...crud(goodsValues),
  ],
  invariants: goodsInvariants,
  demo: goodsOfDemo,
  simulation: [shelfHabits],
} satisfies Module
