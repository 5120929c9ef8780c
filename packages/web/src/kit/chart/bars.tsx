import { useId } from 'react'
import { usePhone } from '../media.ts'
import './bars.css'

export interface Bar {
  /** What the bar stands for: `08:00`. */
  readonly label: string
  readonly value: number
  /** The same of the time compared with; drawn as a line behind. */
  readonly before?: number
  /** Not over yet. */
  readonly running?: boolean
}
export interface BarsProps {
  title: string
  /** Behind the figures of the axis. */
  unit: string
  bars: readonly Bar[]
  write: (value: number) => string
  /** What a bar and the line are called. */
  names: { value: string; before: string }
  onOpen?: (bar: Bar) => void
}

const [height, left, bottom, top] = [200, 56, 22, 24]

/** Bars over an axis with its unit, and a line to compare them with. The same figures stand in a table for those who cannot see it. */
export function Bars({ title, unit, bars, write, names, onOpen }: BarsProps) {
  const id = useId()
  const [width, labels] = usePhone() ? [360, 4] : [720, 8]
  const every = Math.ceil(bars.length / labels)
  const most = roundUp(Math.max(1, ...bars.map(bar => Math.max(bar.value, bar.before ?? 0))))
  const step = (width - left) / Math.max(1, bars.length)
  const y = (value: number) => top + (height - top - bottom) * (1 - value / most)
  const before = bars.flatMap((bar, index) => (bar.before === undefined ? [] : [`${left + step * (index + 0.5)},${y(bar.before)}`]))
  return (
    <figure className="k-bars" aria-labelledby={id}>
      <figcaption id={id} className="visually-hidden">
        {title}
      </figcaption>
      <svg viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
        <Axis unit={unit} most={most} width={width} y={y} write={write} />
        {bars.map((bar, index) => (
          <g key={index} className={onOpen && bar.value > 0 ? 'k-bar k-opens' : 'k-bar'} onClick={() => bar.value > 0 && onOpen?.(bar)}>
            <title>{tooltip(bar, write, unit, names)}</title>
            <rect x={left + step * index} y={top} width={step} height={height - top - bottom} fill="transparent" />
            <rect
              className={bar.running ? 'k-running' : undefined}
              x={left + step * index + step * 0.18}
              width={step * 0.64}
              rx={2}
              y={y(bar.value)}
              height={Math.max(0, y(0) - y(bar.value))}
            />
            {index % every === 0 && (
              <text x={left + step * (index + 0.5)} y={height - 6} className="k-axis" textAnchor="middle">
                {bar.label}
              </text>
            )}
          </g>
        ))}
        {before.length > 1 && <polyline points={before.join(' ')} className="k-before" />}
      </svg>
      <AsTable title={title} bars={bars} write={write} names={names} />
    </figure>
  )
}

type AxisProps = Pick<BarsProps, 'unit' | 'write'> & { most: number; width: number; y: (value: number) => number }

function Axis({ unit, most, width, y, write }: AxisProps) {
  return (
    <>
      <text x={left - 8} y={10} className="k-axis" textAnchor="end">
        {unit}
      </text>
      {[0, 0.5, 1].map(share => (
        <g key={share}>
          <line x1={left} x2={width} y1={y(most * share)} y2={y(most * share)} className="k-grid" />
          <text x={left - 8} y={y(most * share) + 4} className="k-axis" textAnchor="end">
            {write(most * share)}
          </text>
        </g>
      ))}
    </>
  )
}

function AsTable({ title, bars, write, names }: Pick<BarsProps, 'title' | 'bars' | 'write' | 'names'>) {
  const compared = bars.some(({ before }) => before !== undefined)
  return (
    <table className="visually-hidden">
      <thead>
        <tr>
          <th>{title}</th>
          <th>{names.value}</th>
          {compared && <th>{names.before}</th>}
        </tr>
      </thead>
      <tbody>
        {bars.map((bar, index) => (
          <tr key={index}>
            <th>{bar.label}</th>
            <td>{write(bar.value)}</td>
            {compared && <td>{bar.before === undefined ? '' : write(bar.before)}</td>}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function tooltip(bar: Bar, write: (value: number) => string, unit: string, names: BarsProps['names']): string {
  const before = bar.before === undefined ? '' : `\n${names.before} ${write(bar.before)} ${unit}`
  return `${bar.label}\n${names.value} ${write(bar.value)} ${unit}${before}`
}

/** The next figure with one leading digit of 1, 2, 4, 5 or 8. */
function roundUp(value: number): number {
  const unit = 10 ** Math.floor(Math.log10(value))
  return [1, 2, 4, 5, 8, 10].map(digit => digit * unit).find(candidate => candidate >= value)!
}
