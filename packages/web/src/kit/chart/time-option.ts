import type { FuelColor } from '@forecourt/contract'
import type { EChartsCoreOption } from 'echarts/core'
import { time } from '../../core/time.ts'
import { fuelPaint } from '../draw/fuel-color.ts'
import { quiet as quietColor, type Look } from './option.ts'
import { colorOf, symbols, type Ground } from './palette.ts'
import type { TimeFigures, TimeLine, TimeMarks } from './time-figures.ts'

const dayMs = 86_400_000
/** What stands beside the figures keeps to the lower quarter, so that it does not cross them. */
const besideMax = ({ max }: { max: number }) => Math.max(100, Math.ceil(max / 25) * 100)

/** The colour of each line and of each kind of mark, by its name. */
export function timeColors({ lines, marks }: Pick<TimeFigures, 'lines' | 'marks'>, ground: Ground): ReadonlyMap<string, string> {
  const limits = lines.filter(({ quiet, scale }) => quiet && !scale)
  const others: readonly { name: string; fuel?: FuelColor }[] = [...lines.filter(line => !limits.includes(line)), ...marks]
  return new Map([
    ...limits.map(({ name }): [string, string] => [name, quietColor[ground]]),
    ...others.map(({ name, fuel }, at): [string, string] => [name, fuel ? fuelPaint(fuel) : colorOf(ground, at)]),
  ])
}

/**
 * A chart over time as its library wants it described. The library knows no time zones: moments are given to it as the station's clock
 * shows them, moved by what the zone is ahead at the end of the time that is shown.
 */
export function timeOption(figures: TimeFigures, look: Look, aheadMs: number, colors: ReadonlyMap<string, string>): EChartsCoreOption {
  const { from, until, lines, marks, unit, write } = figures
  const label = { color: look.text, fontSize: 11, hideOverlap: true }
  const beside = lines.find(({ scale }) => scale)?.scale
  const short = until - from <= 2 * dayMs
  const axis = (name: string, of: (value: number) => string, align: 'left' | 'right') => ({
    type: 'value',
    name,
    nameTextStyle: { ...label, align: align === 'right' ? 'right' : 'left' },
    axisLabel: { ...label, formatter: (value: number) => of(value).replace(/\.00$/, '') },
    splitLine: { show: align === 'right', lineStyle: { color: look.line } },
  })
  return {
    animation: !look.still,
    animationDuration: 150,
    animationDurationUpdate: 150,
    useUTC: true,
    textStyle: { color: look.text },
    grid: { left: 8, right: 12, top: 28, bottom: 4, containLabel: true },
    xAxis: {
      type: 'time',
      min: from + aheadMs,
      max: until + aheadMs,
      axisLabel: { ...label, formatter: (ms: number) => tickWords(ms - aheadMs, short) },
      axisLine: { lineStyle: { color: look.line } },
      axisTick: { show: false },
      splitLine: { show: false },
    },
    yAxis: [axis(unit, write, 'right'), ...(beside ? [{ ...axis(beside.unit, beside.write, 'left'), min: 0, max: besideMax }] : [])],
    series: [
      ...lines.map(one => line(one, aheadMs, colors.get(one.name)!)),
      ...marks.map((of, at) => points(of, at, aheadMs, colors.get(of.name)!, look.back)),
    ],
  }
}

/** `14:00`; where days are far apart, and at midnight, `11-20`. */
function tickWords(ms: number, short: boolean): string {
  const words = time(new Date(ms).toISOString(), 'minute')
  const clock = words.slice(11)
  return short && clock !== '00:00' ? clock : words.slice(5, 10)
}

const line = ({ name, moments, quiet, scale }: TimeLine, aheadMs: number, color: string) => ({
  type: 'line',
  name,
  data: moments.map(([ms, value]) => [ms + aheadMs, value]),
  yAxisIndex: scale ? 1 : 0,
  symbol: 'none',
  connectNulls: false,
  lineStyle: { width: quiet ? 1.25 : 2, type: quiet ? 'dashed' : 'solid' },
  itemStyle: { color },
})

const points = ({ name, marks }: TimeMarks, at: number, aheadMs: number, color: string, back: string) => ({
  type: 'scatter',
  name,
  data: marks.map(({ ms, value }) => [ms + aheadMs, value]),
  symbol: symbols[(at + 1) % symbols.length],
  symbolSize: 10,
  z: 3,
  itemStyle: { color, borderColor: back, borderWidth: 1.5 },
})
