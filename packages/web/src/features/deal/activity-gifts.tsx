import { dealTaskGifts, type RecordNamed } from '@forecourt/contract'
import { equals } from '../../core/search.ts'
import { t } from '../../i18n/index.ts'
import { Drill, pathTo } from '../../kit/links.ts'
import { Related } from '../../kit/detail/related.tsx'
import type { ColumnInput } from '../../kit/list/columns.ts'
import { refusalWords } from '../../kit/coupon/refusal-words.ts'

type Gift = RecordNamed<'dealTaskGifts'>

/** What it was given for, which opens where it is a record. */
const thingOf = ({ orderId, topUpId }: Gift): string | undefined =>
  orderId !== null ? pathTo('orders', orderId) : topUpId !== null ? pathTo('userCardDetails', topUpId) : undefined
const becameOf = ({ refusal, takenBackDate, takenBackCount, keptCount }: Gift): string => {
  if (takenBackDate !== null) return t('activityGifts.takenBack', { back: takenBackCount, kept: keptCount })
  return refusal === null ? '' : refusalWords(refusal)
}
const columns: readonly ColumnInput<Gift>[] = [
  { path: 'createdDate', width: 170 },
  { path: 'userId', width: 160, phone: 'what' },
  {
    path: 'fact',
    width: 150,
    cell: row => <Drill to={thingOf(row)}>{t(`dealTaskGifts.fact_${row.fact}`)}</Drill>,
    text: ({ fact }) => t(`dealTaskGifts.fact_${fact}`),
  },
  { path: 'couponCount', width: 100, phone: 'amount' },
  { path: 'notice', width: 130 },
  { key: 'became', title: t('activityGifts.became'), width: 240, cell: becameOf, text: becameOf },
]

/** Whom it gave something, for what, and what became of it. */
export function ActivityGifts({ id }: { id: number }) {
  return (
    <Related<Gift>
      of={dealTaskGifts}
      title={t('activityGifts.title')}
      where={[equals('dealTask.id', id)]}
      columns={columns}
      size={20}
      empty={t('activityGifts.none')}
    />
  )
}
