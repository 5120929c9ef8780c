import { equals } from '../../core/search.ts'
import type { OwnControl } from '../../kit/form/fields-form.tsx'
import { ReferenceSelect } from '../../kit/reference.tsx'

const sellsFuel = [equals('sellsFuel', true), 'endedDate:null']

/** Who sold the fuel, of those on record; what was typed in former times stands there until one of them is chosen. */
export const chooseSupplier =
  (typed = ''): OwnControl =>
  ({ field: _field, values: _values, change: _change, onChange, ...rest }) => (
    <ReferenceSelect
      {...rest}
      resource="suppliers"
      conditions={sellsFuel}
      {...(typed && { placeholder: typed })}
      onChange={id => onChange?.(id)}
    />
  )
