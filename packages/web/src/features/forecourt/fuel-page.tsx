import { products } from '@forecourt/contract'
import { useState } from 'react'
import { useSession } from '../../core/session.ts'
import { t } from '../../i18n/index.ts'
import { CrudPage } from '../../kit/crud-page.tsx'
import { Money, Time } from '../../kit/detail/figures.tsx'
import type { ColumnInput } from '../../kit/list/columns.ts'
import { Button } from '../../kit/ui.ts'
import { FuelName } from './fuel-name.tsx'
import { PriceHistory } from './price-history.tsx'
import { SetPrice } from './set-price.tsx'
import type { Fuel } from './fuel.ts'

const columns: readonly ColumnInput<Fuel>[] = [
  { path: 'name', cell: fuel => <FuelName fuel={fuel} /> },
  'code',
  {
    path: 'priceCents',
    get title() {
      return t('forecourt.priceNow')
    },
    align: 'right',
    phone: 'amount',
    cell: fuel => <Money cents={fuel.priceCents} />,
  },
  {
    path: 'fromAt',
    get title() {
      return t('forecourt.priceSince')
    },
    cell: fuel => <Time at={fuel.fromAt} precision="minute" />,
  },
  {
    key: 'next',
    get title() {
      return t('forecourt.priceNext')
    },
    cell: fuel => <NextPrice fuel={fuel} />,
  },
  'classification',
  { path: 'baseFuelId', hidden: true },
  'taxRate',
  { path: 'description', hidden: true },
]

/** The company's fuels, and what they cost at this station. */
export default function FuelPage() {
  const station = useSession(({ atStation }) => atStation)
  const [shown, setShown] = useState<Fuel>()
  if (!station) return null
  return (
    <>
      <CrudPage<Fuel>
        of={products}
        columns={columns}
        filters={['name', 'code', 'classification']}
        emptyHint={t('forecourt.noFuels')}
        form={{ fields: ['name', 'code', 'classification', 'baseFuelId', 'color', 'taxRate', 'description'] }}
        rowActions={fuel => (
          <>
            <SetPrice fuel={fuel} stationId={station.id} stationName={station.name} />
            <Button type="link" size="small" onClick={() => setShown(fuel)}>
              {t('forecourt.priceHistory')}
            </Button>
          </>
        )}
      />
      <PriceHistory fuel={shown} station={station} onClose={() => setShown(undefined)} />
    </>
  )
}

function NextPrice({ fuel }: { fuel: Fuel }) {
  if (fuel.nextPriceCents == null) return <span className="k-dash">—</span>
  return (
    <span>
      <Money cents={fuel.nextPriceCents} /> · <Time at={fuel.nextFromAt} precision="minute" />
    </span>
  )
}
