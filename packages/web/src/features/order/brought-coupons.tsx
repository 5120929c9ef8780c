import { saleCoupons, type RowOf } from '@forecourt/contract'
import { equals } from '../../core/search.ts'
import { t } from '../../i18n/index.ts'
import { Section } from '../../kit/detail/descriptions.tsx'
import { Related } from '../../kit/detail/related.tsx'
import type { ColumnInput } from '../../kit/list/columns.ts'
import { useHasRows } from './use-has-rows.ts'

const columns: readonly ColumnInput<RowOf<typeof saleCoupons>>[] = [
  { path: 'itemId', width: 140 },
  { path: 'dealId', width: 180 },
  { path: 'outcome', width: 200 },
  'userId',
  'count',
  'given',
  'back',
]

/** The coupons that the goods of a sale brought; nothing where they brought none. */
export default function BroughtCoupons({ orderId }: { orderId: number }) {
  const where = equals('order.id', orderId)
  if (!useHasRows(saleCoupons, where)) return null
  return (
    <Section title={t('sales.broughtCoupons')}>
      <Related of={saleCoupons} title={t('sales.broughtCoupons')} where={[where]} columns={columns} sort="id,asc" />
    </Section>
  )
}
