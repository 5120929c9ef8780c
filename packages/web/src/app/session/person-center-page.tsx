import { users } from '@forecourt/contract'
import { Alert } from 'antd'
import { useState } from 'react'
import { endStart, startSession } from '../../core/start.ts'
import { useSession } from '../../core/session.ts'
import { t } from '../../i18n/index.ts'
import { ActForm } from '../../kit/form/forms.tsx'
import { Section } from '../../kit/detail/descriptions.tsx'
import { Twice } from '../../kit/form/twice.tsx'
import { PageHeader } from '../../kit/page/page-header.tsx'
import { usePage } from '../../kit/page/use-page.ts'
import { OpenSessions } from './open-sessions.tsx'
import { OwnProfile } from './own-profile.tsx'
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
      <OwnProfile profile={profile} />
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

const repeatPassword = { password: Twice }
const repeatPin = { pin: Twice }
/** A first PIN is proved by the password, a further one by the PIN it replaces. */
const firstPin = ['password', 'pin']
const changedPin = ['oldPin', 'pin']

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
      {hasPin && <p className="person-help">{t('personCenter.pinForgotten')}</p>}
      <ActForm
        key={turn}
        of={users.pin}
        id={id}
        words="ownPin"
        fields={hasPin ? changedPin : firstPin}
        controls={repeatPin}
        submitLabel={t('personCenter.savePin')}
        done={t('personCenter.pinSaved')}
        onDone={done}
      />
    </>
  )
}
