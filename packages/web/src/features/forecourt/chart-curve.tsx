import type { ChartPoint } from '@forecourt/contract'
import { litres } from '../../core/money.ts'
import { t } from '../../i18n/index.ts'
import { Chart } from '../../kit/chart/chart.tsx'

/** So many points are enough to draw a curve. */
const drawn = 97

/** A tank chart as a curve: litres by height. */
export function ChartCurve({ points, title }: { points: readonly ChartPoint[] | undefined; title: string }) {
  const every = Math.max(1, Math.floor((points?.length ?? 0) / drawn))
  const some = points?.filter((_, at) => at % every === 0 || at === points.length - 1)
  return (
    <Chart
      title={title}
      kind="line"
      labels={some?.map(({ heightMm }) => String(heightMm))}
      series={[{ name: t('tankReadings.volumeCl'), values: some?.map(({ volumeCl }) => volumeCl) ?? [] }]}
      unit={t('kit.unitLitre')}
      write={litres}
      labelName={t('tankCharts.heightMm')}
      namesAxis
    />
  )
}
