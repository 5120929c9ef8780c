import { tankChartPoints, tankCharts, type RowOf, type tanks } from '@forecourt/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../core/api.ts'
import { count, litres } from '../../core/money.ts'
import { equals } from '../../core/search.ts'
import { time } from '../../core/time.ts'
import { t } from '../../i18n/index.ts'
import { Time } from '../../kit/detail/figures.tsx'
import { Related } from '../../kit/detail/related.tsx'
import type { ColumnInput } from '../../kit/list/columns.ts'
import { Button } from '../../kit/ui.ts'
import { Bones } from '../../kit/feedback/states.tsx'
import { later, WhileLoading } from '../../kit/later.tsx'
import { ChartCurve } from './chart-curve.tsx'
import { NewChart } from './new-chart.tsx'

type Tank = RowOf<typeof tanks>
type Version = RowOf<typeof tankCharts>
const ChartRepair = later(() => import('./chart-repair.tsx'))

const dimensionsOf = ({ kind, diameterMm, lengthMm, heads, tiltMmPerM }: Version) =>
  kind !== 'cylinder'
    ? '—'
    : t('tankCharts.dimensions', {
        diameter: count(diameterMm),
        length: count(lengthMm),
        heads: t(heads === 'elliptical' ? 'tankCharts.heads_elliptical' : 'tankCharts.heads_flat').toLowerCase(),
        tilt: String(tiltMmPerM ?? 0),
      })
const columns: readonly ColumnInput<Version>[] = [
  { path: 'fromAt', cell: chart => <Time at={chart.fromAt} precision="minute" /> },
  'kind',
  {
    key: 'dimensions',
    get title() {
      return t('tankCharts.size')
    },
    cell: dimensionsOf,
    text: dimensionsOf,
    width: 320,
  },
  { path: 'topMm', cell: ({ topMm }) => count(topMm) },
  { path: 'topCl', cell: ({ topCl }) => litres(topCl), phone: 'amount' },
  'description',
  'createdById',
]

/** The version in force now: the newest that has begun. */
export function useChartInForce(tankId: number) {
  return useQuery({
    queryKey: [tankCharts.name, 'versions', tankId],
    queryFn: async ({ signal }) => {
      const { content } = await call(tankCharts.list, { query: { size: 100, search: equals('tank.id', tankId) } }, { signal })
      return content.find(({ fromAt }) => Date.parse(fromAt) <= Date.now()) ?? null
    },
  })
}
export function useChartPoints(id: number | undefined) {
  return useQuery({
    queryKey: [tankCharts.name, 'points', id],
    enabled: id !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async ({ signal }) => (await call(tankChartPoints, { id: id! }, { signal })).points,
  })
}

/** 罐容表: the curve of the version in force or of a chosen one, and all versions. */
export function TankCharts({ tank }: { tank: Tank }) {
  const [chosen, setChosen] = useState<Version>()
  const inForce = useChartInForce(tank.id)
  const shown = chosen ?? inForce.data ?? undefined
  const points = useChartPoints(shown?.id)
  return (
    <>
      <div className="fc-tab-acts">
        <NewChart tank={tank} />
      </div>
      {shown && (
        <>
          <h3>{t('tankCharts.versionOf', { time: time(shown.fromAt, 'minute') })}</h3>
          <ChartCurve points={points.data} title={t('forecourt.tab_charts')} />
          <h3 className="fc-under">{t('tankCharts.versions')}</h3>
        </>
      )}
      <Related
        of={tankCharts}
        title={t('tankCharts.versions')}
        where={[equals('tank.id', tank.id)]}
        columns={columns}
        rowActions={chart => (
          <Button type="link" size="small" onClick={() => setChosen(chart)}>
            {t('tankCharts.draw')}
          </Button>
        )}
        empty={t('tankCharts.none')}
      />
      <WhileLoading show={<Bones rows={4} />}>
        <ChartRepair tank={tank} />
      </WhileLoading>
    </>
  )
}
