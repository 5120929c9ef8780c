import { userDeals, type RecordNamed } from '@forecourt/contract'
import { equals } from '../../core/search.ts'
import { t } from '../../i18n/index.ts'
import { Section } from '../../kit/detail/descriptions.tsx'
import { Related } from '../../kit/detail/related.tsx'
import type { ColumnInput } from '../../kit/list/columns.ts'
import { useHasRows } from './use-has-rows.ts'

const columns: readonly ColumnInput<RecordNamed<'userDeals'>>[] = ['dealId', 'userId', 'code', 'status', 'usedDate', 'discountCents']

/** The coupons that a sale used; nothing where it used none. */
export default function UsedCoupons({ orderId }: { orderId: number }) {
  const where = equals('order.id', orderId)
  if (!useHasRows(userDeals, [where])) return null
  return (
    <Section title={t('sales.coupons')}>
      <Related of={userDeals} title={t('sales.coupons')} where={[where]} columns={columns} />
    </Section>
  )
}
