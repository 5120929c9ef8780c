import type { RecordNamed, StatementRow, Path } from '@forecourt/contract'
import { t } from '../../i18n/index.ts'
import { DoubtfulTime } from '../../kit/detail/doubtful-time.tsx'
import { choiceLabel } from '../../kit/label.ts'
import { Drill, pathTo } from '../../kit/links.ts'
import type { ColumnInput } from '../../kit/list/columns.ts'
import { grouped } from '../../kit/show.ts'

export type Movement = RecordNamed<'userCardDetails'>

const typeOf = (row: StatementRow) => choiceLabel('userCardDetails', 'type', row.type)
const dash = <span className="k-dash">—</span>

/** The sub card that spent the money of its master. */
const spenderOf = ({ spentBy }: StatementRow) => spentBy && [grouped(spentBy.number, 'cardNumber'), spentBy.name].filter(Boolean).join(' ')

/** A movement's columns, as the list of all and the statement of one card share them. */
export const movementColumns: readonly Exclude<ColumnInput<StatementRow>, { key: string }>[] = [
  { path: 'createdDate', width: 190, cell: row => <DoubtfulTime row={row} /> },
  // A kind of movement, not a state: words without a tone.
  { path: 'type', width: 120, cell: typeOf, text: typeOf },
  'amountCents',
  { path: 'principalCents', width: 120 },
  { path: 'giftCents', width: 120 },
  { path: 'debtCents', width: 120, hidden: true },
  'balanceAfterCents',
  { path: 'payType', width: 110 },
  'orderId',
  'stationId',
  { path: 'spentById', width: 180, hidden: true, cell: row => spenderOf(row) ?? dash, text: row => spenderOf(row) ?? '—' },
  'operatorId',
  { path: 'remark', hidden: true },
]

/** One of them, for a list that has an order of its own. */
export function movement(path: Path<StatementRow>): Exclude<ColumnInput<StatementRow>, string> {
  const column = movementColumns.find(each => (typeof each === 'string' ? each : each.path) === path)
  return typeof column === 'object' ? column : { path }
}

/** The card, by its number, leading to its own page. */
export const cardColumn: ColumnInput<Movement> = {
  path: 'userCard.number',
  phone: 'more',
  width: 180,
  title: t('userCards.number'),
  cell: row => (row.userCard ? <Drill to={pathTo('userCards', row.userCardId)}>{grouped(row.userCard.number, 'cardNumber')}</Drill> : dash),
  text: row => (row.userCard ? grouped(row.userCard.number, 'cardNumber') : '—'),
}
