import { pointsDetails, type RowOf } from '@forecourt/contract'
import { equals } from '../../core/search.ts'
import { useMay } from '../../core/session.ts'
import { t } from '../../i18n/index.ts'
import { Section } from '../../kit/detail/descriptions.tsx'
import { Related } from '../../kit/detail/related.tsx'
import type { ColumnInput } from '../../kit/list/columns.ts'

const columns: readonly ColumnInput<RowOf<typeof pointsDetails>>[] = [
  'createdDate',
  'userCardId',
  'type',
  'points',
  'pointsAfter',
  'operatorId',
]

/** What an order did to an account of points: it paid with them, got them back, or earned some. */
export default function PointsMoved({ orderId }: { orderId: number }) {
  const may = useMay(pointsDetails.list.permission)
  if (!may) return null
  return (
    <Section title={t('sales.pointsMoved')}>
      <Related
        of={pointsDetails}
        title={t('sales.pointsMoved')}
        where={[equals('order.id', orderId)]}
        columns={columns}
        sort="createdDate"
      />
    </Section>
  )
}
