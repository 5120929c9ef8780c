import { users } from '@forecourt/contract'
import { useState } from 'react'
import { call } from '../../core/api.ts'
import { t } from '../../i18n/index.ts'
import { Alert, Button, Input } from '../../kit/ui.ts'
import './invitation.css'

/** The code of an invitation link, which stands behind the # of its address. */
export const invitationCode = (hash: string): string | undefined => /^#invitation=([\w-]+)$/.exec(hash)?.[1]

/** Whoever was invited sets a password, and signs in with it. */
export function InvitationForm({ code, onDone }: { code: string; onDone: () => void }) {
  const [password, setPassword] = useState('')
  const [repeat, setRepeat] = useState('')
  const [error, setError] = useState<string>()
  const [name, setName] = useState<string>()
  const [busy, setBusy] = useState(false)

  const submit = async () => {
    const fault = password.length < 8 ? 'short' : password !== repeat ? 'differ' : undefined
    if (fault) return setError(t(`invitation.${fault}`))
    setBusy(true)
    setError(undefined)
    try {
      setName((await call(users.accept, { body: { code, password } })).name)
    } catch (refused) {
      setError((refused as Error).message)
    } finally {
      setBusy(false)
    }
  }
  if (name !== undefined) {
    return (
      <div className="invitation">
        <Alert type="success" showIcon title={t('invitation.done', { name })} />
        <Button type="primary" size="large" block onClick={onDone}>
          {t('invitation.signIn')}
        </Button>
      </div>
    )
  }
  return (
    <form
      className="invitation"
      noValidate
      onSubmit={event => {
        event.preventDefault()
        void submit()
      }}>
      <p>{t('invitation.help')}</p>
      <div role="alert">{error && <Alert type="error" showIcon title={error} />}</div>
      <label htmlFor="invitation-password">{t('invitation.password')}</label>
      <Input.Password
        id="invitation-password"
        autoFocus
        size="large"
        autoComplete="new-password"
        maxLength={128}
        value={password}
        onChange={event => setPassword(event.target.value)}
      />
      <label htmlFor="invitation-repeat">{t('invitation.repeat')}</label>
      <Input.Password
        id="invitation-repeat"
        size="large"
        autoComplete="new-password"
        maxLength={128}
        value={repeat}
        onChange={event => setRepeat(event.target.value)}
      />
      <Button type="primary" htmlType="submit" size="large" block loading={busy}>
        {t('invitation.submit')}
      </Button>
    </form>
  )
}
