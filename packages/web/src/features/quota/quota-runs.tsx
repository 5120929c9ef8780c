import { allocationRunLines, allocationRuns, type RowOf } from '@forecourt/contract'
import { count } from '../../core/money.ts'
import { equals } from '../../core/search.ts'
import { time } from '../../core/time.ts'
import { t } from '../../i18n/index.ts'
import { Figures, Section } from '../../kit/detail/descriptions.tsx'
import { Money } from '../../kit/detail/figures.tsx'
import { PageFailed } from '../../kit/detail/record-failed.tsx'
import { Related } from '../../kit/detail/related.tsx'
import { useRecord } from '../../kit/detail/use-record.ts'
import { Bones } from '../../kit/feedback/states.tsx'
import { choiceLabel } from '../../kit/label.ts'
import type { ColumnInput } from '../../kit/list/columns.ts'
import { Alert, Button } from '../../kit/ui.ts'

type Run = RowOf<typeof allocationRuns>
const columns: readonly ColumnInput<Run>[] = [
  { path: 'createdDate', width: 160, cell: ({ createdDate }) => time(createdDate, 'minute') },
  { path: 'planName', width: 220 },
  { path: 'period', width: 110 },
  'givenCents',
  'backCents',
  { path: 'served', width: 100 },
  { path: 'short', width: 100 },
  { path: 'passedOver', width: 100 },
  { path: 'reason', width: 180 },
]
const lineColumns: readonly ColumnInput<RowOf<typeof allocationRunLines>>[] = [
  'userCard.number',
  'userCard.name',
  { path: 'outcome', width: 120 },
  'wantedCents',
  'givenCents',
  'backCents',
  { path: 'reason', width: 180 },
]

/** What the plans of a fleet did, the last one first. */
export const Runs = ({ groupId, onOpen }: { groupId: number; onOpen: (id: number) => void }) => (
  <Related
    of={allocationRuns}
    title={t('quota.runs')}
    where={[equals('group.id', groupId)]}
    columns={columns}
    empty={t('quota.noRuns')}
    onOpen={({ id }) => onOpen(id)}
  />
)

const lateMs = 10 * 60_000

/** One run, with what each card got, or why it went without. */
export function RunDetails({ id, onBack }: { id: number; onBack: () => void }) {
  const { data: run, error, refetch } = useRecord(allocationRuns, id)
  if (error) return <PageFailed error={error} onRetry={() => void refetch()} />
  if (!run) return <Bones rows={6} />
  const { planName: name, period, dueDate, createdDate, reason } = run
  const isLate = Date.parse(createdDate) - Date.parse(dueDate) > lateMs
  return (
    <Section title={t('quota.runTitle', { name, period })} actions={<Button onClick={onBack}>{t('quota.back')}</Button>}>
      <p className="k-quiet">
        {t('quota.doneAt', { time: time(createdDate, 'minute') })} {isLate && t('quota.late', { time: time(dueDate, 'minute') })}
      </p>
      {reason && <Alert type="warning" showIcon title={t('quota.notDone', { reason: choiceLabel('allocationRuns', 'reason', reason) })} />}
      <Figures
        of={[
          { label: t('allocationRuns.givenCents'), value: <Money cents={run.givenCents} unit /> },
          { label: t('allocationRuns.backCents'), value: <Money cents={run.backCents} unit /> },
          { label: t('allocationRuns.served'), value: count(run.served) },
          { label: t('allocationRuns.short'), value: count(run.short) },
          { label: t('allocationRuns.passedOver'), value: count(run.passedOver) },
        ]}
      />
      <Related
        of={allocationRunLines}
        title={t('quota.lines')}
        where={[equals('run.id', id)]}
        columns={lineColumns}
        size={500}
        empty={t('quota.noLines')}
      />
    </Section>
  )
}
