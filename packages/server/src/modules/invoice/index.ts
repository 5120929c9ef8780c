import type { Module } from '../../platform/module.ts'
import { copyDefaults, defaultTaxHandlers } from './default-tax.ts'
import { titlesOfDemo } from './demo.ts'
import { sellerHandlers } from './seller.ts'
import { taxHandlers } from './tax.ts'

/** In whose name stations issue invoices, and at which rates. */
export const invoice = {
  name: 'invoice',
  handlers: [...sellerHandlers, ...taxHandlers, ...defaultTaxHandlers],
  /** It begins with the default rates of its company. */
  stationAdded: (ctx, { id, companyId }) => copyDefaults(ctx, companyId, id),
  demo: titlesOfDemo,
} satisfies Module
