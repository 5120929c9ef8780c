import type { ControlProps } from '../../kit/form/control-props.ts'
import { Input } from '../../kit/ui.ts'

export default function TimeOfDay({ id, value, onChange, onBlur, disabled }: ControlProps) {
  return (
    <Input id={id} onBlur={onBlur} disabled={disabled} type="time" value={value ?? ''} onChange={event => onChange?.(event.target.value)} />
  )
}
