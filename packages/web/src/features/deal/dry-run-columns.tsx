import type { RecordNamed } from '@forecourt/contract'
import { count } from '../../core/money.ts'
import { fromTo } from '../../core/time.ts'
import { t } from '../../i18n/index.ts'
import type { ColumnInput } from '../../kit/list/columns.ts'
import { DryRunState } from './dry-run-state.tsx'

export type DryRun = RecordNamed<'dryRuns'>

const daysOf = ({ fromDay, untilDay }: DryRun): string => fromTo(fromDay, untilDay)
/** What comes of it, where it is done. */
export const dryRunColumns: readonly ColumnInput<DryRun>[] = [
  { path: 'fromDay', title: t('dryRunList.period'), width: 210, cell: daysOf, text: daysOf },
  { path: 'holders', width: 150, hidden: true },
  { path: 'status', width: 130, phone: 'state', cell: row => <DryRunState of={row} /> },
  { path: 'orderCount', width: 140, cell: ({ orderCount }) => (orderCount === null ? '—' : count(orderCount)) },
  { path: 'costCents', width: 130, phone: 'amount' },
  { path: 'createdDate', width: 170 },
]
