import { BarChart, LineChart, PieChart } from 'echarts/charts'
import { GridComponent } from 'echarts/components'
import { init, use, type EChartsType } from 'echarts/core'
import { CanvasRenderer } from 'echarts/renderers'
import { useEffect, useEffectEvent, useRef, useState, type KeyboardEvent } from 'react'
import { t } from '../../i18n/index.ts'
import { wordsAt, type Figures } from './figures.ts'
import { lookOf } from './look.ts'
import { optionOf } from './option.ts'

use([BarChart, LineChart, PieChart, GridComponent, CanvasRenderer])

export interface CanvasProps {
  title: string
  figures: Figures
  dark: boolean
  onOpen?: ((at: number) => void) | undefined
}

/** The drawing, read point by point with the pointer or the arrow keys; what stands at a point is said in words. */
export default function Canvas({ title, figures, dark, onOpen }: CanvasProps) {
  const [at, setAt] = useState<number>()
  const place = useRef<HTMLDivElement>(null)
  const chart = useChart(place, { onAt: setAt, onPress: onOpen, figures })
  useEffect(() => {
    chart.current?.setOption(optionOf(figures, lookOf(dark)), true)
  })
  useEffect(() => {
    chart.current?.dispatchAction({ type: 'downplay' })
    if (at !== undefined) chart.current?.dispatchAction({ type: 'highlight', dataIndex: at })
  })
  const last = figures.labels.length - 1
  const press = (event: KeyboardEvent) => {
    const next = { ArrowLeft: Math.max(0, (at ?? 1) - 1), ArrowRight: Math.min(last, (at ?? -1) + 1), Home: 0, End: last }[event.key]
    if (next !== undefined) setAt(next)
    else if (event.key === 'Enter' && at !== undefined && onOpen) onOpen(at)
    else if (event.key === 'Escape' && at !== undefined) setAt(undefined)
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  const said = at === undefined ? undefined : wordsAt(figures, at)
  return (
    <div className="k-chart-canvas" role="application" aria-label={t('chart.keys', { title })} tabIndex={0} onKeyDown={press}>
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

interface Listening {
  figures: Figures
  onAt: (at: number | undefined) => void
  onPress: ((at: number) => void) | undefined
}

/** The library's chart in its place: as large as the place is, telling where the pointer is. */
function useChart(place: React.RefObject<HTMLDivElement | null>, { figures, onAt, onPress }: Listening) {
  const chart = useRef<EChartsType>(undefined)
  const under = useEffectEvent((x: number, y: number): number | undefined => {
    if (figures.kind === 'donut' || !chart.current?.containPixel({ gridIndex: 0 }, [x, y])) return undefined
    const [at] = chart.current.convertFromPixel({ gridIndex: 0 }, [x, y]) as [number, number]
    return at >= 0 && at < figures.labels.length ? at : undefined
  })
  const move = useEffectEvent((at: number | undefined) => onAt(at))
  const press = useEffectEvent((at: number | undefined) => at !== undefined && onPress?.(at))
  const isDonut = useEffectEvent(() => figures.kind === 'donut')
  useEffect(() => {
    const made = init(place.current, undefined, { renderer: 'canvas' })
    chart.current = made
    const zr = made.getZr()
    zr.on('mousemove', ({ offsetX, offsetY }: { offsetX: number; offsetY: number }) => !isDonut() && move(under(offsetX, offsetY)))
    zr.on('globalout', () => move(undefined))
    zr.on('click', ({ offsetX, offsetY }: { offsetX: number; offsetY: number }) => !isDonut() && press(under(offsetX, offsetY)))
    made.on('mouseover', ({ dataIndex }) => isDonut() && move(dataIndex))
    made.on('click', ({ dataIndex }) => isDonut() && press(dataIndex))
    const watch = new ResizeObserver(() => made.resize())
    watch.observe(place.current!)
    return () => {
      watch.disconnect()
      made.dispose()
    }
  }, [place])
  return chart
}
