import { Button, Modal } from 'antd'
import { t } from '../../i18n/index.ts'
import { queryText } from '../../kit/page/address.ts'

/** The page stays readable behind it; the only way on is a new sign-in, which leads back here. @source spec 0 §4 "Token", §8 */
export default function Expired() {
  const again = () => location.assign(`/login${queryText({ redirect: location.pathname + location.search })}`)
  return (
    <Modal
      open
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
