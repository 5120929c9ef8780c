import { users } from '@forecourt/contract'
import { Alert } from 'antd'
import { useState } from 'react'
import { endStart, startSession } from '../../core/start.ts'
import { deviceId } from '../../core/device.ts'
import { unknown } from '../../core/money.ts'
import { useSession, type Profile } from '../../core/session.ts'
import { t } from '../../i18n/index.ts'
import { Section } from '../../kit/detail/descriptions.tsx'
import { ActForm } from '../../kit/form/act-form.tsx'
import { Twice } from '../../kit/form/twice.tsx'
import { PageHeader } from '../../kit/page/page-header.tsx'
import { usePage } from '../../kit/page/use-page.ts'
import { grouped } from '../../kit/show.ts'
import { OpenSessions } from './open-sessions.tsx'
import './person.css'

/** Who one is here, and what only oneself may change: password, PIN, and where one is signed in. @source spec 0 §2 "Personal centre" */
export default function PersonCenterPage() {
  const profile = useSession(state => state.profile)
  const { search } = usePage()
  if (!profile) return null
  return (
    <div className="person">
      <PageHeader />
      {search['notice'] === 'noStation' && <Alert type="warning" showIcon title={t('personCenter.noStation')} />}
      <Section title={t('personCenter.profile')}>
        <Facts profile={profile} />
      </Section>
      <div className="person-forms">
        <Section title={t('personCenter.changePassword')}>
          <OwnPassword id={profile.id} />
        </Section>
        <Section title={t(profile.hasPin ? 'personCenter.changePin' : 'personCenter.setPin')}>
          <OwnPin id={profile.id} hasPin={profile.hasPin} />
        </Section>
      </div>
      <OpenSessions />
    </div>
  )
}

function Facts({ profile }: { profile: Profile }) {
  const stations = profile.roles.flatMap(({ station }) => station?.name ?? [])
  const facts: [string, string][] = [
    ['name', profile.name],
    ['account', profile.email ?? unknown],
    ['mobile', profile.mobile ? grouped(profile.mobile, 'phone') : unknown],
    ['company', profile.company.name],
    ['role', t(`roles.${profile.defaultRole}`)],
    ['stations', stations.join(t('login.between')) || t('login.wholeCompany')],
    ['access', t(profile.readOnly ? 'personCenter.readOnly' : 'personCenter.readWrite')],
    ['device', deviceId()],
  ]
  return (
    <dl className="k-facts">
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{t(`personCenter.${name}`)}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

const repeatPassword = { password: Twice }
const repeatPin = { pin: Twice }

/** A changed password ends the other sessions; the form begins anew. */
function OwnPassword({ id }: { id: number }) {
  const [turn, setTurn] = useState(0)
  return (
    <ActForm
      key={turn}
      of={users.password}
      id={id}
      words="personCenter"
      controls={repeatPassword}
      submitLabel={t('personCenter.savePassword')}
      done={t('personCenter.passwordSaved')}
      changes={['sessions']}
      onDone={() => setTurn(turn + 1)}
    />
  )
}

function OwnPin({ id, hasPin }: { id: number; hasPin: boolean }) {
  const [turn, setTurn] = useState(0)
  const done = () => {
    setTurn(turn + 1)
    if (hasPin) return
    endStart()
    void startSession()
  }
  return (
    <>
      <p className="person-help">{t('personCenter.pinHelp')}</p>
      <ActForm
        key={turn}
        of={users.pin}
        id={id}
        words="ownPin"
        controls={repeatPin}
        submitLabel={t('personCenter.savePin')}
        done={t('personCenter.pinSaved')}
        onDone={done}
      />
    </>
  )
}
