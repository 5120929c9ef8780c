import { CompanyGroupBody, companyGroups, type Resource, type RowOf } from '@forecourt/contract'
import { t } from '../../i18n/index.ts'
import { CrudPage } from '../../kit/crud-page.tsx'
import type { ControlProps } from '../../kit/form/control-props.ts'
import { Drill, open } from '../../kit/links.ts'
import type { ColumnInput } from '../../kit/list/columns.ts'
import { addressOf } from '../../kit/page/address.ts'
import { ReferencesSelect } from '../../kit/reference.tsx'
import { Button } from '../../kit/ui.ts'

type Group = RowOf<typeof companyGroups>
const usersOf = ({ id }: { id: number }) => addressOf('groupUsers', { groupId: id })
const namesOf = ({ companies = [] }: Group) => companies.map(({ name }) => name).join(t('login.between'))

/** Groups as this page enters them: with their companies. */
const groups = { ...companyGroups, body: CompanyGroupBody } as unknown as Resource<Group>
const columns: readonly ColumnInput<Group>[] = [
  'name',
  { key: 'companies', title: t('companyGroups.companyIds'), cell: row => <>{namesOf(row)}</>, text: namesOf },
  {
    path: 'users',
    title: t('companyGroups.users'),
    align: 'right',
    cell: row => <Drill to={usersOf(row)}>{row.users}</Drill>,
    text: row => String(row.users),
  },
  'createdDate',
]
const CompaniesControl = ({ field: _field, value, onChange, ...rest }: ControlProps) => (
  <ReferencesSelect {...rest} disabled={!!rest.disabled} resource="companies" value={value ?? []} onChange={ids => onChange?.(ids)} />
)
const form = { controls: { companyIds: CompaniesControl } }

/** 油企集团: companies with one head office, and who of it sees them all. */
export default function CompanyGroupPage() {
  return (
    <CrudPage
      of={groups}
      columns={columns}
      form={form}
      filters={['name', 'createdDate']}
      emptyHint={t('companyGroups.emptyHint')}
      rowActions={row => (
        <Button type="link" size="small" onClick={() => open(usersOf(row))}>
          {t('companyGroups.openUsers')}
        </Button>
      )}
    />
  )
}
