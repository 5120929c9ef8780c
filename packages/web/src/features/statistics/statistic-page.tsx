import { backOf, movedBack } from '@forecourt/contract'
import { Bones } from '../../kit/feedback/states.tsx'
import { later, WhileLoading } from '../../kit/later.tsx'
import { PageHeader } from '../../kit/page/page-header.tsx'
import { PeriodBar } from '../../kit/period-bar.tsx'
import { usePage } from '../../kit/page/use-page.ts'
import { clock, fromTo, time, today } from '../../core/time.ts'
import { t } from '../../i18n/index.ts'
import { Segmented, Select } from '../../kit/ui.ts'
import { Behind } from './behind.tsx'
import { CardKindSelect } from './card-kind-select.tsx'
import { CardHeadline, CardTrend } from './card-figures.tsx'
import { Headline } from './headline.tsx'
import { measureWords, nameOf, type Kind, type Line } from './kinds.ts'
import { FailedFigures } from './states.tsx'
import { Trend } from './trend.tsx'
import { useDrill, type Drilled } from './use-drill.ts'
import { isUnit, periodWords, unitFor, useAsked, useStatistic, type Asked } from './use-statistic.ts'
import './statistic.css'

/** It stands last, and comes when the rest of the page does not wait for it. */
const Breakdown = later(async () => ({ default: (await import('./breakdown.tsx')).Breakdown }))

/** Figures of a period: the answer, how it came about, and by what it is made of; every number opens its rows. */
export function StatisticPage({ kind }: { kind: Kind }) {
  const { title } = usePage()
  const asked = useAsked()
  const all = useStatistic(kind, asked, [])
  const currencies = all.data?.totals.map(({ currency }) => currency) ?? []
  const currency = currencies.includes(asked.search['currency'] ?? '') ? asked.search['currency']! : currencies[0]
  return (
    <>
      <PageHeader
        title={title}
        meta={<ComparedWords asked={asked} until={all.data?.comparedUntil} />}
        actions={<RangeOf asked={asked} />}
      />
      <div className="statistic-bar">
        <PeriodBar
          label={t('statistic.period')}
          value={asked.period}
          onChange={period => asked.change({ period, unit: undefined })}
          comparison={asked.comparison}
          onCompare={compare => asked.change({ compare: compare === 'previous' ? undefined : compare })}
        />
        {currencies.length > 1 && (
          <Select
            aria-label={t('statistic.currency')}
            value={currency}
            options={currencies.map(value => ({ value, label: value }))}
            onChange={value => asked.change({ currency: value })}
          />
        )}
        {kind.name === 'cards' && <CardKindSelect value={asked.cardKind} onChange={value => asked.change({ kind: value })} />}
      </div>
      {all.error && !all.data ? (
        <FailedFigures asked={asked} error={all.error} onRetry={() => void all.refetch()} />
      ) : all.data ? (
        <Figures
          kind={kind}
          asked={asked}
          total={all.data.totals.find(line => line.currency === currency)}
          currency={currency}
          until={all.data.comparedUntil}
        />
      ) : (
        <Bones rows={12} />
      )}
    </>
  )
}

interface FiguresProps {
  kind: Kind
  asked: Asked
  total: Line | undefined
  currency: string | undefined
  /** The moment up to which a range that is not over yet is compared. */
  until: string | null
}

function Figures({ kind, asked, total, currency, until }: FiguresProps) {
  const { drilled, drill, close } = useDrill(asked.company)
  const unit = isUnit(asked.search['unit']) ? asked.search['unit'] : unitFor(asked.range)
  const props = { kind, asked, unit, currency, drill }
  return (
    <>
      {kind.name === 'cards' ? (
        <>
          <CardHeadline {...props} />
          <CardTrend {...props} />
        </>
      ) : (
        <>
          <Headline {...props} total={total} />
          <Trend {...props} />
        </>
      )}
      {total && (
        <WhileLoading show={<Bones rows={6} />}>
          <Breakdown {...props} total={total} />
        </WhileLoading>
      )}
      <Opened kind={kind} asked={asked} drilled={drilled} until={until} onClose={close} />
    </>
  )
}

/** The rows behind the number that was pressed; its figure is read from them. */
interface OpenedProps {
  kind: Kind
  asked: Asked
  drilled: Drilled | undefined
  until: string | null
  onClose: () => void
}
function Opened({ kind, asked, drilled, until, onClose }: OpenedProps) {
  const before = drilled?.before ? asked.compare : undefined
  const from = before ? movedBack(asked.range, backOf(asked.range, before)).from : asked.range.from
  const opened = drilled && {
    title: [measureWords(kind, drilled.measure), ...placesOf(drilled), ...(before ? [t('statistic.before')] : [])].join(' · '),
    figure: drilled.name ?? '',
    behind: kind.behind({ ...drilled, range: asked.range, before, until, ...(kind.name === 'cards' && { kind: asked.cardKind }) }),
    from,
  }
  return <Behind opened={opened} onClose={onClose} />
}

/** Things whose keys say by themselves what they are called. */
const words = ['type', 'kind', 'payType', 'category']
function placesOf({ group, period, stationId, station, key, label }: Drilled): string[] {
  const unit = group.find(isUnit)
  const line = { period: period ?? null, stationId: stationId ?? null, station: station ?? null, currency: '', before: null, name: null }
  const thing = group.find(each => !isUnit(each) && each !== 'station')
  return [
    ...(unit && isUnit(unit) && period ? [periodWords(unit, period, true)] : []),
    ...(group.includes('station') && stationId ? [nameOf('station', { ...line, key: null })] : []),
    ...(thing && key !== undefined && (label ?? words.includes(thing)) ? [nameOf(thing, { ...line, key, name: label ?? null })] : []),
  ]
}

/** The station that is chosen, or all of its company. */
export function RangeOf({ asked: { several, company, change } }: { asked: Asked }) {
  if (!several) return null
  return (
    <Segmented
      aria-label={t('kit.range')}
      value={company ? 'company' : 'station'}
      options={[
        { value: 'station', label: t('kit.rangeStation') },
        { value: 'company', label: t('kit.rangeCompany') },
      ]}
      onChange={range => change({ range: range === 'company' ? range : undefined })}
    />
  )
}

/** The days, and those they are compared with; a line never ends within a day. */
function ComparedWords({ asked: { range, compare }, until }: { asked: Asked; until: string | null | undefined }) {
  const days = ({ from, to }: { from: string; to: string }) => (from === to ? from : fromTo(from, to))
  const whole = compare && movedBack(range, backOf(range, compare))
  // Of a range that is not over, the answer says until when it is compared; its words have their place before, so that nothing moves.
  const pending = until === undefined && range.to >= today()
  const before =
    whole &&
    (until || pending
      ? t('statistic.comparedUntil', {
          before: days({ from: whole.from, to: until ? time(until, 'day') : whole.to }),
          clock: until ? clock(until) : '00:00',
        })
      : t('statistic.comparedWith', { before: days(whole) }))
  return (
    <>
      <span className="statistic-days">{days(range)}</span>
      {before && (
        <>
          {' · '}
          <span className={pending ? 'statistic-days k-unseen' : 'statistic-days'}>{before}</span>
        </>
      )}
    </>
  )
}
