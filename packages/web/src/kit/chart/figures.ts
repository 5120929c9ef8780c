import type { FuelColor } from '@forecourt/contract'
import { percent } from '../../core/money.ts'
import { t } from '../../i18n/index.ts'

export type ChartKind = 'bar' | 'line' | 'stacked' | 'donut'

export interface Series {
  readonly name: string
  /** One for each label; null where nothing is known. */
  readonly values: readonly (number | null)[]
  readonly color?: string
  /** It is of a fuel, and drawn in its colour. */
  readonly fuel?: FuelColor | null
  /** Each of its values is of a fuel, or of none. */
  readonly fuels?: readonly (FuelColor | null)[]
  /** What the others are compared with: a thin broken line. */
  readonly compared?: boolean
}

export interface Figures {
  readonly kind: ChartKind
  readonly labels: readonly string[]
  readonly series: readonly Series[]
  readonly unit: string
  readonly write: (value: number) => string
  /** What the labels are and in which unit, beneath their axis, where the labels themselves do not tell. */
  readonly axisName?: string | undefined
}

export const sumOf = (values: readonly (number | null)[]): number => values.reduce<number>((sum, value) => sum + (value ?? 0), 0)

/** What stands at one place: its label, then each series that is shown there. A donut says shares besides. */
export function wordsAt({ kind, labels, series, unit, write }: Figures, at: number): { label: string; lines: string[] } {
  const said = series.flatMap(({ name, values }) => {
    const value = values[at]
    if (value == null) return []
    if (kind !== 'donut') return [t('chart.point', { name, value: write(value), unit })]
    const all = sumOf(values)
    const share = all === 0 ? '—' : percent(Math.round((value / all) * 1000) / 10)
    return [t('chart.share', { name, value: write(value), unit, share })]
  })
  return { label: labels[at] ?? '', lines: said }
}

/** Sums mean something where parts make a whole; a line of prices or levels has none. */
export const hasTotals = (kind: ChartKind): boolean => kind !== 'line'
