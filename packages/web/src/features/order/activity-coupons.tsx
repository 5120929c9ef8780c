import { dealTaskGifts, type RecordNamed } from '@forecourt/contract'
import { equals } from '../../core/search.ts'
import { t } from '../../i18n/index.ts'
import { refusalWords } from '../../kit/coupon/refusal-words.ts'
import { Section } from '../../kit/detail/descriptions.tsx'
import { Related } from '../../kit/detail/related.tsx'
import type { ColumnInput } from '../../kit/list/columns.ts'
import { useHasRows } from './use-has-rows.ts'

type Gift = RecordNamed<'dealTaskGifts'>

const becameOf = ({ couponCount, refusal, takenBackDate, takenBackCount, keptCount }: Gift): string => {
  if (takenBackDate !== null) return t('sales.giftTakenBack', { back: takenBackCount, kept: keptCount })
  if (refusal === null) return t('sales.giftGiven')
  return t(couponCount > 0 ? 'sales.giftInPart' : 'sales.giftNot', { why: refusalWords(refusal) })
}
const columns: readonly ColumnInput<Gift>[] = [
  { path: 'dealTaskId', width: 200 },
  { path: 'userId', width: 150 },
  { path: 'couponCount', width: 110 },
  { key: 'became', title: t('sales.giftState'), width: 260, phone: 'state', cell: becameOf, text: becameOf },
  { path: 'createdDate', width: 170 },
]

/** The coupons that activities gave for a sale, or could not give; nothing where none of them had anything to give. */
export default function ActivityCoupons({ orderId }: { orderId: number }) {
  const where = equals('order.id', orderId)
  if (!useHasRows(dealTaskGifts, [where])) return null
  return (
    <Section title={t('sales.activityCoupons')}>
      <Related<Gift> of={dealTaskGifts} title={t('sales.activityCoupons')} where={[where]} columns={columns} sort="createdDate" />
    </Section>
  )
}
