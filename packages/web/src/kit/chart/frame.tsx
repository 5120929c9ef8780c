import { Button } from 'antd'
import { useState, type ReactNode } from 'react'
import { t } from '../../i18n/index.ts'
import { Bones } from '../feedback/states.tsx'
import { Segmented } from '../segmented.tsx'
import './chart.css'

export interface LegendEntry {
  readonly name: string
  readonly color: string
}

export interface ChartFrameProps {
  title: string
  /** What may be hidden; nothing where there is one series alone. */
  legend: readonly LegendEntry[]
  hidden: ReadonlySet<string>
  onToggle: (name: string) => void
  actions?: ReactNode
  chart: ReactNode
  table: ReactNode
  /** Stands in place of either, where there are no figures. */
  nothing?: ReactNode
}

/** What stands around every chart: which series are shown, and whether as a chart or as a table. */
export function ChartFrame({ title, legend, hidden, onToggle, actions, chart, table, nothing }: ChartFrameProps) {
  const [view, setView] = useState<'chart' | 'table'>('chart')
  return (
    <figure className="k-chart" aria-label={title}>
      <div className="k-chart-head">
        {legend.length > 0 && (
          <div role="group" aria-label={t('chart.series')} className="k-chart-legend">
            {legend.map(({ name, color }) => (
              <Button key={name} type="text" size="small" aria-pressed={!hidden.has(name)} onClick={() => onToggle(name)}>
                <svg width="12" height="12" viewBox="0 0 12 12" aria-hidden="true">
                  <rect x="1" y="1" width="10" height="10" rx="2" fill={hidden.has(name) ? 'none' : color} stroke={color} />
                </svg>
                {name}
              </Button>
            ))}
          </div>
        )}
        {actions}
        <Segmented
          size="small"
          value={view}
          aria-label={t('chart.view')}
          options={[
            { value: 'chart', label: t('chart.asChart') },
            { value: 'table', label: t('chart.asTable') },
          ]}
          onChange={setView}
        />
      </div>
      {nothing ?? (view === 'table' ? table : chart)}
    </figure>
  )
}

/** The names of series that are hidden, and one that is shown again or hidden. */
export function useHidden(): [ReadonlySet<string>, (name: string) => void] {
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set())
  const toggle = (name: string) =>
    setHidden(now => (now.has(name) ? new Set([...now].filter(one => one !== name)) : new Set(now).add(name)))
  return [hidden, toggle]
}

/** As high as the chart will be, so that nothing beneath it moves when it comes. */
export const ChartShape = ({ withHead = false }: { withHead?: boolean }) => (
  <div className={withHead ? 'k-chart-shape k-chart-shape-head' : 'k-chart-shape'}>
    <Bones rows={5} />
  </div>
)
