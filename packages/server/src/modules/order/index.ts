import { cardPreviewHandlers } from './card-preview.ts'
import { clockFaultHandlers } from './clock-faults.ts'
import { gapHandlers } from './device-gap.ts'
import { hourHandlers } from './hours.ts'
import { intakeHandlers } from './intake.ts'
import { manualHandlers } from './manual.ts'
import { ownSalesHandlers } from './own-sales.ts'
import { paymentHandlers } from './payment.ts'
import { previewHandlers } from './preview.ts'
import { readHandlers } from './reads.ts'
import { refundHandlers } from './refund.ts'
import { standingHandlers } from './standing.ts'
import { unpaidByStationHandlers } from './unpaid-by-station.ts'

export { orderColumns } from './out.ts'
export { tasks } from './standing.ts'
export { takePastSales, type PastSale } from './past.ts'

export const handlers = [
  ...intakeHandlers,
  ...paymentHandlers,
  ...cardPreviewHandlers,
  ...manualHandlers,
  ...previewHandlers,
  ...refundHandlers,
  ...standingHandlers,
  ...gapHandlers,
  ...clockFaultHandlers,
  ...hourHandlers,
  ...ownSalesHandlers,
  ...unpaidByStationHandlers,
  ...readHandlers,
]
