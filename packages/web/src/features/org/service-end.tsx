import { dayStart, time, today } from '../../core/time.ts'
import { t } from '../../i18n/index.ts'

/** The end of the paid service; what is near it, or past it, wants a decision. @source spec 0 §4 "Service expiry" */
export function ServiceEnd({ until, notifyDays }: { until: string | null; notifyDays: number }) {
  if (until === null) return t('stationPage.indefinite')
  const days = Math.ceil((Date.parse(until) - Date.parse(dayStart(today()))) / 86_400_000)
  if (days > notifyDays) return time(until, 'day')
  return (
    <>
      {time(until, 'day')}{' '}
      <span className={`k-tag k-${days > 0 ? 'wait' : 'bad'}`}>
        {days > 0 ? t('stationPage.inDays', { count: days }) : t('stationPage.expired')}
      </span>
    </>
  )
}
