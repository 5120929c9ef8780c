import { categoryHandlers } from './category.ts'
import { itemHandlers } from './item.ts'

export { relabelFuel, shelveFuels } from './fuel-shelf.ts'

export const handlers = [...categoryHandlers, ...itemHandlers]
