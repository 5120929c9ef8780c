import { UserBody, users, type RecordNamed, type Resource, type RowOf } from '@forecourt/contract'
import { equals } from '../../core/search.ts'
import { useSession } from '../../core/session.ts'
import { t } from '../../i18n/index.ts'
import { CrudPage } from '../../kit/crud-page.tsx'
import type { ControlProps } from '../../kit/form/control-props.ts'
import { TimeOfDay } from '../../kit/form/time-of-day.tsx'
import { later } from '../../kit/later.tsx'
import type { ColumnInput } from '../../kit/list/columns.ts'
import type { FilterInput } from '../../kit/list/filter.ts'
import { usePage } from '../../kit/page/use-page.ts'
import { Segmented } from '../../kit/ui.ts'
import type { Grant } from './roles-control.tsx'
import { StaffActions } from './staff-actions.tsx'
import './access.css'

type User = RowOf<typeof users>
/** Users as this page enters them: with their roles. */
export const staff = { ...users, body: UserBody } as unknown as Resource<User>

export const staffColumns: readonly ColumnInput<User>[] = [
  'name',
  { path: 'mobile', phone: 'amount' },
  { path: 'email', hidden: true },
  { key: 'roles', title: t('users.roles'), phone: 'more', cell: user => <Roles held={user.roles ?? []} />, text: rolesInWords },
  { path: 'disabled', phone: 'state', title: t('staff.state'), cell: user => <State user={user} />, text: stateOf },
  'lastLoginDate',
  'nozzle',
  'createdById',
  'modifiedById',
  'remark',
  { path: 'promoter', hidden: true },
  { path: 'hasPin', hidden: true },
  { path: 'readOnly', hidden: true },
  { path: 'createdDate', hidden: true },
]
/** By what users are looked for in a whole company. */
export const companyUserFilters: readonly FilterInput<User>[] = [
  'name',
  'mobile',
  'email',
  'roles.defaultRole',
  { path: 'disabled', control: 'yesNo' },
  'readOnly',
  'lastLoginDate',
]
const fields = Object.keys(UserBody.shape).filter(name => name !== 'password')
const newcomer = [
  'name',
  'mobile',
  'email',
  'roles',
  'password',
  ...fields.filter(name => !['name', 'mobile', 'email', 'roles'].includes(name)),
]
const known = newcomer.filter(name => name !== 'password')

/** 员工管理: who works here, as what. Anyone who works for the company as a whole also sees all of its staff. */
export default function StaffPage() {
  const { search, setSearch } = usePage()
  const station = useSession(({ atStation }) => atStation)
  const profile = useSession(state => state.profile)
  const wide = profile !== undefined && !profile.defaultRole.startsWith('station_')
  const everywhere = !station || (wide && search['range'] === 'company')
  const fixed = [equals('isStaff', true), ...(everywhere ? [] : [equals('roles.station.id', station.id)])]
  const begin: Grant[] = [{ defaultRole: 'station_employee', stationId: station?.id ?? null }]
  const isNew = search['record'] === 'new'
  const form = staffForm(isNew, begin, search['record'] === String(profile?.id))
  return (
    <CrudPage
      of={staff}
      columns={staffColumns}
      fixed={fixed}
      form={form}
      emptyHint={t('staff.emptyHint')}
      filters={['name', 'mobile', 'email', { path: 'disabled', control: 'yesNo' }, 'promoter', 'readOnly', 'lastLoginDate']}
      rowActions={actionsOf}
      tools={
        wide &&
        station && (
          <Segmented
            value={everywhere ? 'company' : 'station'}
            aria-label={t('staff.scope')}
            onChange={range => setSearch(now => ({ ...now, range: range === 'company' ? range : undefined }))}
            options={[
              { value: 'station', label: t('staff.atThisStation') },
              { value: 'company', label: t('staff.wholeCompany') },
            ]}
          />
        )
      }
    />
  )
}

const actionsOf = (row: { id: number }) => <StaffActions user={row as User} assign="stationAssginMenu" />

/** The form of a user; nobody changes their own roles, and what one signs in by is changed in the profile, with the password. */
export const staffForm = (isNew: boolean, roles: readonly Grant[], own: boolean) => ({
  fields: isNew ? newcomer : known,
  controls: { roles: RolesControl, loginFrom: TimeOfDay, loginTo: TimeOfDay },
  defaults: { roles },
  ...(own && { fixed: ['roles', 'mobile', 'email'] }),
})

const LaterRoles = later<ControlProps>(async () => ({ default: (await import('./roles-control.tsx')).RolesControl }))
// A form calls its controls as functions: what has hooks is drawn within them.
const RolesControl = (props: ControlProps) => <LaterRoles {...props} />

type Held = RecordNamed<'roles'>

function Roles({ held }: { held: readonly Held[] }) {
  const byRole = Map.groupBy(held, ({ defaultRole }) => defaultRole)
  return (
    <span className="role-list">
      {[...byRole].map(([role, entries]) => (
        <span key={role}>
          {t(`roles.${role}`)} <small>{entries.flatMap(({ station }) => station?.name ?? []).join(t('login.between'))}</small>
        </span>
      ))}
    </span>
  )
}

function rolesInWords(user: User): string {
  return (user.roles ?? [])
    .map(({ defaultRole, station }) => `${t(`roles.${defaultRole}`)}${station ? ` ${station.name}` : ''}`)
    .join(t('login.between'))
}

function stateOf({ disabled, readOnly }: User): string {
  return t(`users.state_${disabled ? 'disabled' : readOnly ? 'readOnly' : 'normal'}`)
}

const State = ({ user }: { user: User }) => (
  <span className={`k-tag k-${user.disabled ? 'off' : user.readOnly ? 'wait' : 'good'}`}>{stateOf(user)}</span>
)
