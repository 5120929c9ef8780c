import { oilInfos, tankAlarms, tankLevels, type RowOf, type tanks } from '@forecourt/contract'
import { colorOfFuel } from '@forecourt/contract/start'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../core/api.ts'
import { useReadWhenTold } from '../../core/live/use-live.ts'
import { litres } from '../../core/money.ts'
import { atLeast, atMost, equals, searchText } from '../../core/search.ts'
import { useMay } from '../../core/session.ts'
import { time } from '../../core/time.ts'
import { t } from '../../i18n/index.ts'
import { TimeChart } from '../../kit/chart/time-chart.tsx'
import { usePage } from '../../kit/page/use-page.ts'
import { Segmented } from '../../kit/ui.ts'
import { levelFigures, type LevelParts } from './level-figures.ts'

type Tank = RowOf<typeof tanks>
const spans = { day: 24, week: 7 * 24, month: 30 * 24, year: 366 * 24 } as const
type SpanName = keyof typeof spans
const spanNames = Object.keys(spans) as SpanName[]
/** As many marks as anybody reads in one drawing. */
const marksMost = 200
const minuteMs = 60_000

/** 液位曲线: the level of a tank over a day, a week, a month or a year, with its water, deliveries, dips and alarms. */
export function LevelCurve({ tank }: { tank: Tank }) {
  const [span, setSpan] = useState<SpanName>('day')
  const { figures, error, refetch } = useLevels(tank, spans[span])
  const shown = figures && levelFigures({ ...figures, fuel: tank.product ? colorOfFuel(tank.product) : 'other' })
  return (
    <>
      <TimeChart
        title={t('stock.curveOf', { number: tank.number })}
        figures={shown}
        {...(error && { error })}
        onRetry={() => void refetch()}
        actions={
          <Segmented
            size="small"
            value={span}
            aria-label={t('stock.span')}
            options={spanNames.map(value => ({ value, label: t(`stock.span_${value}`) }))}
            onChange={setSpan}
          />
        }
      />
      <Extremes levels={figures?.levels.levels} />
    </>
  )
}

/** The lowest and the highest level in words: a drawing does not say them exactly. */
function Extremes({ levels }: { levels: readonly { at: string; volumeCl: number }[] | undefined }) {
  const ordered = (levels ?? []).toSorted((one, other) => one.volumeCl - other.volumeCl)
  const [least, most] = [ordered[0], ordered.at(-1)]
  return (
    <p className="fc-extremes">
      {least && most
        ? t('stock.extremes', {
            least: litres(least.volumeCl),
            leastAt: time(least.at, 'minute'),
            most: litres(most.volumeCl),
            mostAt: time(most.at, 'minute'),
          })
        : levels && t('stock.noLevels')}
    </p>
  )
}

type Shown = Omit<LevelParts, 'fuel'>

/** What the gauge told, and what happened meanwhile. Deliveries are shown to those who may see them. */
function useLevels({ id }: Tank, hours: number) {
  const { visible } = usePage()
  const seesDeliveries = useMay(`${oilInfos.permission}.read`)
  const { data, error, refetch } = useQuery({
    queryKey: ['tankReadings', 'levels', id, hours],
    enabled: visible,
    refetchInterval: minuteMs,
    queryFn: async ({ signal }): Promise<Shown> => {
      const now = Temporal.Now.instant().round('second')
      const [from, until] = [now.subtract({ hours }).toString(), now.toString()]
      const marks = (field: string) => ({
        size: marksMost,
        search: searchText([equals('tank.id', id), atLeast(field, from), atMost(field, until)]),
      })
      const [levels, alarms, deliveries] = await Promise.all([
        call(tankLevels, { id, query: { startTime: from, endTime: until } }, { signal }),
        call(tankAlarms.list, { query: marks('measuredAt') }, { signal }),
        seesDeliveries ? call(oilInfos.list, { query: marks('beginTime') }, { signal }) : undefined,
      ])
      return { from, until, levels, alarms: alarms.content, deliveries: deliveries?.content ?? [] }
    },
  })
  useReadWhenTold(['tanks'], () => visible && hours <= spans.week && void refetch())
  return { figures: data, error, refetch }
}
