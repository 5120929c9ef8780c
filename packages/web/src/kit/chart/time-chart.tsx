import type { ReactNode } from 'react'
import { t } from '../../i18n/index.ts'
import { useDark } from '../dark.ts'
import { Empty, Failed } from '../feedback/states.tsx'
import { later, WhileLoading } from '../later.tsx'
import { ChartFrame, ChartShape, useHidden } from './frame.tsx'
import { momentsOf, momentWords, type TimeFigures } from './time-figures.ts'
import { timeColors } from './time-option.ts'

const TimeCanvas = later(() => import('./time-canvas.tsx'))

export interface TimeChartProps {
  title: string
  /** Undefined while they are on their way. */
  figures: TimeFigures | undefined
  error?: unknown
  onRetry?: () => void
  actions?: ReactNode
  nothing?: ReactNode
}

/** Figures over time that are known at any moment, with what happened; as a chart or as a table, which say the same. */
export function TimeChart({ title, figures, error, onRetry, actions, nothing }: TimeChartProps) {
  const [hidden, toggle] = useHidden()
  const dark = useDark()
  if (error !== undefined && !figures) return <Failed error={error} onRetry={onRetry ?? (() => undefined)} />
  if (!figures) return <ChartShape withHead />
  const colors = timeColors(figures, dark ? 'dark' : 'light')
  const drawn = [...figures.lines.filter(({ moments }) => moments.length > 0), ...figures.marks.filter(({ marks }) => marks.length > 0)]
  const shown = {
    ...figures,
    lines: figures.lines.filter(({ name }) => !hidden.has(name)),
    marks: figures.marks.filter(({ name }) => !hidden.has(name)),
  }
  const isEmpty =
    figures.lines.every(({ quiet, moments }) => quiet || moments.length === 0) && figures.marks.every(of => of.marks.length === 0)
  return (
    <ChartFrame
      title={title}
      legend={drawn.map(({ name }) => ({ name, color: colors.get(name)! }))}
      hidden={hidden}
      onToggle={toggle}
      actions={actions}
      {...(isEmpty && { nothing: nothing ?? <Empty title={t('chart.nothing')} /> })}
      table={<Moments title={title} figures={shown} />}
      chart={
        <WhileLoading show={<ChartShape />}>
          <TimeCanvas title={title} figures={shown} colors={colors} dark={dark} />
        </WhileLoading>
      }
    />
  )
}

/** The newest first, since that is what is looked for. */
function Moments({ title, figures }: { title: string; figures: TimeFigures }) {
  const { lines, marks, unit, write } = figures
  const columns = lines.map(({ name, moments, scale }) => ({
    name,
    unit: scale?.unit ?? unit,
    write: scale?.write ?? write,
    at: new Map(moments),
  }))
  const happened = Map.groupBy(
    marks.flatMap(of => of.marks),
    ({ ms }) => ms,
  )
  return (
    // It scrolls, so it can be reached to be scrolled by keys.
    <div className="k-chart-table" role="region" aria-label={title} tabIndex={0}>
      <table>
        <thead>
          <tr>
            <th scope="col">{t('chart.at')}</th>
            {columns.map(column => (
              <th key={column.name} scope="col" className="k-end">
                {t('kit.titled', { label: column.name, unit: column.unit })}
              </th>
            ))}
            {marks.length > 0 && <th scope="col">{t('chart.what')}</th>}
          </tr>
        </thead>
        <tbody>
          {momentsOf(figures)
            .toReversed()
            .map(ms => (
              <tr key={ms}>
                <th scope="row">{momentWords(ms)}</th>
                {columns.map(({ name, at, write: say }) => (
                  <td key={name} className="k-end">
                    {at.get(ms) == null ? '—' : say(at.get(ms)!)}
                  </td>
                ))}
                {marks.length > 0 && <td>{(happened.get(ms) ?? []).map(({ words }) => words).join('; ')}</td>}
              </tr>
            ))}
        </tbody>
      </table>
    </div>
  )
}
