import { userDeals, type RecordNamed } from '@forecourt/contract'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../core/api.ts'
import { equals } from '../../core/search.ts'
import { useMay } from '../../core/session.ts'
import { t } from '../../i18n/index.ts'
import { Section } from '../../kit/detail/descriptions.tsx'
import { Related } from '../../kit/detail/related.tsx'
import type { ColumnInput } from '../../kit/list/columns.ts'

const columns: readonly ColumnInput<RecordNamed<'userDeals'>>[] = ['dealId', 'userId', 'code', 'status', 'usedDate', 'discountCents']

/** The coupons that a sale used; nothing where it used none. */
export default function UsedCoupons({ orderId }: { orderId: number }) {
  const where = equals('order.id', orderId)
  const query = { page: 0, size: 1, search: where }
  const mayRead = useMay(userDeals.list.permission)
  const { data } = useQuery({
    enabled: mayRead,
    queryKey: [userDeals.name, 'list', 'ofOrder', orderId],
    queryFn: ({ signal }) => call(userDeals.list, { query }, { signal, company: true }),
  })
  if (!data || data.totalElements === 0) return null
  return (
    <Section title={t('sales.coupons')}>
      <Related of={userDeals} title={t('sales.coupons')} where={[where]} columns={columns} />
    </Section>
  )
}
