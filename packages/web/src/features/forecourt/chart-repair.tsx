import { acceptChartRepair, tankChartRepair, tankCharts, type RowOf, type TankChartRepair, type tanks } from '@forecourt/contract'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../core/api.ts'
import { count, litres, percent, unknown } from '../../core/money.ts'
import { fromTo, time } from '../../core/time.ts'
import { t } from '../../i18n/index.ts'
import { Chart } from '../../kit/chart/chart.tsx'
import { ChartShape } from '../../kit/chart/frame.tsx'
import { saidOnPage } from '../../kit/detail/use-record.ts'
import { Failed } from '../../kit/feedback/states.tsx'
import { ActButton } from '../../kit/form/act-button.tsx'

type Tank = RowOf<typeof tanks>
const toneOf = { proposed: 'k-tag k-busy', fine: 'k-tag k-good', tooLittle: 'k-tag k-off' } as const

/** 罐容表校正: what the chart in force is off by, by levels and sales, and the chart that is proposed. */
export default function ChartRepair({ tank }: { tank: Tank }) {
  const { data, error, refetch } = useQuery({
    queryKey: [tankCharts.name, 'repair', tank.id],
    meta: saidOnPage,
    queryFn: ({ signal }) => call(tankChartRepair, { id: tank.id }, { signal }),
  })
  if (error) return <Failed error={error} onRetry={() => void refetch()} />
  if (!data) return <ChartShape withHead />
  return (
    <section>
      <h3>{t('chartRepair.title')}</h3>
      <p className="k-quiet">{t('chartRepair.help')}</p>
      <p aria-live="polite" className="k-tag-says">
        <span className={toneOf[data.state]}>{stateWords(data)}</span>
      </p>
      <dl className="fc-repair">
        {factsOf(data).map(({ label, value }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {data.map.length > 0 && <ErrorMap repair={data} />}
      {data.state === 'proposed' && (
        <p className="fc-under">
          <Accept tank={tank} repair={data} />
        </p>
      )}
    </section>
  )
}

const stateWords = ({ state, lack, worst }: TankChartRepair): string =>
  state === 'tooLittle' && lack
    ? t(`chartRepair.lack_${lack}`)
    : state === 'proposed' && worst
      ? t('chartRepair.proposed', {
          height: count(worst.heightMm),
          error: litres(worst.errorCl),
          uncertainty: litres(worst.uncertaintyCl),
        })
      : t('chartRepair.fine')

function factsOf(repair: TankChartRepair): { label: string; value: string }[] {
  const { days, soldCl, pairs, fromMm, untilMm, kind, shiftMm, widerPercent, from, until } = repair
  const range = fromMm === null || untilMm === null ? unknown : fromTo(count(fromMm), count(untilMm))
  return [
    { label: t('chartRepair.time'), value: fromTo(time(from, 'day'), time(until, 'day')) },
    { label: t('chartRepair.days'), value: days.toFixed(1) },
    { label: t('chartRepair.sold'), value: litres(soldCl) },
    { label: t('chartRepair.pairs'), value: count(pairs) },
    { label: t('chartRepair.range'), value: range },
    ...(kind ? [{ label: t('chartRepair.anchor'), value: t(`chartRepair.anchor_${kind}`, { height: count(fromMm) }) }] : []),
    ...(kind === 'shape' ? [{ label: t('chartRepair.shift'), value: (shiftMm ?? 0).toFixed(1) }] : []),
    ...(kind === 'shape' ? [{ label: t('chartRepair.wider'), value: percent(widerPercent, 2) }] : []),
  ]
}

/** True less chart, at the heights that were seen, with what it is unsure by; and the correction that is proposed there. */
function ErrorMap({ repair: { map, curve } }: { repair: TankChartRepair }) {
  const proposedAt = (heightMm: number) => {
    const near = curve.reduce<TankChartRepair['curve'][number] | undefined>(
      (best, one) => (!best || Math.abs(one.heightMm - heightMm) < Math.abs(best.heightMm - heightMm) ? one : best),
      undefined,
    )
    return near ? near.proposedCl - near.presentCl : 0
  }
  return (
    <Chart
      title={t('chartRepair.map')}
      kind="line"
      labels={map.map(({ heightMm }) => String(heightMm))}
      namesAxis
      series={[
        { name: t('chartRepair.error'), values: map.map(({ errorCl }) => errorCl) },
        { name: t('chartRepair.above'), values: map.map(({ errorCl, uncertaintyCl }) => errorCl + uncertaintyCl) },
        { name: t('chartRepair.below'), values: map.map(({ errorCl, uncertaintyCl }) => errorCl - uncertaintyCl) },
        { name: t('chartRepair.correction'), values: map.map(({ heightMm }) => proposedAt(heightMm)) },
      ]}
      unit={t('kit.unitLitre')}
      write={litres}
      labelName={t('tankCharts.heightMm')}
    />
  )
}

/** What is accepted: the stock that is measured before and after, and by how much the chart changes at each height. */
function Accept({ tank, repair: { until, fingerprint, stockChangeCl, curve } }: { tank: Tank; repair: TankChartRepair }) {
  const before = tank.measuredAt === null ? null : tank.volumeCl
  const after = before === null || stockChangeCl === null ? undefined : before + stockChangeCl
  return (
    <ActButton
      of={acceptChartRepair}
      id={tank.id}
      words={tankCharts.name}
      fields={['description']}
      defaults={{ until, fingerprint, description: t('chartRepair.description') }}
      label={t('chartRepair.accept')}
      title={t('chartRepair.acceptOf', { number: tank.number })}
      done={t('tankCharts.added')}
      rules={() => ({ figures: [{ label: t('chartRepair.stock'), unit: 'litres', before, after }] })}
      effect={() => (
        <>
          <p>{t('chartRepair.effect')}</p>
          <p className="k-quiet">{t('chartRepair.noGain')}</p>
          <p className="fc-chart-name">{t('chartRepair.change')}</p>
          {curve.length > 0 && (
            <Chart
              title={t('chartRepair.change')}
              kind="line"
              labels={curve.map(({ heightMm }) => String(heightMm))}
              series={[{ name: t('chartRepair.change'), values: curve.map(({ presentCl, proposedCl }) => proposedCl - presentCl) }]}
              unit={t('kit.unitLitre')}
              write={litres}
              labelName={t('tankCharts.heightMm')}
              namesAxis
            />
          )}
        </>
      )}
      width={760}
    />
  )
}
