import type { Module } from '../../platform/module.ts'
import { categoryHandlers } from './category.ts'
import { itemHandlers } from './item.ts'

export { relabelFuel, shelveFuels, type Fuel } from './fuel-shelf.ts'

export const goods = { name: 'goods', handlers: [...categoryHandlers, ...itemHandlers] } satisfies Module
