import { baseFuels, depotCalls, depots, depotTransfers, type DepotFuel, type RowOf } from '@forecourt/contract'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { call } from '../../core/api.ts'
import { inCurrency, tons } from '../../core/money.ts'
import { equals } from '../../core/search.ts'
import { today } from '../../core/time.ts'
import { useMay } from '../../core/session.ts'
import { t } from '../../i18n/index.ts'
import { Chart } from '../../kit/chart/chart.tsx'
import { Descriptions, Section, type Fact } from '../../kit/detail/descriptions.tsx'
import { Tons } from '../../kit/detail/figures.tsx'
import { RecordFailed } from '../../kit/detail/record-failed.tsx'
import { useRecord } from '../../kit/detail/use-record.ts'
import { Bones, Failed } from '../../kit/feedback/states.tsx'
import { History } from '../../kit/history/history.tsx'
import type { ColumnInput } from '../../kit/list/columns.ts'
import { ListView } from '../../kit/list/list-view.tsx'
import { useList } from '../../kit/list/use-list.ts'
import { PageHeader } from '../../kit/page/page-header.tsx'
import { usePage } from '../../kit/page/use-page.ts'
import { daysOfPeriod } from '../../kit/period-days.ts'
import { PeriodBar } from '../../kit/period-bar.tsx'
import { useOptions } from '../../kit/reference-options.ts'
import { Select } from '../../kit/ui.ts'
import { EndAct } from './end-act.tsx'
import { TakeBackTransfer, TransferAct } from './transfer-act.tsx'
import './supply.css'

type Depot = RowOf<typeof depots>
type Move = RowOf<typeof depotTransfers>

const facts: readonly Fact<Depot>[] = [
  'name',
  { key: 'fuelNames', value: ({ fuelNames }) => fuelNames ?? '—' },
  'province',
  'city',
  'area',
  'address',
  'endedDate',
  'createdDate',
]

/** 油库详情: what lies there at the end of any day and what it cost, how it came to be so, and every move. */
export default function DepotPage() {
  const { title, params } = usePage()
  const id = Number(params['depotId'])
  const { data, error, refetch } = useRecord<Depot>(depots, Number.isSafeInteger(id) && id > 0 ? id : undefined, [])
  if (data) return <Details of={data} />
  return (
    <>
      <PageHeader title={title} />
      {error ? <RecordFailed error={error} onRetry={() => void refetch()} /> : <Bones rows={10} />}
    </>
  )
}

function Details({ of }: { of: Depot }) {
  const mayMove = useMay('supply.depot.transfer')
  return (
    <>
      <PageHeader
        title={of.name}
        actions={
          <>
            <EndAct of="depots" record={of} name={of.name} ofPage />
            {mayMove && of.endedDate === null && <TransferAct depot={of} />}
          </>
        }
      />
      <Section title={t('supply.facts')}>
        <Descriptions of={depots} row={of} facts={facts} />
      </Section>
      <Stock depotId={of.id} />
      <Section title={t('supply.moves')}>
        <Moves depotId={of.id} />
      </Section>
      <History of={depots} id={of.id} />
    </>
  )
}

function Stock({ depotId }: { depotId: number }) {
  const { search, setSearch, visible } = usePage()
  const period = typeof search['period'] === 'string' ? search['period'] : 'thisMonth'
  const days = daysOfPeriod(period) ?? daysOfPeriod('thisMonth')!
  const query = { from: days.from, to: days.to > today() ? today() : days.to }
  const book = useQuery({
    queryKey: ['depotTransfers', 'book', depotId, query],
    enabled: visible,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => call(depotCalls.book, { id: depotId, query }, { signal }),
  })
  const fuels = book.data?.fuels ?? []
  const chosen = fuels.find(({ baseFuelId }) => String(baseFuelId) === search['fuel']) ?? fuels[0]
  const names = useFuelNames(fuels)
  return (
    <Section title={t('supply.stock')}>
      <PeriodBar
        label={t('supply.period')}
        value={period}
        onChange={next => setSearch(now => ({ ...now, period: next === 'thisMonth' ? undefined : next }))}
      />
      {book.error && !book.data ? (
        <Failed error={book.error} onRetry={() => void book.refetch()} />
      ) : (
        <>
          <StockTable fuels={book.data?.fuels} names={names} day={query.to} />
          <Chart
            kind="line"
            title={t('supply.course', { fuel: chosen ? (names.get(chosen.baseFuelId) ?? '') : '' })}
            labels={book.data && (chosen?.days.map(({ day }) => day.slice(5)) ?? [])}
            series={chosen ? seriesOf(chosen) : []}
            unit={t('kit.unitTon')}
            write={kilograms => tons(kilograms)}
            labelName={t('supply.day')}
            actions={
              fuels.length > 1 &&
              chosen && (
                <Select
                  size="small"
                  aria-label={t('depotTransfers.baseFuel')}
                  value={chosen.baseFuelId}
                  popupMatchSelectWidth={false}
                  options={fuels.map(({ baseFuelId }) => ({ value: baseFuelId, label: names.get(baseFuelId) ?? '' }))}
                  onChange={fuel => setSearch(now => ({ ...now, fuel: String(fuel) }))}
                />
              )
            }
          />
        </>
      )}
    </Section>
  )
}

/** The names of fuels by their numbers. */
function useFuelNames(fuels: readonly DepotFuel[]): ReadonlyMap<number, string> {
  const rows = useOptions(
    baseFuels.name,
    '',
    fuels.map(({ baseFuelId }) => baseFuelId),
  )
  return new Map(rows.map(row => [row.id, String((row as { name?: string }).name ?? '')]))
}

const seriesOf = ({ days }: DepotFuel) => [
  { name: t('supply.stockAtEnd'), values: days.map(({ stockKg }) => stockKg) },
  { name: t('supply.received'), values: days.map(({ receivedKg }) => receivedKg) },
  { name: t('supply.issued'), values: days.map(({ issuedKg }) => issuedKg) },
]

interface StockTableProps {
  fuels: readonly DepotFuel[] | undefined
  names: ReadonlyMap<number, string>
  day: string
}

const heads = ['stockAtEnd', 'mostKg', 'value', 'net', 'average'] as const
function StockTable({ fuels, names, day }: StockTableProps) {
  if (!fuels) return <Bones rows={3} />
  return (
    <div className="k-chart-table supply-stock" role="region" aria-label={t('supply.stockOn', { day })} tabIndex={0}>
      <table>
        <caption>{t('supply.stockOn', { day })}</caption>
        <thead>
          <tr>
            <th scope="col">{t('depotTransfers.baseFuel')}</th>
            {heads.map(head => (
              <th key={head} scope="col" className="k-end">
                {t(`supply.head_${head}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {fuels.map(({ baseFuelId, stockKg, mostKg, valueCents, netCents, centsPerT }) => (
            <tr key={baseFuelId}>
              <th scope="row">{names.get(baseFuelId) ?? '—'}</th>
              <td className="k-end" data-label={t('supply.head_stockAtEnd')}>
                <Tons kilograms={stockKg} />
              </td>
              <td className="k-end" data-label={t('supply.head_mostKg')}>
                <Tons kilograms={mostKg} />
              </td>
              <td className="k-end" data-label={t('supply.head_value')}>
                {inCurrency(valueCents)}
              </td>
              <td className="k-end" data-label={t('supply.head_net')}>
                {inCurrency(netCents)}
              </td>
              <td className="k-end" data-label={t('supply.head_average')}>
                {inCurrency(centsPerT)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="k-quiet">{t('supply.provisional')}</p>
    </div>
  )
}

const moveColumns: readonly ColumnInput<Move>[] = [
  { path: 'day', width: 110 },
  { path: 'type', width: 100 },
  'baseFuelId',
  'weightKg',
  'otherDepotId',
  { path: 'document', sort: false },
  { path: 'isReversal', width: 90 },
  { path: 'isTakenBack', width: 90 },
  { path: 'createdDate', hidden: true },
]

/** What came in and went out; what takes back another stands below zero. */
function Moves({ depotId }: { depotId: number }) {
  const list = useList<Move>(depotTransfers, {
    columns: moveColumns,
    filters: ['day', 'type', 'baseFuelId', 'otherDepotId'],
    fixed: [equals('depotId', depotId)],
    prefix: 'moves',
    periodBar: false,
  })
  return <ListView list={list} label={t('supply.moves')} embedded rowActions={row => <TakeBackTransfer of={row} />} />
}
