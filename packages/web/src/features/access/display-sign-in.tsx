import { displays, type Returned } from '@forecourt/contract'
import { useState } from 'react'
import { call } from '../../core/api.ts'
import { t } from '../../i18n/index.ts'
import { Alert, Button, Input } from '../../kit/ui.ts'
import './invitation.css'

interface DisplaySignInProps {
  /** The sign-in of the screen, to be entered with. @throws Error what keeps it from showing anything */
  onPaired: (opened: Returned<typeof displays.pair>) => Promise<void>
  onBack: () => void
}

/** A screen on a wall is signed in by the code that was made for it on the data screen of somebody who may. @source decisions.md O10 */
export default function DisplaySignIn({ onPaired, onBack }: DisplaySignInProps) {
  const [code, setCode] = useState('')
  const [error, setError] = useState<string>()
  const [busy, setBusy] = useState(false)
  const submit = async () => {
    setBusy(true)
    setError(undefined)
    try {
      await onPaired(await call(displays.pair, { body: { code } }, { quiet: true }))
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
