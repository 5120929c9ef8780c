import { users } from '@forecourt/contract'
import { useState } from 'react'
import { unknown } from '../../core/money.ts'
import { deviceId } from '../../core/device.ts'
import type { Profile } from '../../core/session.ts'
import { endStart, startSession } from '../../core/start.ts'
import { t, wordsFor } from '../../i18n/index.ts'
import { ActForm, SideForm } from '../../kit/form/forms.tsx'
import { Section } from '../../kit/detail/descriptions.tsx'
import type { OwnControl } from '../../kit/form/fields-form.tsx'
import { Button } from '../../kit/ui.ts'
import { StoredPicture } from '../../kit/picture/stored-picture.tsx'
import { UploadInput } from '../../kit/upload/upload-input.tsx'
import { grouped } from '../../kit/show.ts'

const Avatar: OwnControl = ({ values: _values, change: _change, field: _field, onChange, ...rest }) => (
  <UploadInput {...rest} type="userAvatar" crop={{ aspect: 1, round: true }} onChange={id => onChange?.(id ?? null)} />
)
const fields = ['avatarId', 'name', 'mobile', 'email', 'password']
const controls = { avatarId: Avatar }

/** Who one is here. Name, mobile number, e-mail address and picture are changed by oneself; the rest is for the company to say. */
export function OwnProfile({ profile }: { profile: Profile }) {
  const [editing, setEditing] = useState(false)
  const { mobile, email } = profile
  const done = () => {
    setEditing(false)
    endStart()
    void startSession()
  }
  return (
    <Section
      title={t('personCenter.profile')}
      actions={!profile.readOnly && <Button onClick={() => setEditing(true)}>{t('personCenter.edit')}</Button>}>
      <div className="person-who">
        <OwnPicture profile={profile} />
        <Facts profile={profile} />
      </div>
      <SideForm title={t('personCenter.edit')} open={editing} onClose={() => setEditing(false)}>
        <ActForm
          of={users.update}
          id={profile.id}
          version={profile.version}
          words="ownProfile"
          fields={fields}
          controls={controls}
          defaults={{ name: profile.name, mobile, email, avatarId: profile.avatarId }}
          when={{ password: values => (values['mobile'] || null) !== mobile || (values['email'] || null) !== email }}
          changes={['users']}
          submitLabel={t('kit.save')}
          done={t('kit.saved')}
          onDone={done}
          onCancel={() => setEditing(false)}
        />
      </SideForm>
    </Section>
  )
}

function OwnPicture({ profile: { avatarId, name } }: { profile: Profile }) {
  return (
    <span className="person-picture">
      <StoredPicture id={avatarId} alt={t('kit.pictureOf', { name })} fallback={<span aria-hidden>{name.slice(0, 1)}</span>} />
    </span>
  )
}

function Facts({ profile }: { profile: Profile }) {
  const stations = profile.roles.flatMap(({ station }) => station?.name ?? [])
  const facts: [string, string][] = [
    ['name', profile.name],
    ['mobile', profile.mobile ? grouped(profile.mobile, 'phone') : unknown],
    ['account', profile.email ?? unknown],
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
          <dt>{wordsFor(`personCenter.${name}`)}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
