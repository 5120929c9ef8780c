import { useState, type KeyboardEvent } from 'react'
import { t } from '../../i18n/index.ts'
import type { ControlProps } from '../../kit/form/control-props.ts'
import { NumberInput } from '../../kit/form/number-input.tsx'
import { MomentInput } from '../../kit/script-form/moments.tsx'
import { Segmented } from '../../kit/ui.ts'

const units = [
  ['day', 86_400, 3660],
  ['hour', 3600, 23],
  ['minute', 60, 59],
  ['second', 1, 59],
] as const
type Unit = (typeof units)[number][0]
type Parts = Readonly<Record<Unit, number | string | undefined>>

interface Props extends Omit<ControlProps, 'field' | 'value'> {
  seconds: number
  /** The earliest date that is moved, as it stands. */
  firstDate: string
  'aria-labelledby'?: string
  'aria-describedby'?: string
}

/** By how much dates are moved: as days, hours, minutes and seconds, or as the right time of the first of them. */
export function MoveBy({ id, seconds, firstDate, onChange, onBlur, disabled, ...said }: Props) {
  const [way, setWay] = useState<'by' | 'to'>('by')
  const [later, setLater] = useState(seconds > 0)
  const [parts, setParts] = useState(() => partsOf(seconds))
  const first = Date.parse(firstDate)
  const change = (next: Parts, isLater: boolean) => {
    setParts(next)
    setLater(isLater)
    onChange?.(secondsOf(next, isLater))
  }
  const pick = (at: unknown) => {
    const by = typeof at === 'number' ? Math.round((at - first) / 1000) : 0
    change(partsOf(by), by > 0)
  }
  return (
    <div role="group" className="clock-move" aria-labelledby={said['aria-labelledby']} aria-describedby={said['aria-describedby']}>
      <Segmented
        value={way}
        onChange={setWay}
        options={[
          { value: 'by', label: t('clockFaults.moveBy') },
          { value: 'to', label: t('clockFaults.moveTo') },
        ]}
      />
      {way === 'by' ? (
        <Amounts id={id} parts={parts} later={later} onChange={change} />
      ) : (
        <label className="clock-move-time" id={`${id}-time`} onKeyDown={keepInForm}>
          {t('clockFaults.rightTime')}
          <MomentInput
            type="datetime"
            id={id ?? ''}
            aria-labelledby={`${id}-time`}
            value={first + seconds * 1000}
            onChange={pick}
            onBlur={onBlur ?? nothing}
            disabled={disabled ?? false}
          />
        </label>
      )}
    </div>
  )
}

interface AmountsProps {
  id: string | undefined
  parts: Parts
  later: boolean
  onChange: (parts: Parts, later: boolean) => void
}

function Amounts({ id, parts, later, onChange }: AmountsProps) {
  return (
    <div className="clock-move-parts">
      <Segmented
        aria-label={t('clockFaults.direction')}
        value={later ? 'later' : 'earlier'}
        onChange={picked => onChange(parts, picked === 'later')}
        options={(['earlier', 'later'] as const).map(value => ({ value, label: t(`clockFaults.${value}`) }))}
      />
      {units.map(([unit, , max], at) => (
        <NumberInput
          key={unit}
          {...(at === 0 && id && { id })}
          min={0}
          max={max}
          value={parts[unit]}
          onChange={value => onChange({ ...parts, [unit]: value }, later)}
          suffix={t(`clockFaults.unit_${unit}`)}
          aria-label={t(`clockFaults.in_${unit}`)}
        />
      ))}
    </div>
  )
}

const nothing = () => undefined
/** Enter takes the time that was typed; it does not send the form with the one before. */
const keepInForm = (event: KeyboardEvent) => {
  if (event.key === 'Enter' && !event.ctrlKey && !event.metaKey) event.preventDefault()
}

function partsOf(seconds: number): Parts {
  let rest = Math.abs(seconds)
  const parts: Record<string, number> = {}
  for (const [unit, each] of units) {
    parts[unit] = Math.floor(rest / each)
    rest %= each
  }
  return parts as Parts
}

/** Undefined while one of the parts is no number. */
function secondsOf(parts: Parts, later: boolean): number | undefined {
  let sum = 0
  for (const [unit, each] of units) {
    const part = parts[unit] ?? 0
    if (typeof part !== 'number') return undefined
    sum += part * each
  }
  return later ? sum : -sum
}
