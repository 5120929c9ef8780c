import { Button } from 'antd'
import { useEffect, useEffectEvent, useState } from 'react'
import { probeConnectivity, useConnectivity } from '../core/connectivity.ts'
import { whyMissing, type WhyMissing } from '../core/missing-code.ts'
import { t } from '../i18n/index.ts'
import { DeadEnd } from './session/dead-end.tsx'

/**
 * Stands where a page should be whose code did not come. Without a network, or without an answer from the server, it waits and opens the
 * page by itself; only pages of another build are called an update.
 */
export function MissingCode({ retry, goHome }: { retry: () => void; goHome: () => void }) {
  const [why, setWhy] = useState<WhyMissing>()
  const down = useConnectivity(state => state.down)
  const waits = why === 'offline' || why === 'unanswered'
  const again = useEffectEvent(retry)
  useEffect(() => {
    let left = false
    void whyMissing().then(found => !left && setWhy(found))
    return () => {
      left = true
    }
  }, [])
  useEffect(() => (waits ? probeConnectivity() : undefined), [waits])
  useEffect(() => {
    if (waits && !down) again()
  }, [waits, down])
  if (why === undefined) return null
  if (why === 'outdated') {
    return <DeadEnd title={t('shell.newVersion')} help={t('shell.newVersionHelp')} action={t('shell.reload')} onAction={reload} />
  }
  return (
    <DeadEnd
      title={t(`shell.notLoaded_${why}`)}
      help={t(waits ? 'shell.notLoadedWaits' : 'shell.notLoadedHelp')}
      action={t('shell.retry')}
      onAction={retry}
      more={waits ? <Button onClick={goHome}>{t('shell.backHome')}</Button> : <Button onClick={reload}>{t('shell.reload')}</Button>}
    />
  )
}

const reload = () => location.reload()
