import type { ReckonedLine } from '@forecourt/contract'
import { t } from '../../i18n/index.ts'
import { Section } from '../../kit/detail/descriptions.tsx'
import { Money } from '../../kit/detail/figures.tsx'
import { choiceLabel } from '../../kit/label.ts'
import { DataTable } from '../../kit/list/data-table.tsx'
import type { Column } from '../../kit/list/columns.ts'

type Row = ReckonedLine & { readonly id: number }

/** The rule that counts, by its kind, its name and its version. */
const ruleWords = ({ rule }: ReckonedLine): string =>
  rule === null
    ? t('sales.noRule')
    : t('sales.ruleOf', { kind: choiceLabel('orderDiscounts', 'kind', rule.kind), name: rule.name, version: rule.version })

const money = (key: 'chargedCents' | 'reckonedCents' | 'differenceCents'): Omit<Column<Row>, 'title'> => ({
  key,
  width: 120,
  align: 'right',
  hidden: false,
  hideFor: [],
  cell: row => <Money cents={row[key]} />,
})
const columns = (): Column<Row>[] => [
  {
    key: 'itemName',
    title: t('sales.reckonedItem'),
    width: 150,
    align: 'left',
    hidden: false,
    hideFor: [],
    cell: row => row.itemName,
    phone: 'what',
  },
  { ...money('chargedCents'), title: t('sales.charged') },
  { ...money('reckonedCents'), title: t('sales.reckonedPrice') },
  { ...money('differenceCents'), title: t('sales.chargedMore'), phone: 'amount', counted: () => t('sales.difference') },
  { key: 'rule', title: t('sales.rule'), width: 280, align: 'left', hidden: false, hideFor: [], cell: ruleWords, text: ruleWords },
]

/** What a device charged stands; what it comes to by our rules stands next to it, as a difference. */
export default function Reckoned({ of }: { of: readonly ReckonedLine[] }) {
  const rows = of.map((line, turn) => ({ ...line, id: turn + 1 }))
  return (
    <Section title={t('sales.reckoned')}>
      <div className="k-quiet">{t('sales.reckonedHelp')}</div>
      <DataTable label={t('sales.reckoned')} columns={columns()} rows={rows} />
    </Section>
  )
}
