import { productPrices, setBackSeconds, setPriceBack, wordsOf, type RecordNamed } from '@forecourt/contract'
import { useMay, type AtStation } from '../../core/session.ts'
import { equals } from '../../core/search.ts'
import { language, t } from '../../i18n/index.ts'
import { Time } from '../../kit/detail/figures.tsx'
import { Related } from '../../kit/detail/related.tsx'
import type { ColumnInput } from '../../kit/list/columns.ts'
import { Drawer } from '../../kit/ui.ts'
import type { Fuel } from './fuel.ts'
import { SetBackButton } from './set-back.tsx'

type Price = RecordNamed<'productPrices'>

const columns: readonly ColumnInput<Price>[] = [
  { path: 'fromAt', cell: price => <Time at={price.fromAt} precision="minute" /> },
  'priceCents',
  {
    path: 'correctsId',
    sort: false,
    cell: price => <Correction price={price} />,
  },
  { path: 'createdDate', cell: price => <Time at={price.createdDate} precision="minute" /> },
  'setById',
]

/** Whether a price sets another one back, or was set back itself; the newest one can be set back for a minute. */
function Correction({ price }: { price: Price }) {
  const may = useMay(setPriceBack.permission)
  if (price.correctsId !== null) return <span className="k-tag k-off">{t('forecourt.correctionOf')}</span>
  const off = price.corrections?.length ? wordsOf('price.setBackAlready', language()) : undefined
  return (
    <>
      {may && <SetBackButton id={price.id} endsAt={Date.parse(price.createdDate) + setBackSeconds * 1000} off={off !== undefined} />}
      {off && <small className="k-quiet">{off}</small>}
    </>
  )
}

/** Every price a fuel ever had at the station, the newest first. */
export function PriceHistory({ fuel, station, onClose }: { fuel: Fuel | undefined; station: AtStation; onClose: () => void }) {
  const title = fuel && t('forecourt.priceHistoryOf', { fuel: fuel.name, station: station.name })
  return (
    <Drawer title={title} open={fuel !== undefined} onClose={onClose} size={760} destroyOnHidden>
      {fuel && (
        <Related
          of={productPrices}
          title={title!}
          where={[equals('product.id', fuel.id), equals('station.id', station.id)]}
          columns={columns}
          expand={['corrections']}
          size={100}
          empty={t('forecourt.noPrice')}
        />
      )}
    </Drawer>
  )
}
