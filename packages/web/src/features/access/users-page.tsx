import { NewUser, users, type Resource, type RowOf } from '@forecourt/contract'
import { equals } from '../../core/search.ts'
import { useSession } from '../../core/session.ts'
import { t } from '../../i18n/index.ts'
import { CrudPage } from '../../kit/crud-page.tsx'
import type { ColumnInput } from '../../kit/list/columns.ts'
import { usePage } from '../../kit/page/use-page.ts'
import { StaffActions } from './staff-actions.tsx'
import { companyUserFilters, staff, staffColumns, staffForm } from './staff-page.tsx'

/** An administrator says whose a new user is. */
const newcomers = { ...users, body: NewUser } as unknown as Resource<User>

type User = RowOf<typeof users>
const columns: readonly ColumnInput<User>[] = [staffColumns[0]!, 'companyId', ...staffColumns.slice(1)]
const fixed = [equals('isStaff', true)]

/** 用户管理: anyone who signs in, of every company the caller looks after. Only administrators see and say which. @source ACC-072 */
export default function UsersPage() {
  const { search } = usePage()
  const own = useSession(({ profile }) => profile?.id)
  const company = useSession(({ profile, atStation }) => atStation?.company.id ?? profile?.company.id)
  const administers = useSession(({ profile }) => profile?.defaultRole === 'superAdmin' || profile?.defaultRole === 'admin')
  const isNew = search['record'] === 'new'
  const bare = staffForm(isNew, [{ defaultRole: 'company_user', stationId: null }], search['record'] === String(own))
  const names = isNew && administers
  const form = names ? { ...bare, fields: ['companyId', ...bare.fields], defaults: { ...bare.defaults, companyId: company } } : bare
  return (
    <CrudPage
      of={names ? newcomers : staff}
      everywhere
      columns={administers ? columns : staffColumns}
      fixed={fixed}
      form={form}
      filters={administers ? ['companyId', ...companyUserFilters] : companyUserFilters}
      emptyHint={t('staff.emptyHint')}
      rowActions={row => <StaffActions user={row} assign="assginMenu" />}
    />
  )
}
