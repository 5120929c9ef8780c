import { Input } from 'antd'
import { useState } from 'react'
import { money, toHundredths, toKilograms, tons } from '../../core/money.ts'

export interface AmountProps {
  value?: number | null | undefined
  onChange?: (whole: number | null | undefined) => void
  id?: string
  disabled?: boolean | undefined
  onBlur?: () => void
  placeholder?: string | undefined
  'aria-label'?: string
}

/** Hundredths, typed as units: 1208.5 becomes 1,208.50 when the field is left, and 120850 on the wire. */
export const Amount = (props: AmountProps) => <Figure {...props} show={money} read={toHundredths} />
/** Kilograms, typed as tons: 31.58 becomes 31.580 when the field is left, and 31580 on the wire. */
export const Tons = (props: AmountProps) => <Figure {...props} show={tons} read={toKilograms} />

interface Unit {
  show: (whole: number) => string
  read: (typed: string) => number | undefined
}

/** What is no figure stays as typed, so that the check can say so. */
function Figure({ value, onChange, onBlur, show, read, ...rest }: AmountProps & Unit) {
  const [typed, setTyped] = useState<string>()
  const type = (text: string) => {
    setTyped(text)
    onChange?.(text.trim() === '' ? undefined : (read(text) ?? Number.NaN))
  }
  const leave = () => {
    if (!Number.isNaN(value)) setTyped(undefined)
    onBlur?.()
  }
  const shown = typed ?? (value == null ? '' : show(value))
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
