import { users } from '@forecourt/contract'
import { useState } from 'react'
import { call } from '../../core/api.ts'
import { t } from '../../i18n/index.ts'
import { Alert, Button, Input } from '../../kit/ui.ts'
import './invitation.css'

/** What was typed twice, on its way to the server. */
function useInvitation(code: string) {
  const [password, setPassword] = useState('')
  const [repeat, setRepeat] = useState('')
  const [error, setError] = useState<string>()
  const [name, setName] = useState<string>()
  const [busy, setBusy] = useState(false)
  const submit = async () => {
    const fault = password.length < 8 ? 'short' : password === repeat ? undefined : 'differ'
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
  return { password, setPassword, repeat, setRepeat, error, name, busy, submit }
}

/** The user who was invited sets a password, and signs in with it. */
export default function InvitationForm({ code, onDone }: { code: string; onDone: () => void }) {
  const { password, setPassword, repeat, setRepeat, error, name, busy, submit } = useInvitation(code)
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
      <NewPassword id="invitation-password" label={t('invitation.password')} value={password} onChange={setPassword} />
      <NewPassword id="invitation-repeat" label={t('invitation.repeat')} value={repeat} onChange={setRepeat} />
      <Button type="primary" htmlType="submit" size="large" block loading={busy}>
        {t('invitation.submit')}
      </Button>
    </form>
  )
}

interface NewPasswordProps {
  id: string
  label: string
  value: string
  onChange: (typed: string) => void
}

function NewPassword({ id, label, value, onChange }: NewPasswordProps) {
  return (
    <>
      <label htmlFor={id}>{label}</label>
      <Input.Password
        id={id}
        size="large"
        autoComplete="new-password"
        maxLength={128}
        value={value}
        onChange={event => onChange(event.target.value)}
      />
    </>
  )
}
