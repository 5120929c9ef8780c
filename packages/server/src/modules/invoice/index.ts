import type { Module } from '../../platform/module.ts'
import { copyDefaults, defaultTaxHandlers } from './default-tax.ts'
import { titlesOfDemo } from './demo.ts'
import { orderInvoiceableHandlers } from './order-invoiceable.ts'
import { sellerHandlers } from './seller.ts'
import { taxHandlers } from './tax.ts'

/** In whose name stations issue invoices, at which rates, and what of an order may be invoiced. */
export const invoice = {
  name: 'invoice',
  handlers: [...sellerHandlers, ...taxHandlers, ...defaultTaxHandlers, ...orderInvoiceableHandlers],
  /** It begins with the default rates of its company. */
  stationAdded: (ctx, { id, companyId }) => copyDefaults(ctx, companyId, id),
  demo: titlesOfDemo,
} satisfies Module
