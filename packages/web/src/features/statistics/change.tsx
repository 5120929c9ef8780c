import { change, percent } from '../../core/money.ts'
import { t } from '../../i18n/index.ts'

/** More or less than before, by arrow, sign and colour; nothing where there is nothing to compare with. */
export function Change({ now, before }: { now: number; before: number | undefined }) {
  if (before === undefined) return null
  const by = change(now, before)
  if (by === undefined) return <span className="k-dash">—</span>
  const way = by > 0 ? 'up' : by < 0 ? 'down' : 'same'
  return (
    <span className={`statistic-change statistic-${way}`}>
      <span aria-hidden="true">{{ up: '▲', down: '▼', same: '■' }[way]}</span> {t(`statistic.${way}`, { by: percent(Math.abs(by), 1) })}
    </span>
  )
}

/** A number that opens what it was made of; nothing lies behind a zero. */
export function Figure({ value, text, onOpen, label }: { value: number; text: string; onOpen: () => void; label: string }) {
  if (value === 0) return <span className="k-number">{text}</span>
  return (
    <button type="button" className={`k-link statistic-number ${value < 0 ? 'k-minus' : ''}`} aria-label={label} onClick={onOpen}>
      {text}
    </button>
  )
}
