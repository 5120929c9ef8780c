import { productPrices } from '@forecourt/contract'
import type { AtStation } from '../../core/session.ts'
import { equals } from '../../core/search.ts'
import { t } from '../../i18n/index.ts'
import { Time } from '../../kit/detail/figures.tsx'
import { Related } from '../../kit/detail/related.tsx'
import type { AnyRow } from '../../kit/list/columns.ts'
import { Drawer } from '../../kit/ui.ts'
import type { Fuel } from './fuel-page.tsx'

const columns = [
  { path: 'fromAt', cell: (price: AnyRow) => <Time at={price['fromAt']} precision="minute" /> },
  'priceCents',
  { path: 'createdDate', cell: (price: AnyRow) => <Time at={price['createdDate']} precision="minute" /> },
  'setById',
]

/** Every price a fuel ever had at the station, the newest first. */
export function PriceHistory({ fuel, station, onClose }: { fuel: Fuel | undefined; station: AtStation; onClose: () => void }) {
  const title = fuel && t('forecourt.priceHistoryOf', { fuel: fuel.name, station: station.name })
  return (
    <Drawer title={title} open={fuel !== undefined} onClose={onClose} size={640} destroyOnHidden>
      {fuel && (
        <Related
          of={productPrices}
          title={title!}
          where={[equals('product.id', fuel.id), equals('station.id', station.id)]}
          columns={columns}
          size={100}
          empty={t('forecourt.noPrice')}
        />
      )}
    </Drawer>
  )
}
