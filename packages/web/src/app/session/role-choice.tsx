import type { Returned, sessions } from '@forecourt/contract'
import { Button } from 'antd'
import { t } from '../../i18n/index.ts'

type Held = Returned<typeof sessions.login>['roles'][number]

/** One button for each role; the stations where it is held stand under it. */
export function RoleChoice({
  roles,
  busy,
  onChoose,
  onBack,
}: {
  roles: readonly Held[]
  busy: boolean
  onChoose: (id: number) => void
  onBack: () => void
}) {
  const byRole = Map.groupBy(roles, held => held.defaultRole)
  return (
    <div className="role-choice">
      {[...byRole].map(([role, held]) => (
        <button key={role} type="button" disabled={busy} onClick={() => onChoose(held[0]!.id)}>
          <strong>{t(`roles.${role}`)}</strong>
          <small>
            {held
              .map(({ station }) => station?.name)
              .filter(Boolean)
              .join(t('login.between')) || t('login.wholeCompany')}
          </small>
        </button>
      ))}
      <Button type="text" onClick={onBack} disabled={busy}>
        {t('login.back')}
      </Button>
    </div>
  )
}
