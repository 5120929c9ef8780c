import type { EChartsCoreOption } from 'echarts/core'
import { fuelPaint } from '../draw/fuel-color.ts'
import { colorOf, dashes, symbols, type Ground } from './palette.ts'
import type { Figures, Series } from './figures.ts'

export interface Look {
  readonly ground: Ground
  readonly text: string
  readonly line: string
  readonly back: string
  readonly still: boolean
}

/** A chart as its library wants it described. */
export function optionOf(figures: Figures, look: Look): EChartsCoreOption {
  const shared = { animation: !look.still, animationDuration: 150, animationDurationUpdate: 150, textStyle: { color: look.text } }
  return figures.kind === 'donut' ? { ...shared, series: [donut(figures, look)] } : { ...shared, ...axes(figures, look) }
}

/** The colours of the parts of a donut, and of the series of anything else. */
export const colorsOf = ({ kind, labels, series }: Figures, ground: Ground): string[] =>
  kind === 'donut'
    ? labels.map((_, part) => colorAt(series[0], part, ground) ?? colorOf(ground, part))
    : series.map(({ color, fuel }, at) => color ?? (fuel ? fuelPaint(fuel) : colorOf(ground, at)))

/** The colour of one value of a series: its fuel's, and among fuels a quiet one for what is none. */
const colorAt = (series: Series | undefined, at: number, ground: Ground): string | undefined => {
  if (!series?.fuels?.some(Boolean)) return undefined
  const fuel = series.fuels[at]
  return fuel ? fuelPaint(fuel) : quiet[ground]
}
/** Of what is no figure by itself. */
export const quiet: Record<Ground, string> = { light: '#8a949e', dark: '#7d8793' }

function axes({ kind, labels, series, unit, write, axisName }: Figures, look: Look) {
  const label = { color: look.text, fontSize: 11, hideOverlap: true }
  return {
    // Its labels are kept clear by the library, the name of the axis beneath them is not.
    grid: { left: 8, right: 12, top: 28, bottom: axisName ? 22 : 4, containLabel: true },
    xAxis: {
      type: 'category',
      data: [...labels],
      boundaryGap: kind !== 'line',
      axisLabel: label,
      axisTick: { show: false },
      axisLine: { lineStyle: { color: look.line } },
      ...(axisName && { name: axisName, nameLocation: 'middle', nameGap: 26, nameTextStyle: label }),
    },
    yAxis: {
      type: 'value',
      name: unit,
      nameTextStyle: { ...label, align: 'right' },
      axisLabel: { ...label, formatter: (value: number) => write(value).replace(/\.00$/, '') },
      splitLine: { lineStyle: { color: look.line } },
    },
    series: series.map((one, at) => (kind === 'line' || one.compared ? line(one, at, look) : bar(one, at, kind === 'stacked', look))),
  }
}

/** Points with no line between them: each is seen by its mark alone, which is drawn however little room there is. */
const standAlone = (values: Series['values']): boolean => values.every((value, at) => value === null || (values[at - 1] ?? null) === null)

const line = ({ name, values, color, compared }: Series, at: number, { ground }: Look) => ({
  type: 'line',
  name,
  data: [...values],
  symbol: compared ? 'none' : symbols[at % symbols.length],
  symbolSize: 6,
  ...(standAlone(values) && { showAllSymbol: true, symbolSize: 10 }),
  lineStyle: { width: compared ? 1.5 : 2, type: compared ? 'dashed' : dashes[at % dashes.length] },
  itemStyle: { color: color ?? colorOf(ground, at) },
})

const bar = ({ name, values, color, fuels }: Series, at: number, stacked: boolean, { ground, back }: Look) => ({
  type: 'bar',
  name,
  data: fuels
    ? values.map((value, place) => ({ value, itemStyle: { color: colorAt({ name, values, fuels }, place, ground) } }))
    : [...values],
  barMaxWidth: 36,
  ...(stacked && { stack: 'all' }),
  // The gap between parts tells them apart without their colours.
  itemStyle: {
    color: color ?? colorOf(ground, at),
    borderRadius: stacked ? 0 : [2, 2, 0, 0],
    borderColor: back,
    borderWidth: stacked ? 1 : 0,
  },
})

const donut = (figures: Figures, { ground, back, text }: Look) => ({
  type: 'pie',
  radius: ['52%', '78%'],
  itemStyle: { borderColor: back, borderWidth: 2 },
  label: { color: text, formatter: '{b}\n{d}%', fontSize: 11 },
  labelLine: { length: 8, length2: 8 },
  data: figures.labels.map((name, part) => ({
    name,
    value: figures.series[0]?.values[part] ?? 0,
    itemStyle: { color: colorsOf(figures, ground)[part] },
  })),
})
