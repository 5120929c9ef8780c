import { useEffect } from 'react'
import { useSession, type AtStation } from '../../core/session.ts'
import { time } from '../../core/time.ts'
import { t } from '../../i18n/index.ts'
import { dialogs, sayPlainly } from '../../kit/feedback/dialogs.ts'

/** @source spec 0 §9 */
export const remindAfterMs = 5000

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

async function remind(station: AtStation, words: string): Promise<void> {
  const ready = await dialogs().catch(() => undefined)
  if (!ready) return sayPlainly(t('service.renew', { station: station.name, words }))
  ready.notification.warning({
    key: 'service',
    placement: 'bottomRight',
    duration: 0,
    title: t(daysLeft(station, Date.now())! > 0 ? 'service.due' : 'service.ended'),
    description: t('service.renew', { station: station.name, words }),
  })
}

/** Says, a while after a station was selected, that its service ends. @source spec 0 §4 "Service-expiry reminder" */
export function useServiceReminder(): void {
  const station = useSession(({ atStation }) => atStation)
  useEffect(() => {
    const words = station && serviceWords(station)
    if (!words) return
    const timer = setTimeout(() => void remind(station, words), remindAfterMs)
    return () => {
      clearTimeout(timer)
      void dialogs().then(
        ({ notification }) => notification.destroy('service'),
        () => undefined,
      )
    }
  }, [station])
}
