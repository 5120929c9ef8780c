import { netVolumeOf, tankChartPoints, tankCharts } from '@forecourt/contract'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef } from 'react'
import { call } from '../../core/api.ts'
import { litres } from '../../core/money.ts'
import { equals } from '../../core/search.ts'
import { t } from '../../i18n/index.ts'
import { Amount } from '../../kit/form/amount.tsx'
import type { OwnControl } from '../../kit/form/fields-form.tsx'
import type { Values } from '../../kit/form/values.ts'
import { Button } from '../../kit/ui.ts'

type Side = 'before' | 'after'
const times = { before: 'beginTime', after: 'endTime' } as const

/** The points of the chart that was in force at a moment, else of the newest; none where the tank has no chart, or while they come. */
function usePoints(tankId: number | undefined, at: number | undefined) {
  const { data: versions } = useQuery({
    queryKey: [tankCharts.name, 'versions', 'of', tankId],
    enabled: tankId !== undefined,
    queryFn: async ({ signal }) =>
      (await call(tankCharts.list, { query: { size: 100, search: equals('tank.id', tankId!) } }, { signal })).content,
  })
  const id = versions?.find(({ fromAt }) => at === undefined || Date.parse(fromAt) <= at)?.id
  const { data } = useQuery({
    queryKey: [tankCharts.name, 'points', id],
    enabled: id !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async ({ signal }) => (await call(tankChartPoints, { id: id! }, { signal })).points,
  })
  return data
}

const whole = (value: unknown) => (Number.isSafeInteger(value) ? (value as number) : undefined)

/** What the heights come to by the chart of the tank. */
function useByChart(values: Values, side: Side): number | undefined {
  const at = values[times[side]]
  const points = usePoints(whole(values['tankId']), typeof at === 'string' ? Date.parse(at) : undefined)
  const height = whole(values[`${side}OilHeightMm`])
  return points && height !== undefined ? netVolumeOf(points, height, whole(values[`${side}WaterHeightMm`]) ?? null) : undefined
}

type Props = Parameters<OwnControl>[0] & { readonly side: Side }

/** The volume follows from the heights as long as nobody types another one; then it says what the chart would say. */
function ChartVolume({ side, field, values, change, value, onChange, ...rest }: Props) {
  const byChart = useByChart(values, side)
  const filled = useRef<number>(undefined)
  const fill = useEffectEvent((volumeCl: number) => {
    if (value != null && value !== filled.current) return
    filled.current = volumeCl
    if (value !== volumeCl) change(field.name, volumeCl)
  })
  useEffect(() => {
    if (byChart !== undefined) fill(byChart)
  }, [byChart])
  const said = byChart === undefined ? undefined : litres(byChart)
  return (
    <>
      <Amount {...rest} value={value as number | undefined} {...(onChange && { onChange })} />
      {said !== undefined && (
        <small className="k-quiet" aria-live="polite">
          {value === byChart ? t('delivery.byChart') : t('delivery.typedAgainstChart', { volume: said })}{' '}
          {value !== byChart && (
            <Button type="link" size="small" onClick={() => change(field.name, byChart)}>
              {t('delivery.useChart')}
            </Button>
          )}
        </small>
      )}
    </>
  )
}

/** 由罐容表: volumes of the delivery form, by the chart where there is one. */
export const volumesByChart: Record<string, OwnControl> = {
  beforeVolumeCl: props => <ChartVolume {...props} side="before" />,
  afterVolumeCl: props => <ChartVolume {...props} side="after" />,
}
