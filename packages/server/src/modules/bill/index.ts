import { fleetBillCards, fleetBillLines, fleetBills } from '@forecourt/contract'
import { crud } from '../../platform/execution/crud.ts'
import type { Module } from '../../platform/module.ts'
import { agreementHandlers } from './agreements.ts'
import { billHandlers } from './bills.ts'
import { firstBill } from './demo.ts'
import { billInvariants } from './invariants.ts'
import { askForBills, prepareTask } from './task.ts'

/** Agreements with fleets, and the bills of their months. */
export const bill = {
  name: 'bill',
  handlers: [...agreementHandlers, ...crud(fleetBills), ...billHandlers, ...crud(fleetBillLines), ...crud(fleetBillCards)],
  tasks: [prepareTask],
  maintenance: [askForBills],
  invariants: billInvariants,
  demo: firstBill,
} satisfies Module
