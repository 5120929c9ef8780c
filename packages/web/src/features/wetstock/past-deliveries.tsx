import { pastDeliveries, pastDeliveryCalls, productBooks, type RowOf } from '@forecourt/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { call } from '../../core/api.ts'
import { litres } from '../../core/money.ts'
import { equals } from '../../core/search.ts'
import { useMay } from '../../core/session.ts'
import { t } from '../../i18n/index.ts'
import { useConfirm } from '../../kit/feedback/confirm.tsx'
import { useToast } from '../../kit/feedback/toast.ts'
import { ActButton } from '../../kit/form/act-button.tsx'
import type { ControlProps } from '../../kit/form/control-props.ts'
import type { ColumnInput } from '../../kit/list/columns.ts'
import type { FilterInput } from '../../kit/list/filter.ts'
import { HoldBelow } from '../../kit/list/hold-below.tsx'
import { ListPage } from '../../kit/list/list-page.tsx'
import { ReferenceSelect } from '../../kit/reference.tsx'
import { Button } from '../../kit/ui.ts'

import './delivery.css'

type Past = RowOf<typeof pastDeliveries>

const columns: readonly ColumnInput<Past>[] = [
  { path: 'at', width: 170 },
  { path: 'productId', width: 120 },
  { path: 'volumeCl', width: 120 },
  { path: 'said', width: 140, hidden: true },
  {
    path: 'tankId',
    width: 130,
    cell: past =>
      past.tank ? t('delivery.tankNo', { number: past.tank.number }) : <span className="k-tag k-busy">{t('past.nowhere')}</span>,
  },
  { path: 'placed', width: 110 },
  { path: 'placedDate', hidden: true },
  { path: 'placedById', hidden: true },
  { path: 'belongsDay', width: 110, hidden: true },
  'docNo',
  'supplier',
  'plate',
  { path: 'source', width: 140 },
]
const filters: readonly FilterInput<Past>[] = ['at', 'productId', 'tankId', 'placed', 'docNo', 'supplier', 'source']
const changes = [pastDeliveries.name, 'foundDeliveries', 'tankBook', 'productBooks', 'auditLogs']

/** 历史进油: deliveries that an import has brought, and into which tank each of them went. */
export default function PastDeliveries({ stationId, children }: { stationId: number; children: ReactNode }) {
  return (
    <ListPage<Past>
      of={pastDeliveries}
      columns={columns}
      filters={filters}
      emptyHint={t('past.none')}
      rowActions={past => <Acts past={past} />}>
      {children}
      <Books stationId={stationId} />
    </ListPage>
  )
}

function Acts({ past: { id, tankId, productId, volumeCl } }: { past: Past }) {
  const small = { type: 'link', size: 'small' } as const
  const chooseTank = ({ id: field, value, onChange, disabled }: ControlProps) => (
    <ReferenceSelect {...{ id: field, value, onChange, disabled }} resource="tanks" conditions={[equals('product.id', productId)]} />
  )
  return tankId === null ? (
    <ActButton
      of={pastDeliveryCalls.place}
      id={id}
      words={pastDeliveries.name}
      fields={['tankId']}
      controls={{ tankId: chooseTank }}
      changes={changes}
      label={t('past.place')}
      title={t('past.placeOf', { litres: litres(volumeCl) })}
      done={t('past.placeDone')}
      button={small}
    />
  ) : (
    <TakeBack id={id} volumeCl={volumeCl} />
  )
}

function TakeBack({ id, volumeCl }: Pick<Past, 'id' | 'volumeCl'>) {
  const may = useMay(pastDeliveryCalls.takeBack.permission)
  const confirm = useConfirm()
  const cache = useQueryClient()
  const toast = useToast()
  if (!may) return null
  const takeBack = async () => {
    const act = () => call(pastDeliveryCalls.takeBack, { id })
    if (!(await confirm({ text: t('past.askTakeBack', { litres: litres(volumeCl) }), ok: t('past.takeBack'), act }))) return
    toast.done(t('past.takeBackDone'))
    await Promise.all(changes.map(name => cache.invalidateQueries({ queryKey: [name] })))
  }
  return (
    <Button type="link" size="small" onClick={() => void takeBack()}>
      {t('past.takeBack')}
    </Button>
  )
}

/** The fuels of which something is still to be placed: what their books are with it. */
function Books({ stationId }: { stationId: number }) {
  const may = useMay(productBooks.permission)
  const { data } = useQuery({
    queryKey: ['productBooks', stationId],
    enabled: may,
    queryFn: ({ signal }) => call(productBooks, { query: { stationId } }, { signal }),
  })
  if (!may) return null
  if (!data) return <HoldBelow />
  const waiting = data.content.filter(({ unplaced }) => unplaced > 0)
  if (waiting.length === 0) return null
  return (
    <ul className="past-books" aria-label={t('past.books')}>
      {waiting.map(({ productId, productName, tanksCl, unplacedCl, unplaced, bookCl }) => (
        <li key={productId}>
          <b>{productName}</b> {t('past.unplaced', { count: unplaced, litres: litres(unplacedCl) })}{' '}
          {tanksCl !== null && bookCl !== null && (
            <span className="k-quiet">{t('past.book', { book: litres(bookCl), tanks: litres(tanksCl) })}</span>
          )}
        </li>
      ))}
    </ul>
  )
}
