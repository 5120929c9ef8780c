import { dayOf, startOf } from '../shift/index.ts'

/** A month by the calendar of a company, and the instants between which it lies. */
export interface Period {
  readonly companyId: number
  readonly zone: string
  /** Its first day. */
  readonly month: string
  readonly lastDay: string
  readonly from: Date
  /** The first instant of the next one. */
  readonly to: Date
}

const monthAfter = (month: string, months: number): string => Temporal.PlainDate.from(month).with({ day: 1 }).add({ months }).toString()

export function periodOf(company: { companyId: number; zone: string }, day: string): Period {
  const [month, next] = [monthAfter(day, 0), monthAfter(day, 1)]
  const lastDay = Temporal.PlainDate.from(next).subtract({ days: 1 }).toString()
  return { ...company, month, lastDay, from: startOf(month, company.zone), to: startOf(next, company.zone) }
}

export const nextMonth = (month: string): string => monthAfter(month, 1)
/** The last month that is over. */
export const monthBefore = (now: Date, zone: string): string => monthAfter(dayOf(now, zone), -1)
