import type { Module } from '../../platform/module.ts'
import { supplyOfDemo } from './demo.ts'
import { depotBook } from './depot-book.ts'
import { depotColumns, truckColumns } from './export-columns.ts'
import { depotTransferHandlers } from './depot-transfer.ts'
import { depotHandlers } from './depot.ts'
import { loadHabits } from './habits.ts'
import { purchaseCorrectionHandlers } from './purchase-correction.ts'
import { purchaseImport } from './purchase-import.ts'
import { purchaseHandlers } from './purchase.ts'
import { supplierHandlers } from './supplier.ts'
import { transportOfDemo } from './transport-demo.ts'
import { transportInvariants } from './transport-invariants.ts'
import { transportHandlers } from './transport.ts'
import { truckHandlers } from './truck.ts'

export { fuelSuppliers, litresOfWeight, takePastPurchases, type PastPurchase } from './past-purchase.ts'

/** Supply: suppliers, depots, contracts, and what fuel costs. */
export const supply = {
  name: 'supply',
  handlers: [
    ...supplierHandlers,
    ...truckHandlers,
    ...depotHandlers,
    depotBook,
    ...depotTransferHandlers,
    ...purchaseHandlers,
    purchaseImport,
    ...purchaseCorrectionHandlers,
    ...transportHandlers,
  ],
  exportColumns: { depots: () => ({ columns: depotColumns }), trucks: () => ({ columns: truckColumns }) },
  invariants: transportInvariants,
  demo: stage => [...supplyOfDemo(stage), ...transportOfDemo(stage)],
  simulation: [loadHabits],
} satisfies Module
