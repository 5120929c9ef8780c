import type { displays, Returned, sessions } from '@forecourt/contract'
import { Alert, Button, Form, Input } from 'antd'
import { useRef, useState } from 'react'
import { call } from '../../core/api.ts'
import { deviceId } from '../../core/device.ts'
import { sessionCalls } from '../../core/first-calls.ts'
import { loadAfter } from '../../core/load-code.ts'
import { safeTarget } from '../../core/redirect.ts'
import { keepClient, session } from '../../core/session.ts'
import { invitationCode } from '../../features/access/invitation-code.ts'
import { stopCode } from '../../features/notice/stop-code.ts'
import { t, wordsFor } from '../../i18n/index.ts'
import { usePage } from '../../kit/page/use-page.ts'
import { Mark } from '../shell/sidebar.tsx'
import { LanguageSelect } from '../shell/language-select.tsx'
import { isRestricted } from '../landing.ts'
import { wordsOf } from '../words.ts'
import { accountOf } from './account.ts'
import { enter } from './enter.ts'
import { useDeepLink } from './use-deep-link.ts'
import { later } from '../../kit/later.tsx'
import './login.css'
import { goTo } from '../../kit/page/history.ts'

/** What stands beside the form, and what few come to: the form is there before them. */
const Forecourt = later(() => import('./forecourt-drawing.tsx'))
const RoleChoice = later(async () => ({ default: (await import('./role-choice.tsx')).RoleChoice }))
const DisplaySignIn = later(() => loadAfter(wordsOf('login'), () => import('../../features/access/display-sign-in.tsx')))
const StopNoticesForm = later(() => import('../../features/notice/stop-notices-form.tsx'))
const InvitationForm = later(() => import('../../features/access/invitation-form.tsx'))

interface Typed {
  company: string
  account: string
  password: string
}
type SignedIn = Returned<typeof sessions.login>
const companyKey = 'smartCompany'

/** Company code, account and password; then, for who holds several roles, which one. @source spec 0 §4 "Login", §5, §6 */
export default function LoginPage() {
  const { search } = usePage()
  const signIn = useSignIn(search['redirect'], Number(search['stationId']) || undefined, search['notice'] === 'expired')
  const linked = useDeepLink(Number(search['stationId']) || undefined, signIn.setError)
  const [invitation, setInvitation] = useState(() => invitationCode(location.hash))
  const stop = stopCode(location.hash)
  const [display, setDisplay] = useState(() => location.hash === '#display')
  const endLink = () => {
    history.replaceState(history.state, '', location.pathname + location.search)
    setInvitation(undefined)
    setDisplay(false)
  }
  const title = titleOf({ stop, invitation, display, hasRoles: signIn.roles !== undefined })
  return (
    <div className="login">
      <div className="login-side" aria-hidden="true">
        <Forecourt />
      </div>
      <main className="login-main">
        <div className="login-language">
          <LanguageSelect named />
        </div>
        <div className="login-box">
          <header>
            <Mark />
            <span>{t('product')}</span>
          </header>
          <h1>{t(title)}</h1>
          <div role="alert">{signIn.error && <Alert type="error" showIcon title={signIn.error} />}</div>
          {stop ? (
            <StopNoticesForm code={stop} />
          ) : invitation ? (
            <InvitationForm code={invitation} onDone={endLink} />
          ) : display ? (
            <DisplaySignIn onPaired={enterDisplay} onBack={endLink} />
          ) : signIn.roles ? (
            <RoleChoice roles={signIn.roles} busy={signIn.busy} onChoose={signIn.choose} onBack={signIn.back} />
          ) : (
            <>
              <LoginForm busy={signIn.busy || linked} onSubmit={signIn.submit} onError={signIn.setError} />
              {wantsScreen(search['redirect']) && (
                <Button type="link" block onClick={() => setDisplay(true)}>
                  {t('login.display')}
                </Button>
              )}
            </>
          )}
        </div>
        {window.forecourt?.filingNumber && <footer>{window.forecourt.filingNumber}</footer>}
      </main>
    </div>
  )
}

interface Shown {
  stop: string | undefined
  invitation: string | undefined
  display: boolean
  hasRoles: boolean
}
function titleOf({ stop, invitation, display, hasRoles }: Shown) {
  if (stop) return 'stopNotices.title'
  if (invitation) return 'invitation.title'
  if (display) return 'login.displayTitle'
  return hasRoles ? 'login.chooseRole' : 'login.title'
}

async function enterDisplay({ stationId, ...opened }: Returned<typeof displays.pair>): Promise<void> {
  keepClient('web')
  await enter(opened, stationId ?? undefined)
  goTo('/dataScreen')
}

/** Where the data screen was asked for, a wall may be asking. */
const wantsScreen = (redirect: string | undefined) => window.forecourt?.dataScreen === true && redirect?.startsWith('/dataScreen') === true

interface FormProps {
  busy: boolean
  onSubmit: (typed: Typed) => void
  onError: (words: string) => void
}

function LoginForm({ busy, onSubmit, onError }: FormProps) {
  const [form] = Form.useForm<Typed>()
  const known = localStorage.getItem(companyKey) ?? ''
  const required = (key: string) => ({ required: true, whitespace: true, message: wordsFor(key) })
  return (
    <Form
      form={form}
      layout="vertical"
      requiredMark={false}
      initialValues={{ company: known }}
      onFinish={onSubmit}
      onFinishFailed={() => onError(t('login.fillIn'))}
      scrollToFirstError={{ focus: true }}
      disabled={busy}
      name="login">
      <Form.Item name="company" label={t('login.company')} rules={[required('login.companyRequired')]}>
        <Input autoFocus={!known} autoComplete="organization" autoCapitalize="none" spellCheck={false} size="large" />
      </Form.Item>
      <Form.Item
        name="account"
        label={t('login.account')}
        validateTrigger="onBlur"
        rules={[
          required('login.accountRequired'),
          {
            validator: (_, typed: string) =>
              !typed?.trim() || accountOf(typed) ? Promise.resolve() : Promise.reject(new Error(t('login.accountFormat'))),
          },
        ]}>
        <Input autoFocus={!!known} autoComplete="username" autoCapitalize="none" inputMode="email" spellCheck={false} size="large" />
      </Form.Item>
      <Form.Item name="password" label={t('login.password')} rules={[{ required: true, message: t('login.passwordRequired') }]}>
        <Input.Password autoComplete="current-password" size="large" />
      </Form.Item>
      <Button type="primary" htmlType="submit" size="large" block loading={busy}>
        {t('login.submit')}
      </Button>
    </Form>
  )
}

/** The steps from a typed password to the page that was wanted. */
function useSignIn(redirect: string | undefined, station: number | undefined, expired: boolean) {
  const typed = useRef<Typed>(undefined)
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState(expired ? t('error.expired') : undefined)
  const [roles, setRoles] = useState<SignedIn['roles']>()

  const attempt = async (roleId?: number) => {
    const { company, account, password } = typed.current!
    setBusy(true)
    setError(undefined)
    try {
      const answer = await call(sessionCalls.login, {
        query: { expand: ['roles', 'userCards.card.group'] },
        body: { ...accountOf(account)!, password, companyId: company.trim(), deviceId: deviceId(), ...(roleId && { roleId }) },
      })
      if (answer.roleRequired) return setRoles(answer.roles)
      localStorage.setItem(companyKey, company.trim())
      keepClient('web')
      await enter(answer, station)
      goTo(isRestricted(session().profile) ? '/' : safeTarget(redirect))
    } catch (refused) {
      setError((refused as Error).message)
    } finally {
      setBusy(false)
    }
  }
  return {
    busy,
    error,
    setError,
    roles,
    submit: (given: Typed) => {
      typed.current = given
      void attempt()
    },
    choose: (roleId: number) => void attempt(roleId),
    back: () => {
      setRoles(undefined)
      setError(undefined)
    },
  }
}
