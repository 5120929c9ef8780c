import { useQueryClient } from '@tanstack/react-query'
import { Alert, Button } from 'antd'
import { useEffect, useState } from 'react'
import { useDisk } from '../../core/disk.ts'
import { probeConnectivity, useConnectivity, watchConnectivity } from '../../core/connectivity.ts'
import { useNewer, watchNewer } from '../../core/newer.ts'
import { useSession } from '../../core/session.ts'
import { t } from '../../i18n/index.ts'
import { useIdle } from '../session/use-idle.ts'
import { later } from '../../kit/later.tsx'

const Expired = later(() => import('./expired.tsx'))

const isLocal = () => ['localhost', '127.0.0.1', '[::1]'].includes(location.hostname)

/**
 * What everyone must know at once: no line to the server, no room on its disk, an unprotected line, newer pages, a sign-in that has
 * ended.
 */
export function Notices() {
  useIdle()
  const expired = useSession(state => state.expired)
  const { down, back } = useConnectivity()
  const disk = useDisk(({ state }) => state)
  useEffect(watchConnectivity, [])
  useEffect(() => (down ? probeConnectivity() : undefined), [down])
  useReadAgain(back)
  const [read, setRead] = useState(() => sessionStorage.getItem('smartPlainRead') === '1')
  const plain = location.protocol === 'http:' && !isLocal() && !read
  const close = () => {
    sessionStorage.setItem('smartPlainRead', '1')
    setRead(true)
  }
  return (
    <div aria-live="polite" className="notices">
      {down && <Alert banner type="error" title={t('shell.offline')} />}
      {back && <Alert banner type="success" showIcon title={t('shell.online')} />}
      {disk === 'full' && <Alert banner type="error" title={t('shell.diskFull')} />}
      {disk === 'low' && <Alert banner type="warning" title={t('shell.diskLow')} />}
      {plain && <Alert banner type="warning" title={t('shell.plainHttp')} closable={{ onClose: close, 'aria-label': t('shell.close') }} />}
      <Newer />
      {expired && <Expired />}
    </div>
  )
}

/** What failed for want of a line is asked once more when it is there again. */
function useReadAgain(back: boolean) {
  const queries = useQueryClient()
  useEffect(() => {
    if (back) void queries.refetchQueries({ type: 'active', predicate: ({ state }) => state.status === 'error' || state.isInvalidated })
  }, [back, queries])
}

/** The server has newer pages: they are loaded when their reader says so. */
function Newer() {
  const { newer, later } = useNewer()
  useEffect(watchNewer, [])
  if (!newer || later) return null
  return (
    <Alert
      banner
      type="info"
      title={t('shell.newVersionBar')}
      action={
        <>
          <Button size="small" type="primary" onClick={() => location.reload()}>
            {t('shell.reload')}
          </Button>
          <Button size="small" type="text" onClick={() => useNewer.setState({ later: true })}>
            {t('shell.later')}
          </Button>
        </>
      }
    />
  )
}
