import { LineChart, ScatterChart } from 'echarts/charts'
import { GridComponent } from 'echarts/components'
import { init, use, type EChartsType } from 'echarts/core'
import { CanvasRenderer } from 'echarts/renderers'
import { useEffect, useEffectEvent, useRef, useState, type KeyboardEvent, type RefObject } from 'react'
import { t } from '../../i18n/index.ts'
import { zone } from '../../core/time.ts'
import { lookOf } from './look.ts'
import { momentsOf, nearest, wordsAtMoment, type TimeFigures } from './time-figures.ts'
import { timeOption } from './time-option.ts'

use([LineChart, ScatterChart, GridComponent, CanvasRenderer])

export interface TimeCanvasProps {
  title: string
  figures: TimeFigures
  colors: ReadonlyMap<string, string>
  dark: boolean
}

const aheadMsAt = (ms: number) => Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(zone()).offsetNanoseconds / 1_000_000

/** The drawing, read moment by moment with the pointer or the arrow keys; what is known of a moment is said in words. */
export default function TimeCanvas({ title, figures, colors, dark }: TimeCanvasProps) {
  const [at, setAt] = useState<number>()
  const place = useRef<HTMLDivElement>(null)
  const moments = momentsOf(figures)
  const aheadMs = aheadMsAt(figures.until)
  const chart = useTimeChart(place, ms => setAt(ms === undefined || moments.length === 0 ? undefined : nearest(moments, ms - aheadMs)))
  useEffect(() => {
    chart.current?.setOption(timeOption(figures, lookOf(dark), aheadMs, colors), true)
  })
  const last = moments.length - 1
  const press = (event: KeyboardEvent) => {
    const next = { ArrowLeft: Math.max(0, (at ?? last + 1) - 1), ArrowRight: Math.min(last, (at ?? -1) + 1), Home: 0, End: last }[event.key]
    if (next !== undefined && last >= 0) setAt(next)
    else if (event.key === 'Escape' && at !== undefined) setAt(undefined)
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  const moment = at === undefined ? undefined : moments[Math.min(at, last)]
  const said = moment === undefined ? undefined : wordsAtMoment(figures, moment)
  return (
    <div className="k-chart-canvas" role="application" aria-label={t('chart.timeKeys', { title })} tabIndex={0} onKeyDown={press}>
      <div ref={place} aria-hidden="true" />
      <div className={said ? 'k-chart-said' : 'visually-hidden'} aria-live="polite">
        {said && (
          <>
            <strong>{said.label}</strong>
            {said.lines.map(line => (
              <span key={line}>{line}</span>
            ))}
          </>
        )}
      </div>
    </div>
  )
}

/** The library's chart in its place: as large as the place is, telling at which moment the pointer is. */
function useTimeChart(place: RefObject<HTMLDivElement | null>, onMoment: (ms: number | undefined) => void) {
  const chart = useRef<EChartsType>(undefined)
  const under = useEffectEvent((x: number, y: number): number | undefined => {
    if (!chart.current?.containPixel({ gridIndex: 0 }, [x, y])) return undefined
    return (chart.current.convertFromPixel({ gridIndex: 0 }, [x, y]) as [number, number])[0]
  })
  const move = useEffectEvent((ms: number | undefined) => onMoment(ms))
  useEffect(() => {
    const made = init(place.current, undefined, { renderer: 'canvas' })
    chart.current = made
    const zr = made.getZr()
    zr.on('mousemove', ({ offsetX, offsetY }: { offsetX: number; offsetY: number }) => move(under(offsetX, offsetY)))
    zr.on('globalout', () => move(undefined))
    const watch = new ResizeObserver(() => made.resize())
    watch.observe(place.current!)
    return () => {
      watch.disconnect()
      made.dispose()
    }
  }, [place])
  return chart
}
