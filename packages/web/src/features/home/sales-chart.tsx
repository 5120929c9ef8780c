import { recentRanges, type RecentRange } from '@forecourt/contract/start'
import { useState, type ReactNode } from 'react'
import { count, litres, money } from '../../core/money.ts'
import { clock, dayStart, zone } from '../../core/time.ts'
import { t } from '../../i18n/index.ts'
import { Bars, type Bar } from '../../kit/chart/bars.tsx'
import { Section } from '../../kit/detail/section.tsx'
import { Bones, Failed } from '../../kit/feedback/states.tsx'
import { HoldBelow } from '../../kit/list/hold-below.tsx'
import { PageLink } from '../../kit/page/page-link.tsx'
import { useGo } from '../../kit/page/use-go.ts'
import { Segmented } from '../../kit/ui.ts'
import { bySlot, daysOf, slotsOf, type LongerRange } from './ranges.ts'
import { Shares } from './shares.tsx'
import { useSales, useSalesOf, type Hour, type SalesLine } from './use-day.ts'

type Measure = 'volumeCl' | 'totalCents'
/** A bar and the sales behind it, as the list of sales is asked for them. */
type SalesBar = Bar & { readonly createdDate: string }

const write = (measure: Measure) => (value: number) => (measure === 'volumeCl' ? litres(value) : money(value)).replace(/\.00$/, '')

/** What was sold, as bars: today beside the same day last week, or a longer time; and of which fuels, and how it was paid. */
export default function SalesChart({ first = 'today' }: { first?: RecentRange }) {
  const [range, setRange] = useState(first)
  const [measure, setMeasure] = useState<Measure>('volumeCl')
  const shown = { measure, tools: <Tools {...{ range, setRange, measure, setMeasure }} /> }
  return (
    <>
      {range === 'today' ? <Today {...shown} /> : <Longer {...shown} range={range} holds={range === first} />}
      <Shares range={range} measure={measure} />
    </>
  )
}

interface Choice {
  readonly range: RecentRange
  readonly setRange: (range: RecentRange) => void
  readonly measure: Measure
  readonly setMeasure: (measure: Measure) => void
}

const Tools = ({ range, setRange, measure, setMeasure }: Choice) => (
  <div className="home-tools">
    <Segmented
      size="small"
      value={range}
      onChange={setRange}
      aria-label={t('home.range')}
      options={recentRanges.map(value => ({ value, label: t(`home.range_${value}`) }))}
    />
    <Segmented
      size="small"
      value={measure}
      onChange={value => setMeasure(value as Measure)}
      aria-label={t('home.measure')}
      options={[
        { value: 'volumeCl', label: t('home.byLitres') },
        { value: 'totalCents', label: t('home.byMoney') },
      ]}
    />
  </div>
)

interface Shown {
  readonly measure: Measure
  readonly tools: ReactNode
}

/** The hours of today as bars, those of the same day last week as a line. */
function Today({ measure, tools }: Shown) {
  const { data, error, refetch, isLoading } = useSales()
  if (!data) return <Waiting {...{ tools, error, isLoading }} onRetry={() => void refetch()} />
  const start = Temporal.Instant.from(dayStart(data.day))
  const at = (hour: number) => start.add({ hours: hour }).toString()
  const running = Math.floor((Date.parse(data.now) - start.epochMilliseconds) / 3_600_000)
  const of = (hours: readonly Hour[], hour: number) => hours.find(one => one.hour === hour)?.[measure] ?? 0
  const bars = Array.from({ length: 24 }, (_, hour): SalesBar => {
    const label = clock(at(hour))
    return {
      label,
      value: of(data.hours, hour),
      before: of(data.lastWeek, hour),
      running: hour === running,
      createdDate: `${data.day} ${label}:00..${data.day} ${label.slice(0, 2)}:59:59`,
    }
  })
  return (
    <SalesBars {...{ bars, measure, tools }} title={t('home.byHour')}>
      <p className="home-legend">
        <i className="home-key-bar" />
        {t('home.today')}
        <i className="home-key-line" />
        {t('home.lastWeek')}
      </p>
    </SalesBars>
  )
}

function Longer({ range, measure, tools, holds }: Shown & { range: LongerRange; holds: boolean }) {
  const now = Temporal.Now.instant().toString()
  const slots = slotsOf(range, now, zone())
  const { data, error, refetch, isLoading } = useSalesOf(range)
  if (!data)
    return (
      <>
        <Waiting {...{ tools, error, isLoading }} onRetry={() => void refetch()} />
        {holds && isLoading && <HoldBelow />}
      </>
    )
  const lines = bySlot(slots, data)
  const bars = slots.map((slot, at): SalesBar => ({ ...slot, value: lines[at]!.reduce((sum, line) => sum + line[measure], 0) }))
  return (
    <SalesBars {...{ bars, measure, tools }} title={t(`home.by_${range}`)}>
      <Sums lines={data} createdDate={daysOf(range, now, zone())} />
    </SalesBars>
  )
}

/** What all bars come to; each figure opens its sales. */
function Sums({ lines, createdDate }: { lines: readonly SalesLine[]; createdDate: string }) {
  const sum = (of: 'orders' | 'volumeCl' | 'totalCents') => lines.reduce((all, line) => all + line[of], 0)
  const facts = [
    ['count', t('home.count'), count(sum('orders'))],
    ['litres', t('kit.titled', { label: t('home.byLitres'), unit: t('home.litre') }), litres(sum('volumeCl'))],
    ['money', t('kit.titled', { label: t('home.byMoney'), unit: t('kit.unitMoney') }), money(sum('totalCents'))],
  ] as const
  return (
    <dl className="home-facts home-sums">
      {facts.map(([key, label, words]) => (
        <div key={key}>
          <dt>{label}</dt>
          <dd>
            <PageLink page="allQuery" search={{ createdDate }}>
              {words}
            </PageLink>
          </dd>
        </div>
      ))}
    </dl>
  )
}

interface SalesBarsProps extends Shown {
  readonly title: string
  readonly bars: readonly SalesBar[]
  readonly children?: ReactNode
}

/** A bar opens its sales. */
function SalesBars({ title, bars, measure, tools, children }: SalesBarsProps) {
  const go = useGo()
  return (
    <Section title={title} actions={tools}>
      <Bars
        title={title}
        unit={t(measure === 'volumeCl' ? 'home.litre' : 'home.money')}
        bars={bars}
        onOpen={bar => go('allQuery', {}, { createdDate: (bar as SalesBar).createdDate })}
        write={write(measure)}
        names={{ value: t('home.sold'), before: t('home.lastWeek') }}
      />
      {children}
    </Section>
  )
}

interface WaitingProps {
  readonly tools: ReactNode
  readonly error: unknown
  readonly isLoading: boolean
  readonly onRetry: () => void
}
const Waiting = ({ tools, error, isLoading, onRetry }: WaitingProps) =>
  (error || isLoading) && (
    <Section title={t('home.byHour')} actions={tools}>
      <div className="home-hours">{error ? <Failed error={error} onRetry={onRetry} /> : <Bones rows={4} />}</div>
    </Section>
  )
