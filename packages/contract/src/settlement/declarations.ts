import type { Actions, Pages, Permissions } from '../declaration.ts'
import { leaders, master, settlementReaders } from '../role-sets.ts'

/** Settled shifts and days. */
export const permissions = {
  'settlement.classSettle.read': { roles: [...leaders, 'station_bill', 'company_group'], zh: '查看班结报表', en: 'View shift reports' },
  'settlement.close': { roles: leaders, zh: '班结', en: 'Close and settle a shift' },
  'settlement.daySettle.read': { roles: [...leaders, 'station_bill', 'company_group'], zh: '查看日结报表', en: 'View daily reports' },
  'settlement.settleDay': { roles: leaders, zh: '日结', en: 'Settle a day' },
  /** Words beside a difference; they change no figure. */
  'settlement.explain': { roles: master, zh: '说明差异原因', en: 'Explain differences' },
} as const satisfies Permissions

const settlement = { section: 'queryStatistics', level: 'station', roles: settlementReaders } as const
export const pages = [
  {
    name: 'classSettle',
    after: 'consumeStatistic',
    zh: '班结报表',
    en: 'Shift reports',
    also: ['Shift report'],
    ...settlement,
    reads: ['settlement.classSettle.read'],
    acts: ['settlement.close', 'shift.start'],
  },
  {
    name: 'classSettleDetails',
    path: '/queryStatistics/classSettleDetails/{classSettleId}',
    zh: '班结详情',
    en: 'Shift report details',
    parent: 'classSettle',
    hidden: true,
    ...settlement,
    reads: ['settlement.classSettle.read'],
    acts: ['settlement.explain'],
    demo: 'classSettles?size=1',
  },
  {
    name: 'printClassSettle',
    path: '/printClassSettle/{classSettleId}',
    zh: '班结单打印',
    en: 'Print shift settlement',
    parent: 'classSettle',
    hidden: true,
    bare: true,
    ...settlement,
    reads: ['settlement.classSettle.read'],
    demo: 'classSettles?size=1',
  },
  {
    name: 'daySettle',
    zh: '日结报表',
    en: 'Daily reports',
    also: ['Daily report'],
    ...settlement,
    reads: ['settlement.daySettle.read'],
    acts: ['settlement.settleDay'],
  },
  {
    name: 'daySettleDetails',
    path: '/queryStatistics/daySettleDetails/{daySettleId}',
    zh: '日结详情',
    en: 'Daily report details',
    parent: 'daySettle',
    hidden: true,
    ...settlement,
    reads: ['settlement.daySettle.read'],
    acts: ['settlement.explain'],
    demo: 'daySettles?size=1',
  },
  {
    name: 'printDaySettle',
    path: '/printDaySettle/{daySettleId}',
    zh: '日结单打印',
    en: 'Print daily settlement',
    parent: 'daySettle',
    hidden: true,
    bare: true,
    ...settlement,
    reads: ['settlement.daySettle.read'],
    demo: 'daySettles?size=1',
  },
] as const satisfies Pages

export const actions = {
  'shift.clockChecked': { zh: '时钟异常期间班结，已核对时间', en: 'Closed a shift during a clock fault, time compared' },
  'shift.settle': { zh: '班结', en: 'Settled a shift' },
  'day.settle': { zh: '日结', en: 'Settled a day' },
  'settlement.explain': { zh: '说明差异原因', en: 'Explained a difference' },
} as const satisfies Actions
