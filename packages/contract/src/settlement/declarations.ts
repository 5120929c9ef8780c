import type { Actions, Permissions } from '../declaration.ts'
import { leaders, master } from '../role-sets.ts'

/** Settled shifts and days. */
export const permissions = {
  'settlement.classSettle.read': { roles: [...leaders, 'station_bill', 'company_group'], zh: '查看班结报表', en: 'View shift reports' },
  'settlement.close': { roles: leaders, zh: '班结', en: 'Close and settle a shift' },
  'settlement.daySettle.read': { roles: [...leaders, 'station_bill', 'company_group'], zh: '查看日结报表', en: 'View daily reports' },
  'settlement.settleDay': { roles: leaders, zh: '日结', en: 'Settle a day' },
  /** Words beside a difference; they change no figure. */
  'settlement.explain': { roles: master, zh: '说明差异原因', en: 'Explain differences' },
} as const satisfies Permissions

export const actions = {
  'shift.clockChecked': { zh: '时钟异常期间班结，已核对时间', en: 'Closed a shift during a clock fault, time compared' },
  'shift.settle': { zh: '班结', en: 'Settled a shift' },
  'day.settle': { zh: '日结', en: 'Settled a day' },
  'settlement.explain': { zh: '说明差异原因', en: 'Explained a difference' },
} as const satisfies Actions
