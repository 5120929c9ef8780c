import { equals } from '../../core/search.ts'
import { useSession } from '../../core/session.ts'
import { t } from '../../i18n/index.ts'
import { CrudPage } from '../../kit/crud-page.tsx'
import { usePage } from '../../kit/page/use-page.ts'
import { StaffActions } from './staff-actions.tsx'
import { companyUserFilters, staff, staffColumns, staffForm } from './staff-page.tsx'

const fixed = [equals('isStaff', true)]

/** 油企用户管理: all who sign in for the company, at its office and in its stations. */
export default function CompanyUsersPage() {
  const { search } = usePage()
  const own = useSession(({ profile }) => profile?.id)
  const form = staffForm(search['record'] === 'new', [{ defaultRole: 'company_user', stationId: null }], search['record'] === String(own))
  return (
    <CrudPage
      of={staff}
      columns={staffColumns}
      fixed={fixed}
      form={form}
      filters={companyUserFilters}
      emptyHint={t('staff.emptyHint')}
      rowActions={row => <StaffActions user={row} assign="companyAssginMenu" />}
    />
  )
}
