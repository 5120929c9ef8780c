import { lastTwentyFourHours, presetDays, presets, type Preset } from '../../core/periods.ts'
import { addDays, type Day } from '../../core/time.ts'

/** First and last day, both included, `YYYY-MM-DD`; with hours `YYYY-MM-DD HH:mm:ss`. Either end may be open. */
export interface Period {
  readonly from?: string
  readonly to?: string
}

/** A range that is no number of days: of orders, not of daily figures. */
export const lastHours = 'last24Hours'
const moment = /^\d{4}-\d\d-\d\d( \d\d:\d\d(:\d\d)?)?$/
export const isPreset = (raw: string): raw is Preset => (presets as readonly string[]).includes(raw)

/** An address can be typed by hand: a day that no month has is none. */
function isMoment(text: string): boolean {
  const [year, month, day] = text.slice(0, 10).split('-').map(Number) as [number, number, number]
  return moment.test(text) && month >= 1 && month <= 12 && day >= 1 && day <= Temporal.PlainYearMonth.from({ year, month }).daysInMonth
}

/** What the address says: a preset's name, which means another day tomorrow, or two ends around `..`. Anything else is no period. */
export function readPeriod(raw: string, today: Day): Period | undefined {
  if (isPreset(raw)) return presetDays(raw, today)
  if (raw === lastHours) {
    const hours = lastTwentyFourHours()
    return { from: `${hours[0]}:00:00`, to: `${hours.at(-1)}:59:59` }
  }
  const [from = '', to = '', more] = raw.split('..')
  if (more !== undefined || !raw.includes('..')) return undefined
  const ends = { ...(isMoment(from) && { from }), ...(isMoment(to) && { to }) }
  return ends.from || ends.to ? ends : undefined
}

/** The shortest thing that says the same: a preset when the days are exactly a preset's. */
export function writePeriod({ from = '', to = '' }: Period, today: Day): string {
  const preset = presets.find(name => {
    const its = presetDays(name, today)
    return its.from === from && its.to === to
  })
  return preset ?? `${from}..${to}`
}

/** Whether a period reaches back more than a year, and so into the history; one without a beginning does. @source decision O19 */
export const reachesHistory = ({ from }: Period, today: Day): boolean => from === undefined || from.slice(0, 10) < addDays(today, -365)
