import type { fuelInventories, RowOf } from '@forecourt/contract'
import type { ReactNode } from 'react'
import { t } from '../../i18n/index.ts'
import { Section } from '../../kit/detail/section.tsx'
import { Bones, Empty, Failed } from '../../kit/feedback/states.tsx'
import { HoldBelow } from '../../kit/list/hold-below.tsx'
import { PageHeader } from '../../kit/page/page-header.tsx'
import { usePage } from '../../kit/page/use-page.ts'
import { Segmented, Select } from '../../kit/ui.ts'
import { BooksWait } from './books-wait.tsx'
import { LossFindings, LossShifts } from './loss-tables.tsx'
import { whose } from './stock-name.ts'
import { lossPeriods, useLosses, useLossRows, type LossPeriod } from './use-losses.ts'
import './reconciliation.css'

type Row = RowOf<typeof fuelInventories>
const stockOf = ({ number, manifold }: Row) => (number === null ? `m${manifold}` : String(number))
const whenOf = ({ businessDay, shiftNumber }: Row, period: LossPeriod) =>
  period === 'month' ? businessDay.slice(0, 7) : shiftNumber === null ? businessDay : `${businessDay} · ${shiftNumber}`

/** 损耗原因: why a tank holds less, or more, than its book, by shift, nozzle and cause. */
export function Losses({ stationId, children }: { stationId: number; children: ReactNode }) {
  const page = usePage()
  const period = lossPeriods.find(name => name === page.search['period']) ?? 'day'
  const { data: rows, error, refetch } = useLossRows(stationId, period)
  const named = rows?.find(({ id }) => String(id) === page.search['row'])
  const stock = named ? stockOf(named) : page.search['of']
  const stocks = [...new Map(rows?.map(row => [stockOf(row), row] as const)).entries()]
    .toSorted(([one], [other]) => one.localeCompare(other, undefined, { numeric: true }))
    .map(([, row]) => row)
  const own = rows?.filter(row => stockOf(row) === stock) ?? []
  const chosen = named ?? own[0] ?? rows?.find(row => stocks[0] && stockOf(row) === stockOf(stocks[0]))
  return (
    <>
      <PageHeader />
      {children}
      <BooksWait stationId={stationId} />
      <div className="rc-tools">
        <Segmented
          value={period}
          aria-label={t('reconciliation.period')}
          options={lossPeriods.map(value => ({ value, label: t(`reconciliation.period_${value}`) }))}
          onChange={value => page.setSearch(now => ({ ...now, period: value, row: undefined, of: chosen && stockOf(chosen) }))}
        />
        {chosen && (
          <>
            <Select
              aria-label={t('reconciliation.stock')}
              value={stockOf(chosen)}
              popupMatchSelectWidth={false}
              options={stocks.map(row => ({ value: stockOf(row), label: `${whose(row)} ${row.product?.name ?? ''}` }))}
              onChange={value => page.setSearch(now => ({ ...now, of: String(value), row: undefined }))}
            />
            <Select
              aria-label={t('losses.when')}
              value={chosen.id}
              popupMatchSelectWidth={false}
              options={rows!.filter(row => stockOf(row) === stockOf(chosen)).map(row => ({ value: row.id, label: whenOf(row, period) }))}
              onChange={value => page.setSearch(now => ({ ...now, row: String(value) }))}
            />
          </>
        )}
      </div>
      {error && !rows && <Failed error={error} onRetry={() => void refetch()} />}
      {!rows && !error && <Waiting />}
      {rows?.length === 0 && <Empty title={t('reconciliation.none')} />}
      {chosen && <Found id={chosen.id} period={period} />}
    </>
  )
}

const Waiting = () => (
  <>
    <Bones rows={8} />
    <HoldBelow />
  </>
)

function Found({ id, period }: { id: number; period: LossPeriod }) {
  const { data, error, refetch } = useLosses(id, period)
  if (error && !data) return <Failed error={error} onRetry={() => void refetch()} />
  if (!data) return <Waiting />
  return (
    <>
      <Section title={t('losses.title')}>
        <LossFindings of={data} />
      </Section>
      {data.shifts.length > 1 && (
        <Section title={t('losses.byShift')}>
          <LossShifts of={data.shifts} />
        </Section>
      )}
    </>
  )
}
