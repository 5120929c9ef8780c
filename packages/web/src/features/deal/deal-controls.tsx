import { items, products, stations, tags, type Resource } from '@forecourt/contract'
import { deviceTypes, PayType } from '@forecourt/contract'
import { t } from '../../i18n/index.ts'
import type { ControlProps } from '../../kit/form/control-props.ts'
import type { OwnControl } from '../../kit/form/fields-form.tsx'
import { weekdayWords } from '../../kit/judgement/range-words.ts'
import { choiceLabel } from '../../kit/label.ts'
import { ReferencesSelect, type ReferencesSelectProps } from '../../kit/reference.tsx'
import { Checkbox, Select } from '../../kit/ui.ts'
import { HoursInput } from './hours-input.tsx'

/** Several records, which are kept as a list of lines with a number each. */
export const recordsControl =
  (of: Resource, name: string, only?: Pick<ReferencesSelectProps, 'conditions' | 'placeholder'>): OwnControl =>
  ({ id, value, onChange, disabled }) => (
    <ReferencesSelect
      {...{ id, disabled }}
      resource={of.name}
      placeholder={t('dealForm.anywhere')}
      {...only}
      value={((value ?? []) as Record<string, number>[]).map(line => line[name]!)}
      onChange={ids => onChange?.(ids.map(each => ({ [name]: each })))}
    />
  )

/** Several members of a choice that another record has. */
const choicesControl =
  (members: readonly string[], label: (member: string) => string): OwnControl =>
  ({ id, value, onChange, disabled }: ControlProps) => (
    <Select
      {...{ id, disabled }}
      mode="multiple"
      allowClear
      placeholder={t('dealForm.anywhere')}
      value={(value ?? []) as string[]}
      options={members.map(member => ({ value: member, label: label(member) }))}
      showSearch={{ optionFilterProp: 'label' }}
      style={{ width: '100%' }}
      onChange={(chosen: string[]) => onChange?.(chosen)}
    />
  )

const days = [1, 2, 3, 4, 5, 6, 7]
const weekdaysControl: OwnControl = ({ value, onChange, disabled, ...rest }) => (
  <Checkbox.Group
    {...(disabled && { disabled })}
    {...named(rest)}
    value={(value ?? []) as number[]}
    options={days.map(day => ({ value: day, label: weekdayWords([day]) }))}
    onChange={(chosen: number[]) => onChange?.(chosen.toSorted((one, other) => one - other))}
  />
)
const named = (props: object) => ({ 'aria-labelledby': (props as Record<string, string>)['aria-labelledby'] })

export const dealControls: Record<string, OwnControl> = {
  tags: recordsControl(tags, 'tagId'),
  stations: recordsControl(stations, 'stationId'),
  products: recordsControl(products, 'productId'),
  items: recordsControl(items, 'itemId'),
  deviceTypes: choicesControl(deviceTypes, type => choiceLabel('deals', 'deviceTypes', type)),
  payTypes: choicesControl(PayType.options, type => choiceLabel('orders', 'payType', type)),
  weekdays: weekdaysControl,
  hours: ({ value, onChange, disabled, field, id, ...rest }) => (
    <HoursInput {...{ value, onChange, disabled, field, id }} {...named(rest)} />
  ),
}
