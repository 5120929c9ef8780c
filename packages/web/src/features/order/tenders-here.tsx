import { configDefaults, payTypesInOrder, type PayTypeLine } from '@forecourt/contract'
import { session } from '../../core/session.ts'
import type { OwnControl } from '../../kit/form/fields-form.tsx'
import { choiceLabel } from '../../kit/label.ts'
import { Select } from '../../kit/ui.ts'

/** What the selected station takes, in the order in which it is offered. @source requirement PAY-002 */
export const tendersHere = (): readonly PayTypeLine[] =>
  payTypesInOrder(session().atStation?.config?.payTypes ?? configDefaults.payTypes).filter(({ disabled }) => !disabled)

/** Whether the number of its slip is to be entered. */
export const needsSerial = (payType: unknown): boolean => tendersHere().find(line => line.payType === payType)?.serialNo !== false

/** One of the ways to pay that the station takes, behind those that are always there. */
export const tenderControl =
  (always: readonly string[]): OwnControl =>
  ({ id, value, onChange, onBlur, disabled, field, values: _values, change: _change, ...rest }) => {
    const options = [...always, ...tendersHere().map(({ payType }) => payType)].filter(payType => field.options.includes(payType))
    return (
      <Select
        {...rest}
        {...{ id, onBlur, disabled }}
        value={value}
        options={options.map(payType => ({ value: payType, label: choiceLabel(field.owner, 'payType', payType) }))}
        showSearch={{ optionFilterProp: 'label' }}
        onChange={chosen => onChange?.(chosen)}
      />
    )
  }
