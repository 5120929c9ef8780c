import type { Module } from '../../platform/module.ts'
import { receivedInDemo } from './demo.ts'
import { receivingHandlers } from './receiving.ts'

/** Coupons that customers take themselves, through the devices of their company. */
export const receiving = {
  name: 'receiving',
  handlers: receivingHandlers,
  demo: receivedInDemo,
} satisfies Module
