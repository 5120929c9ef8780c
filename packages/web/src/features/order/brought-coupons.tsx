import { saleCoupons, type RowOf } from '@forecourt/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { equals } from '../../core/search.ts'
import { t } from '../../i18n/index.ts'
import { Section } from '../../kit/detail/descriptions.tsx'
import { Related } from '../../kit/detail/related.tsx'
import type { ColumnInput } from '../../kit/list/columns.ts'
import { useHasRows } from './use-has-rows.ts'

/** They are given some seconds after the sale. */
const untilGivenMs = 3000

const columns: readonly ColumnInput<RowOf<typeof saleCoupons>>[] = [
  { path: 'itemId', width: 140 },
  { path: 'dealId', width: 180 },
  { path: 'outcome', width: 200 },
  'userId',
  'count',
  'given',
  'back',
  'forgone',
]

/** The coupons that the goods of a sale brought, or will bring; nothing where they bring none. */
export default function BroughtCoupons({ orderId }: { orderId: number }) {
  const where = equals('order.id', orderId)
  const client = useQueryClient()
  const isDue = useHasRows(saleCoupons, [where, equals('outcome', 'due')], { whileEveryMs: untilGivenMs })
  const wasDue = useRef(false)
  useEffect(() => {
    if (wasDue.current && !isDue) void client.invalidateQueries({ queryKey: [saleCoupons.name, 'list'] })
    wasDue.current = isDue
  }, [client, isDue])
  if (!useHasRows(saleCoupons, [where])) return null
  return (
    <Section title={t('sales.broughtCoupons')}>
      <Related of={saleCoupons} title={t('sales.broughtCoupons')} where={[where]} columns={columns} sort="id,asc" />
    </Section>
  )
}
