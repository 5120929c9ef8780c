import { daySettles, monthReports } from '@forecourt/contract'
import { crud } from '../../platform/execution/crud.ts'
import type { Module } from '../../platform/module.ts'
import { settlementInvariants } from './invariants.ts'
import { close, preview } from './close.ts'
import * as day from './day.ts'
import * as dayForesee from './day-foresee.ts'
import { get } from './day-reads.ts'
import { differenceHandlers } from './differences.ts'
import { dueByStation } from './due-by-station.ts'
import { foresee } from './foresee.ts'
import { lossHandlers } from './loss-causes.ts'
import { meterEventHandlers } from './meter-event.ts'
import { tankBookInvariants } from './tank-book-invariants.ts'
import { readHandlers } from './reads.ts'

export const settlement = {
  name: 'settlement',
  handlers: [
    ...readHandlers,
    preview,
    foresee,
    close,
    ...crud(daySettles, ['list', 'totals']),
    ...crud(monthReports),
    dayForesee.due,
    dueByStation,
    day.preview,
    dayForesee.foresee,
    get,
    day.settle,
    ...differenceHandlers,
    ...meterEventHandlers,
    ...lossHandlers,
  ],
  invariants: [...settlementInvariants, ...tankBookInvariants],
} satisfies Module
