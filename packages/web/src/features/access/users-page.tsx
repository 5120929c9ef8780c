import type { RowOf, users } from '@forecourt/contract'
import { equals } from '../../core/search.ts'
import { useSession } from '../../core/session.ts'
import { t } from '../../i18n/index.ts'
import { CrudPage } from '../../kit/crud-page.tsx'
import { usePage } from '../../kit/page/use-page.ts'
import { StaffActions } from './staff-actions.tsx'
import { staff, staffColumns, staffForm } from './staff-page.tsx'

type User = RowOf<typeof users>
const columns = [staffColumns[0], 'companyId', ...staffColumns.slice(1)]
const fixed = [equals('isStaff', true)]
const filters = [
  'companyId',
  'name',
  'mobile',
  'email',
  'roles.defaultRole',
  { path: 'disabled', control: 'yesNo' },
  'readOnly',
  'lastLoginDate',
]

/** 用户管理: whoever signs in, of every company the caller looks after. Who is added here joins the selected company. */
export default function UsersPage() {
  const { search } = usePage()
  const own = useSession(({ profile }) => profile?.id)
  const form = staffForm(search['record'] === 'new', [{ defaultRole: 'company_user', stationId: null }], search['record'] === String(own))
  return (
    <CrudPage
      of={staff}
      everywhere
      columns={columns as never}
      fixed={fixed}
      form={form}
      filters={filters as never}
      emptyHint={t('staff.emptyHint')}
      rowActions={row => <StaffActions user={row as User} assign="assginMenu" />}
    />
  )
}
