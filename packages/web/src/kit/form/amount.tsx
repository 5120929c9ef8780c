import { Input } from 'antd'
import { useState } from 'react'
import { money, toHundredths } from '../../core/money.ts'

export interface AmountProps {
  value?: number | null | undefined
  onChange?: (hundredths: number | null | undefined) => void
  id?: string
  disabled?: boolean | undefined
  onBlur?: () => void
  placeholder?: string | undefined
  'aria-label'?: string
}

/**
 * Hundredths, typed as units: 1208.5 becomes 1,208.50 when the field is left, and 120850 on the wire.
 * What is no amount stays as typed, so that the check can say so.
 */
export function Amount({ value, onChange, onBlur, ...rest }: AmountProps) {
  const [typed, setTyped] = useState<string>()
  const type = (text: string) => {
    setTyped(text)
    onChange?.(text.trim() === '' ? undefined : (toHundredths(text) ?? Number.NaN))
  }
  const leave = () => {
    if (!Number.isNaN(value)) setTyped(undefined)
    onBlur?.()
  }
  const shown = typed ?? (value == null ? '' : money(value))
  return (
    <Input
      {...rest}
      inputMode="decimal"
      autoComplete="off"
      className="k-amount"
      value={shown}
      maxLength={20}
      onChange={event => type(event.target.value)}
      onBlur={leave}
      onFocus={event => event.target.select()}
    />
  )
}
