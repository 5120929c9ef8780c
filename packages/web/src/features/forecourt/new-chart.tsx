import {
  addTankChart,
  chartFault,
  chartOfCylinder,
  tankCharts,
  type ChartPoint,
  type LyingCylinder,
  type RowOf,
  type tanks,
} from '@forecourt/contract'
import { useState } from 'react'
import { count, litres } from '../../core/money.ts'
import { t } from '../../i18n/index.ts'
import { ActButton } from '../../kit/form/act-button.tsx'
import type { Rules } from '../../kit/form/rules.ts'
import type { Values } from '../../kit/form/values.ts'
import { ChartCurve } from './chart-curve.tsx'
import { PointsInput } from './points-input.tsx'

type Tank = RowOf<typeof tanks>
const dimensions = ['diameterMm', 'lengthMm', 'heads', 'tiltMmPerM', 'gaugeAtMm'] as const
const isCylinder = ({ kind }: Values) => kind === 'cylinder'
const isList = ({ kind }: Values) => kind === 'points'
const when = { ...Object.fromEntries(dimensions.map(name => [name, isCylinder])), points: isList }

/** The chart that would be kept; undefined while something is missing for it. */
function chartOf(values: Values): readonly ChartPoint[] | undefined {
  const { kind, points, diameterMm, lengthMm, heads, tiltMmPerM, gaugeAtMm } = values as Values & Partial<LyingCylinder>
  if (kind === 'points') return points as ChartPoint[]
  if (!(diameterMm! >= 100 && diameterMm! <= 5000 && lengthMm! >= 100 && lengthMm! <= 100_000)) return undefined
  return chartOfCylinder({
    diameterMm: diameterMm!,
    lengthMm: lengthMm!,
    heads: heads ?? 'flat',
    tiltMmPerM: Number(tiltMmPerM ?? 0) || 0,
    gaugeAtMm: Number(gaugeAtMm ?? 0) || 0,
  })
}

/** What stands against a chart as it has been entered so far. */
function rulesOf(values: Values, unreadable: number | undefined, { maxVolumeCl }: Tank): Rules {
  const points = chartOf(values)
  const field = isCylinder(values) ? 'lengthMm' : 'points'
  const fault = points && points.length > 0 ? chartFault(points) : undefined
  const line = isList(values) ? unreadable : undefined
  const top = points?.at(-1)?.volumeCl ?? 0
  const wrong =
    line !== undefined
      ? t('tankCharts.unreadable', { line })
      : fault !== undefined
        ? t('tankCharts.notRising', { line: fault + 1 })
        : top > maxVolumeCl
          ? t('tankCharts.aboveCapacity', { top: litres(top), capacity: litres(maxVolumeCl) })
          : undefined
  return { wrong: { [field]: wrong }, required: isCylinder(values) ? ['diameterMm', 'lengthMm'] : ['points'] }
}

function Preview({ values }: { values: Values }) {
  const points = chartOf(values)
  const top = points?.at(-1)
  if (!points || !top || chartFault(points) !== undefined) return <p className="k-quiet">{t('tankCharts.previewLater')}</p>
  return (
    <>
      <p>{t('tankCharts.full', { height: count(top.heightMm), volume: litres(top.volumeCl) })}</p>
      <ChartCurve points={points} title={t('tankCharts.preview')} />
    </>
  )
}

/** A new version of a tank's chart, by the dimensions of the tank or line by line, drawn while it is entered. */
export function NewChart({ tank }: { tank: Tank }) {
  const [unreadable, setUnreadable] = useState<number>()
  return (
    <ActButton
      of={addTankChart}
      words={tankCharts.name}
      fields={['kind', ...dimensions, 'points', 'fromAt', 'description']}
      defaults={{ tankId: tank.id, kind: 'cylinder', heads: 'flat', tiltMmPerM: 0, gaugeAtMm: 0 }}
      when={when}
      controls={{ points: props => <PointsInput {...props} onFault={setUnreadable} /> }}
      rules={values => rulesOf(values, unreadable, tank)}
      effect={values => <Preview values={values} />}
      label={t('tankCharts.add')}
      title={t('tankCharts.addTo', { number: tank.number })}
      done={t('tankCharts.added')}
      width={760}
    />
  )
}
