import { memberNotices } from '@forecourt/contract'
import { useState } from 'react'
import { call } from '../../core/api.ts'
import { t } from '../../i18n/index.ts'
import { Alert, Button } from '../../kit/ui.ts'

/** Somebody who was told of an offer ends that, without signing in. It takes a press: a link alone is opened by many a machine. */
export default function StopNoticesForm({ code }: { code: string }) {
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string>()
  const [company, setCompany] = useState<string>()
  const stop = async () => {
    setBusy(true)
    setError(undefined)
    try {
      setCompany((await call(memberNotices.stop, { body: { code } })).company)
    } catch (refused) {
      setError((refused as Error).message)
    } finally {
      setBusy(false)
    }
  }
  if (company !== undefined) return <Alert type="success" showIcon title={t('stopNotices.done', { company })} />
  return (
    <>
      <p>{t('stopNotices.help')}</p>
      <div role="alert">{error && <Alert type="error" showIcon title={error} />}</div>
      <Button type="primary" size="large" block loading={busy} onClick={() => void stop()}>
        {t('stopNotices.stop')}
      </Button>
    </>
  )
}
