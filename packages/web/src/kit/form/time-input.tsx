import { Input } from 'antd'
import type { ControlProps } from './control-props.ts'

export default function TimeInput({ id, value, onChange, onBlur, disabled }: ControlProps) {
  return (
    <Input
      id={id}
      onBlur={onBlur}
      disabled={disabled}
      type="time"
      value={value ?? ''}
      onChange={event => onChange?.(event.target.value || null)}
    />
  )
}
