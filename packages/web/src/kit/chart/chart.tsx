import { Button } from 'antd'
import type { ReactNode } from 'react'
import { useDark } from '../dark.ts'
import { t } from '../../i18n/index.ts'
import { Empty, Failed } from '../feedback/states.tsx'
import { hasTotals, sumOf, type ChartKind, type Series } from './figures.ts'
import { ChartFrame, ChartShape, useHidden } from './frame.tsx'
import { colorsOf } from './option.ts'
import { later, WhileLoading } from '../later.tsx'

const Canvas = later(() => import('./canvas.tsx'))

export interface ChartProps {
  title: string
  kind: ChartKind
  /** What stands along the axis, or the parts of a donut: `08:00`, `11-20`, `92#`. Undefined while it is on its way. */
  labels: readonly string[] | undefined
  series: readonly Series[]
  /** Behind the figures: once at the axis, once in the head of the table. */
  unit: string
  write: (value: number) => string
  /** What the labels are, in the head of the table: hour, day, product. */
  labelName: string
  /** The axis says so too: its labels are bare numbers. */
  namesAxis?: boolean
  /** A point opens what it is made of. */
  onOpen?: (at: number) => void
  error?: unknown
  onRetry?: () => void
  actions?: ReactNode
  /** What is said where there are no figures, with the way on. */
  nothing?: ReactNode
}

/** Figures as a chart or as a table, whichever one reads better; both say the same. */
export function Chart({ title, kind, labels, series, unit, write, labelName, namesAxis = false, onOpen, error, ...rest }: ChartProps) {
  const { onRetry, actions, nothing } = rest
  const [hidden, toggle] = useHidden()
  const dark = useDark()
  if (error !== undefined) return <Failed error={error} onRetry={onRetry ?? (() => undefined)} />
  if (!labels) return <ChartShape withHead />
  const figures = { kind, labels, series, unit, write, axisName: namesAxis ? labelName : undefined }
  const colors = colorsOf(figures, dark ? 'dark' : 'light')
  const shown = series.flatMap((one, at) => (hidden.has(one.name) ? [] : [{ ...one, color: colors[at]! }]))
  const isEmpty = labels.length === 0 || series.every(({ values }) => values.every(value => value === null))
  return (
    <ChartFrame
      title={title}
      legend={kind !== 'donut' && series.length > 1 ? series.map(({ name }, at) => ({ name, color: colors[at]! })) : []}
      hidden={hidden}
      onToggle={toggle}
      actions={actions}
      {...(isEmpty && { nothing: nothing ?? <Empty title={t('chart.nothing')} /> })}
      table={<AsTable title={title} labelName={labelName} figures={{ ...figures, series: shown }} onOpen={onOpen} />}
      chart={
        <WhileLoading show={<ChartShape />}>
          <Canvas title={title} figures={{ ...figures, series: shown }} dark={dark} onOpen={onOpen} />
        </WhileLoading>
      }
    />
  )
}

interface AsTableProps {
  title: string
  labelName: string
  figures: { kind: ChartKind; labels: readonly string[]; series: readonly Series[]; unit: string; write: (value: number) => string }
  onOpen: ((at: number) => void) | undefined
}

function AsTable({ title, labelName, figures: { kind, labels, series, unit, write }, onOpen }: AsTableProps) {
  return (
    // It scrolls, so it can be reached to be scrolled by keys.
    <div className="k-chart-table" role="region" aria-label={title} tabIndex={0}>
      <table>
        <thead>
          <tr>
            <th scope="col">{labelName}</th>
            {series.map(({ name }) => (
              <th key={name} scope="col" className="k-end">
                {t('kit.titled', { label: name, unit })}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {labels.map((label, at) => (
            <tr key={label}>
              <th scope="row">
                {onOpen ? (
                  <Button type="link" size="small" onClick={() => onOpen(at)}>
                    {label}
                  </Button>
                ) : (
                  label
                )}
              </th>
              {series.map(({ name, values }) => (
                <td key={name} className="k-end">
                  {values[at] == null ? '—' : write(values[at])}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
        {hasTotals(kind) && (
          <tfoot>
            <tr>
              <th scope="row">{t('chart.total')}</th>
              {series.map(({ name, values }) => (
                <td key={name} className="k-end">
                  {write(sumOf(values))}
                </td>
              ))}
            </tr>
          </tfoot>
        )}
      </table>
    </div>
  )
}
