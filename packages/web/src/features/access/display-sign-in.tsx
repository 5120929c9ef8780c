import { displays } from '@forecourt/contract'
import { useState } from 'react'
import { enter } from '../../app/session/enter.ts'
import { call } from '../../core/api.ts'
import { keepClient } from '../../core/session.ts'
import { t } from '../../i18n/index.ts'
import { goTo } from '../../kit/page/history.ts'
import { Alert, Button, Input } from '../../kit/ui.ts'
import './invitation.css'

/** A screen on a wall is signed in by the code that was made for it on the data screen of somebody who may. @source decisions.md O10 */
export default function DisplaySignIn({ onBack }: { onBack: () => void }) {
  const [code, setCode] = useState('')
  const [error, setError] = useState<string>()
  const [busy, setBusy] = useState(false)
  const submit = async () => {
    setBusy(true)
    setError(undefined)
    try {
      const { token, expiration, stationId } = await call(displays.pair, { body: { code } })
      keepClient('web')
      await enter({ token, expiration }, stationId ?? undefined)
      goTo('/dataScreen')
    } catch (refused) {
      setError((refused as Error).message)
    } finally {
      setBusy(false)
    }
  }
  return (
    <form
      className="invitation"
      noValidate
      onSubmit={event => {
        event.preventDefault()
        void submit()
      }}>
      <p>{t('displaySignIn.help')}</p>
      <div role="alert">{error && <Alert type="error" showIcon title={error} />}</div>
      <label htmlFor="display-code">{t('displaySignIn.code')}</label>
      <Input
        id="display-code"
        className="display-code"
        size="large"
        autoFocus
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={12}
        placeholder="K7MP-2QXD"
        value={code}
        onChange={event => setCode(event.target.value)}
      />
      <Button type="primary" htmlType="submit" size="large" block loading={busy} disabled={!code.trim()}>
        {t('displaySignIn.submit')}
      </Button>
      <Button type="link" block onClick={onBack}>
        {t('displaySignIn.back')}
      </Button>
    </form>
  )
}
