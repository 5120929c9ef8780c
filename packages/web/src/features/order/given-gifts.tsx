import { saleGifts, type RowOf } from '@forecourt/contract'
import { equals } from '../../core/search.ts'
import { t } from '../../i18n/index.ts'
import { Section } from '../../kit/detail/descriptions.tsx'
import { Related } from '../../kit/detail/related.tsx'
import type { ColumnInput } from '../../kit/list/columns.ts'
import { useHasRows } from './use-has-rows.ts'

const columns: readonly ColumnInput<RowOf<typeof saleGifts>>[] = [
  { path: 'itemId', width: 140 },
  { path: 'outcome', width: 190 },
  'userCardId',
  'giftCents',
  'backGiftCents',
  'frozenCents',
  'backFrozenCents',
  'points',
  'givenPoints',
  'backPoints',
  'giftCardId',
]

/** What goods gave to a card; nothing where they brought coupons alone. */
export default function GivenGifts({ orderId }: { orderId: number }) {
  const where = equals('order.id', orderId)
  if (!useHasRows(saleGifts, [where])) return null
  return (
    <Section title={t('sales.gifts')}>
      <Related of={saleGifts} title={t('sales.gifts')} where={[where]} columns={columns} sort="id,asc" />
    </Section>
  )
}
