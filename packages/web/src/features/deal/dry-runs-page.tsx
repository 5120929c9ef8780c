import { dryRuns } from '@forecourt/contract'
import { t } from '../../i18n/index.ts'
import { CrudPage } from '../../kit/crud-page.tsx'
import type { ColumnInput } from '../../kit/list/columns.ts'
import type { FilterInput } from '../../kit/list/filter.ts'
import { dryRunColumns, type DryRun } from './dry-run-columns.tsx'

const columns: readonly ColumnInput<DryRun>[] = [
  { path: 'name', width: 220, phone: 'what' },
  { path: 'tried', width: 120 },
  ...dryRunColumns,
]
const filters: readonly FilterInput<DryRun>[] = ['name', 'tried', 'status', 'createdDate']

/** 试算: what was tried on past sales, and what it came to. */
export default function DryRunsPage() {
  return <CrudPage<DryRun> of={dryRuns} columns={columns} filters={filters} emptyHint={t('dryRunList.none')} />
}
