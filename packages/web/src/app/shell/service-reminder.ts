import { useEffect } from 'react'
import { daysLeft, serviceWords } from '../../core/service.ts'
import { useSession, type AtStation } from '../../core/session.ts'
import { t } from '../../i18n/index.ts'
import { dialogs, sayPlainly } from '../../kit/feedback/dialogs.ts'

/** @source spec 0 §9 */
export const remindAfterMs = 5000

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
