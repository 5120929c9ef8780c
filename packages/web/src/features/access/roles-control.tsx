import { givenElsewhere, roleHeight, roles as everyRole, type Role } from '@forecourt/contract'
import { role as ownRole, useSession } from '../../core/session.ts'
import { t } from '../../i18n/index.ts'
import type { ControlProps } from '../../kit/form/control-props.ts'
import { ReferenceSelect } from '../../kit/reference.tsx'
import { Button, Select } from '../../kit/ui.ts'

export interface Grant {
  defaultRole: Role
  stationId: number | null
}

const isStationRole = (role: Role) => role.startsWith('station_')

/** What the signed-in user may grant: no role above their own, and staff roles only. */
function offered(): Role[] {
  const own = ownRole()
  return everyRole.filter(role => own && roleHeight[role] <= roleHeight[own] && !givenElsewhere.includes(role) && role !== 'user')
}

/** Roles as lines: which, and in which station. */
export function RolesControl({ value, onChange, onBlur, disabled, ...rest }: ControlProps) {
  const station = useSession(({ atStation }) => atStation?.id ?? null)
  const grants: Grant[] = value ?? []
  const options = offered()
  const set = (at: number, change: Partial<Grant>) =>
    onChange?.(grants.map((grant, index) => (index === at ? { ...bare(grant), ...change } : grant)))
  const choose = (at: number, defaultRole: Role) =>
    set(at, { defaultRole, stationId: isStationRole(defaultRole) ? (grants[at]?.stationId ?? station) : null })
  return (
    <div className="roles" role="group" aria-labelledby={(rest as { 'aria-labelledby'?: string })['aria-labelledby']} onBlur={onBlur}>
      {grants.map((grant, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines have no other name than their place
        <div key={at} className="roles-line">
          <Select
            value={grant.defaultRole}
            disabled={disabled || !options.includes(grant.defaultRole)}
            onChange={role => choose(at, role)}
            aria-label={t('users.roles')}
            options={[...new Set([...options, grant.defaultRole])].map(role => ({ value: role, label: t(`roles.${role}`) }))}
          />
          {isStationRole(grant.defaultRole) && (
            <ReferenceSelect
              resource="stations"
              value={grant.stationId}
              disabled={!!disabled}
              onChange={stationId => set(at, { stationId: stationId ?? null })}
              placeholder={t('staff.chooseStation')}
              aria-label={t('staff.chooseStation')}
            />
          )}
          <Button
            type="text"
            disabled={!!disabled}
            onClick={() => onChange?.(grants.filter((_, index) => index !== at))}
            aria-label={t('staff.removeRole', { role: t(`roles.${grant.defaultRole}`) })}>
            ×
          </Button>
        </div>
      ))}
      {!disabled && (
        <Button type="dashed" block onClick={() => onChange?.([...grants, { defaultRole: 'station_employee', stationId: station }])}>
          {t('staff.addRole')}
        </Button>
      )}
      {disabled && <p className="k-help">{t('staff.ownRoles')}</p>}
    </div>
  )
}

const bare = ({ defaultRole, stationId }: Grant): Grant => ({ defaultRole, stationId })
