import type { AtStation } from './session.ts'
import { time } from './time.ts'
import { t } from '../i18n/index.ts'

/** When the service of a station ends: its hard stop, or the end that was paid for, whichever comes first. @source decisions.md C12 */
const endOf = ({ endTime, expireTime }: Pick<AtStation, 'endTime' | 'expireTime'>): string | undefined =>
  [endTime, expireTime].filter(end => end != null).toSorted((one, other) => Date.parse(one) - Date.parse(other))[0]

/** Whole days that the service still lasts, the last one begun counted; none when it is indefinite. @source decisions.md C12 */
export function daysLeft(station: Pick<AtStation, 'endTime' | 'expireTime'>, now: number): number | undefined {
  const end = endOf(station)
  return end === undefined ? undefined : Math.ceil((Date.parse(end) - now) / 86_400_000)
}

/** What is said of a station whose service ends within the days that it is to be reminded of; nothing of any other. */
export function serviceWords(station: AtStation, now = Date.now()): string | undefined {
  const left = daysLeft(station, now)
  if (left === undefined || left > station.notifyDays) return undefined
  const date = time(endOf(station), 'day', station.timeZone)
  return left > 0 ? t('service.daysLeft', { count: left, date }) : t('service.over', { date })
}
