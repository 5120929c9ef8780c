import { useState } from 'react'
import { litres, money } from '../../core/money.ts'
import { addDays, today } from '../../core/time.ts'
import { t } from '../../i18n/index.ts'
import { Chart } from '../../kit/chart/chart.tsx'
import { comparedPeriod, PeriodBar } from '../../kit/period-bar.tsx'
import { daysOfPeriod } from '../../kit/period-days.ts'
import type { Comparison } from '../../core/compare.ts'
import { State, States } from './state.tsx'

const hours = Array.from({ length: 24 }, (_, hour) => `${String(hour).padStart(2, '0')}:00`)
/** The same drawing every time: a day of a station, quiet at night, busy twice. */
const day = (scale: number, shift: number) =>
  hours.map((_, hour) => Math.round(scale * (1 + Math.sin((hour - 3 + shift) / 3.8) + Math.sin((hour + shift) / 1.9) / 2 + 0.5)))
const days = Array.from({ length: 7 }, (_, at) => addDays('2026-11-20', at - 6))
const fuels = ['92#', '95#', '98#', '0#'] as const
const fuelsOf = ['gasoline92', 'gasoline95', 'gasoline98', 'diesel0'] as const
const stacked = fuels.map((name, at) => ({
  name,
  fuel: fuelsOf[at]!,
  values: days.map((_, day) => (8 - at * 1.7 + ((day * 3 + at) % 4)) * 100_000),
}))

export default function ChartsPart() {
  const unit = t('kit.unitLitre')
  const [opened, setOpened] = useState<string>()
  const shared = { write: litres, unit, labelName: t('gallery.hour'), labels: hours }
  return (
    <States>
      <PeriodState />
      <State title={t('gallery.bars')}>
        <Chart
          title={t('gallery.bars')}
          kind="bar"
          {...shared}
          series={[
            { name: t('gallery.today'), values: day(90_000, 0) },
            { name: t('gallery.lastWeek'), values: day(80_000, 0.6), compared: true },
          ]}
          onOpen={at => setOpened(hours[at])}
        />
        <p aria-live="polite">{opened}</p>
      </State>
      <State title={t('gallery.lines')}>
        <Chart
          title={t('gallery.lines')}
          kind="line"
          {...shared}
          series={[0, 1, 2].map(at => ({ name: t('gallery.tank', { at: at + 1 }), values: day(120_000 - at * 30_000, at * 2) }))}
        />
      </State>
      <State title={t('gallery.stacked')}>
        <Chart
          title={t('gallery.stacked')}
          kind="stacked"
          labels={days.map(one => one.slice(5))}
          labelName={t('gallery.day')}
          unit={unit}
          write={litres}
          series={stacked}
        />
      </State>
      <State title={t('gallery.donut')}>
        <Chart
          title={t('gallery.donut')}
          kind="donut"
          labels={[t('gallery.cash'), t('gallery.card'), t('gallery.scan'), t('gallery.other')]}
          labelName={t('gallery.way')}
          unit={t('kit.unitMoney')}
          write={money}
          series={[{ name: t('gallery.amount'), values: [1_260_000, 2_480_000, 5_120_000, 310_000] }]}
        />
      </State>
      <Waiting />
    </States>
  )
}

function PeriodState() {
  const [period, setPeriod] = useState('thisWeek')
  const [comparison, setComparison] = useState<Comparison>('lastWeek')
  const [own, other] = [daysOfPeriod(period), comparedPeriod(period, comparison)]
  return (
    <State title={t('gallery.period')} wide>
      <PeriodBar label={t('gallery.period')} value={period} onChange={setPeriod} comparison={comparison} onCompare={setComparison} time />
      <p aria-live="polite">
        {own ? t('gallery.span', { ...own }) : period} {other && t('gallery.against', { ...other })} · {t('gallery.today')} {today()}
      </p>
    </State>
  )
}

/** What there is before the figures come, when there are none, and when they do not come. */
function Waiting() {
  const shared = { kind: 'bar' as const, write: litres, unit: t('kit.unitLitre'), labelName: t('gallery.hour') }
  return (
    <>
      <State title={t('gallery.loading')}>
        <Chart title={t('gallery.loading')} {...shared} labels={undefined} series={[]} />
      </State>
      <State title={t('gallery.empty')}>
        <Chart
          title={t('gallery.empty')}
          {...shared}
          labels={hours}
          series={[{ name: t('gallery.today'), values: hours.map(() => null) }]}
        />
      </State>
      <State title={t('gallery.failing')}>
        <Chart title={t('gallery.failing')} {...shared} labels={hours} series={[]} error={new Error()} />
      </State>
    </>
  )
}
