import type { Module } from '../../platform/module.ts'
import { authoriseHandlers } from './authorise.ts'
import { cardPreviewHandlers } from './card-preview.ts'
import { clockInvariants } from './clock-invariants.ts'
import { findOrders } from './command-source.ts'
import { rollUpSaleCoupons } from './coupon-give.ts'
import { giftsOfDemo } from './demo-gifts.ts'
import { rareOfDemo } from './demo-payments.ts'
import { holdsOfDemo } from './demo.ts'
import { orderColumns } from './export-columns.ts'
import { usedCouponInvariants } from './coupon-invariants.ts'
import { giftInvariants } from './gift-invariants.ts'
import { soldGoodsInvariants } from './goods-invariants.ts'
import { orderInvariants } from './invariants.ts'
import { refundsOfShift } from './settlement-source.ts'
import { clockFaultHandlers } from './clock-faults.ts'
import { gapHandlers } from './device-gap.ts'
import { hourHandlers } from './hours.ts'
import { intakeHandlers } from './intake.ts'
import { manualHandlers } from './manual.ts'
import { ownSalesHandlers } from './own-sales.ts'
import { freeHandlers } from './free.ts'
import { paymentHandlers } from './payment.ts'
import { pointsPayHandlers } from './points-pay.ts'
import { previewHandlers } from './preview.ts'
import { seePrices } from './price-seen.ts'
import { readHandlers } from './reads.ts'
import { rollUpReckonings } from './reckon-charged.ts'
import { refundHandlers } from './refund.ts'
import { releaseCauseHandlers } from './release-cause.ts'
import { simulatedHandlers } from './simulated.ts'
import { stuckHandlers } from './stuck-fuelling.ts'
import { statusHandlers, tasks } from './change-status.ts'
import { unpaidByStationHandlers } from './unpaid-by-station.ts'

export { afterAllSales } from './after-all-sales.ts'
export { takePastSales, type PastSale } from './past.ts'

export const order = {
  name: 'order',
  handlers: [
    ...intakeHandlers,
    ...paymentHandlers,
    ...pointsPayHandlers,
    ...freeHandlers,
    ...authoriseHandlers,
    ...cardPreviewHandlers,
    ...manualHandlers,
    ...previewHandlers,
    ...simulatedHandlers,
    ...refundHandlers,
    ...statusHandlers,
    ...stuckHandlers,
    ...releaseCauseHandlers,
    ...gapHandlers,
    ...clockFaultHandlers,
    ...hourHandlers,
    ...ownSalesHandlers,
    ...unpaidByStationHandlers,
    ...readHandlers,
  ],
  tasks,
  rollups: [rollUpSaleCoupons, rollUpReckonings],
  watches: [seePrices],
  invariants: [...orderInvariants, ...soldGoodsInvariants, ...giftInvariants, ...usedCouponInvariants, ...clockInvariants],
  settlementSources: [refundsOfShift],
  exportColumns: { orders: () => ({ columns: orderColumns }) },
  commandSources: { orders: findOrders },
  demo: stage => [...holdsOfDemo(stage), ...giftsOfDemo(stage), ...rareOfDemo(stage)],
} satisfies Module
