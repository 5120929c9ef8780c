import { numberOf } from '@forecourt/contract'
import { Input } from 'antd'
import { useState, type KeyboardEvent, type ReactNode } from 'react'

export interface NumberInputProps {
  /** A number; as typed while it is none yet, so that the check can say so. */
  value?: number | string | null | undefined
  onChange?: (value: number | string | undefined) => void
  /** Decimals that may be typed. */
  places?: number
  /** What is beyond is brought within when the control is left. */
  min?: number | undefined
  max?: number | undefined
  suffix?: ReactNode
  id?: string
  disabled?: boolean | undefined
  onBlur?: () => void
  'aria-label'?: string | undefined
}

/** Takes digits alone, a point where decimals may follow, a minus where less than nothing may be. */
export function NumberInput({ value, onChange, places = 0, min, max, onBlur, ...rest }: NumberInputProps) {
  const [typed, setTyped] = useState<string>()
  const type = (text: string) => {
    const kept = digitsOf(text, places, min === undefined || min < 0)
    setTyped(kept)
    onChange?.(kept === '' ? undefined : (numberOf(kept) ?? kept))
  }
  const leave = () => {
    const within = typeof value === 'number' ? clamped(value, min, max) : value
    if (within !== value) onChange?.(within ?? undefined)
    if (typeof within === 'number') setTyped(undefined)
    onBlur?.()
  }
  const step = (event: KeyboardEvent) => {
    const by = { ArrowUp: 1, ArrowDown: -1 }[event.key]
    if (by === undefined || (value != null && typeof value !== 'number')) return
    event.preventDefault()
    setTyped(undefined)
    onChange?.(clamped(stepped(value ?? 0, by), min, max))
  }
  return (
    <Input
      {...rest}
      className="k-amount"
      inputMode={places > 0 ? 'decimal' : 'numeric'}
      autoComplete="off"
      maxLength={24}
      value={typed ?? (value == null ? '' : plain(value))}
      onChange={event => type(event.target.value)}
      onBlur={leave}
      onKeyDown={step}
    />
  )
}

/** What of a typed text can be part of a number; full-width digits are digits. */
export function digitsOf(text: string, places: number, negative: boolean): string {
  const given = text.normalize('NFKC').replaceAll(/[^\d.-]/g, '')
  const sign = negative && given.startsWith('-') ? '-' : ''
  const [whole = '', ...rest] = given.replaceAll('-', '').split('.')
  return places > 0 && rest.length > 0 ? `${sign}${whole}.${rest.join('').slice(0, places)}` : sign + whole
}

export const clamped = (value: number, min = -Infinity, max = Infinity): number => Math.min(Math.max(value, min), max)

/** One more or less, without what binary arithmetic adds behind the point. */
const stepped = (value: number, by: number) => Number((value + by).toPrecision(15))

/** Never with a power of ten. */
const plain = (value: number | string): string =>
  typeof value === 'number' && Math.abs(value) < 1e-6 && value !== 0 ? value.toFixed(12).replace(/0+$/, '') : String(value)
