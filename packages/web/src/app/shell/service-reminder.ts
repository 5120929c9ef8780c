import { App } from 'antd'
import { useEffect } from 'react'
import { useSession } from '../../core/session.ts'
import { time } from '../../core/time.ts'
import { t } from '../../i18n/index.ts'

/** @source spec 0 §9 */
export const remindAfterMs = 5000

/** Whole days that the service still lasts, the last one begun counted; none when it is indefinite. @source decisions.md C12 */
export const daysLeft = (endTime: string | null, now: number): number | undefined =>
  endTime === null ? undefined : Math.ceil((Date.parse(endTime) - now) / 86_400_000)

/** Says, a while after a station was selected, that its service ends. @source spec 0 §4 "Service-expiry reminder" */
export function useServiceReminder(): void {
  const { notification } = App.useApp()
  const station = useSession(({ atStation }) => atStation)
  useEffect(() => {
    if (!station) return
    const left = daysLeft(station.endTime, Date.now())
    if (left === undefined || left > station.notifyDays) return
    const timer = setTimeout(
      () =>
        notification.warning({
          key: 'service',
          placement: 'bottomRight',
          duration: 0,
          title: t(left > 0 ? 'shell.serviceDue' : 'shell.serviceOver'),
          description: t('shell.serviceUntil', { station: station.name, date: time(station.endTime, 'day') }),
        }),
      remindAfterMs,
    )
    return () => clearTimeout(timer)
  }, [station, notification])
}
