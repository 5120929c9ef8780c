import { monthDays, previousTwelveMonths } from '../core/periods.ts'
import { today, type Days } from '../core/time.ts'
import { locale } from '../i18n/index.ts'
import { readPeriod } from './list/period.ts'

/** The whole days that a bar's value stands for, in the station's zone; undefined where an end is open or lies within a day. */
export function daysOfPeriod(value: string, now = today()): Days | undefined {
  const { from, to } = readPeriod(value, now) ?? {}
  return from?.length === 10 && to?.length === 10 ? { from, to } : undefined
}

/** The month that a value stands for, if it is one of the previous twelve. */
export const monthOf = (value: string): string | undefined =>
  previousTwelveMonths().find(month => {
    const [its, days] = [monthDays(month), daysOfPeriod(value)]
    return days?.from === its.from && days.to === its.to
  })
export const monthWords = (month: string): string =>
  new Intl.DateTimeFormat(locale(), { year: 'numeric', month: 'long', timeZone: 'UTC' }).format(new Date(`${month}-01T00:00:00Z`))
