import { Alert, Button, Modal } from 'antd'
import { useState, useSyncExternalStore } from 'react'
import { useSession } from '../../core/session.ts'
import { t } from '../../i18n/index.ts'
import { queryText } from '../../kit/page/address.ts'

const watchLine = (changed: () => void) => {
  addEventListener('online', changed)
  addEventListener('offline', changed)
  return () => {
    removeEventListener('online', changed)
    removeEventListener('offline', changed)
  }
}
const isLocal = () => ['localhost', '127.0.0.1', '[::1]'].includes(location.hostname)

/** What everyone must know at once: no line to the server, an unprotected line, a sign-in that has ended. */
export function Notices() {
  const online = useSyncExternalStore(watchLine, () => navigator.onLine)
  const [read, setRead] = useState(() => sessionStorage.getItem('smartPlainRead') === '1')
  const plain = location.protocol === 'http:' && !isLocal() && !read
  const close = () => {
    sessionStorage.setItem('smartPlainRead', '1')
    setRead(true)
  }
  return (
    <div aria-live="polite" className="notices">
      {!online && <Alert banner type="error" title={t('shell.offline')} />}
      {plain && <Alert banner type="warning" title={t('shell.plainHttp')} closable={{ onClose: close, 'aria-label': t('shell.close') }} />}
      <Expired />
    </div>
  )
}

/** The page stays readable behind it; the only way on is a new sign-in, which leads back here. @source spec 0 §4 "Token", §8 */
function Expired() {
  const expired = useSession(state => state.expired)
  const again = () => location.assign(`/login${queryText({ redirect: location.pathname + location.search })}`)
  return (
    <Modal
      open={expired}
      closable={false}
      keyboard={false}
      mask={{ closable: false }}
      width={420}
      title={t('shell.expiredTitle')}
      footer={
        <Button type="primary" autoFocus onClick={again}>
          {t('shell.signInAgain')}
        </Button>
      }>
      <p role="alert">{t('error.expired')}</p>
    </Modal>
  )
}
