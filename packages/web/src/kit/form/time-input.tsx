import { Input } from 'antd'
import type { ControlProps } from './control-props.ts'

/** What its form says of it, such as that it is wrong, is said of the input. */
export default function TimeInput({ field: _field, value, onChange, ...rest }: ControlProps) {
  return <Input {...rest} type="time" value={value ?? ''} onChange={event => onChange?.(event.target.value || null)} />
}
