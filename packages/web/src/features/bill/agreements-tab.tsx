import { attachments, fleetAgreements, type RowOf } from '@forecourt/contract'
import { download } from '../../core/download.ts'
import { inCurrency, percent } from '../../core/money.ts'
import { equals } from '../../core/search.ts'
import { useMay } from '../../core/session.ts'
import { t } from '../../i18n/index.ts'
import { Related } from '../../kit/detail/related.tsx'
import { choiceLabel } from '../../kit/label.ts'
import type { ColumnInput } from '../../kit/list/columns.ts'
import { Button } from '../../kit/ui.ts'

type Agreement = RowOf<typeof fleetAgreements>
type Clause = Agreement['clauses'][number]

const clauseWords = ({ name, kind, amountCents, percent: share }: Clause): string =>
  `${name}: ${choiceLabel('fleetAgreements', 'kind', kind)} ${kind === 'percentOfSales' ? percent(share) : inCurrency(amountCents)}`

const columns: readonly ColumnInput<Agreement>[] = [
  { path: 'number', width: 150 },
  { path: 'fromDate', width: 120 },
  { path: 'untilDate', width: 120 },
  { path: 'discountId', width: 150 },
  {
    key: 'clauses',
    title: t('fleetAgreements.clauses'),
    width: 380,
    cell: ({ clauses }) => clauses.map(clause => <div key={clause.name}>{clauseWords(clause)}</div>),
  },
  { path: 'billedUntil', width: 120 },
]

/** What was agreed with one fleet, within its page. */
export default function AgreementsTab({ groupId }: { groupId: number }) {
  const mayRead = useMay('bill.issue')
  const file = ({ fileId }: Agreement) =>
    fileId !== null && (
      <Button type="link" size="small" onClick={() => void download(attachments.file, fileId)}>
        {t('fleetAgreements.fileId')}
      </Button>
    )
  return (
    <Related
      of={fleetAgreements}
      title={t('fleetBill.agreementsTab')}
      where={[equals('group.id', groupId)]}
      columns={columns}
      empty={t('fleetBill.noAgreements')}
      {...(mayRead && { rowActions: file })}
    />
  )
}
