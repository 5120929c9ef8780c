import { useMemo } from 'react'
import { offsetOf } from '../../core/offset.ts'
import type { ControlProps } from '../../kit/form/control-props.ts'
import { Select } from '../../kit/ui.ts'

/** Time zones by their names, each with how far it is ahead of UTC now. */
export function ZoneSelect({ id, value, onChange, onBlur, disabled }: ControlProps) {
  const options = useMemo(() => Intl.supportedValuesOf('timeZone').map(zone => ({ value: zone, label: `${zone}  ${offsetOf(zone)}` })), [])
  return (
    <Select
      id={id}
      showSearch={{ optionFilterProp: 'label' }}
      value={value ?? null}
      onChange={onChange}
      onBlur={onBlur}
      disabled={disabled}
      options={options}
      style={{ width: '100%' }}
    />
  )
}
