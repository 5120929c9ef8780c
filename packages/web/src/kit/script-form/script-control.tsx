import { placesOf, recordTypes, said } from '@forecourt/contract'
import { Button, Checkbox, DatePicker, Input, Radio, Select, Tag } from 'antd'
import { foldPlate, isPlate } from '@forecourt/contract'
import { language, t } from '../../i18n/index.ts'
import { NumberInput } from '../form/number-input.tsx'
import { takesEnter } from '../form/takes-enter.ts'
import { Bones } from '../feedback/states.tsx'
import { dayjs } from '../calendar.ts'
import { MomentInput, RangeInput } from './moments.tsx'
import { NumbersInput } from './numbers.tsx'
import { PairsInput } from './pairs.tsx'
import { PayTypeSelect, RecordsSelect, type RecordType } from './records.tsx'
import { later, WhileLoading } from '../later.tsx'
import type { ScriptControlProps } from './control-props.ts'

const JsonEditor = later(() => import('../json/json-editor.tsx'))

/** The control of a field's type. @source spec 1 "Shared pieces", "Field types" */
export function ScriptControl({ field, ...rest }: ScriptControlProps) {
  const { type } = field
  if ((recordTypes as readonly string[]).includes(type))
    return <RecordsSelect type={type as RecordType} multiple={field.multiple ?? false} {...rest} />
  switch (type) {
    case 'payType':
      return <PayTypeSelect multiple={field.multiple ?? false} {...rest} />
    case 'float':
    case 'integer':
    case 'long':
      return <NumberInput {...rest} places={placesOf(field)} />
    case 'enum':
      return <EnumInput field={field} {...rest} />
    case 'boolean':
      return <YesNo field={field} {...rest} />
    case 'car':
      return <Plates {...rest} />
    case 'textarea':
      return <Input.TextArea {...rest} value={rest.value ?? ''} rows={3} onChange={event => rest.onChange(event.target.value)} />
    case 'json':
      return (
        <WhileLoading show={<Bones rows={3} />}>
          <JsonEditor {...rest} />
        </WhileLoading>
      )
    case 'LocalDateTime':
      return (
        <DatePicker
          {...rest}
          showTime
          onKeyDown={takesEnter}
          style={{ width: '100%' }}
          value={rest.value ? dayjs(rest.value) : null}
          onChange={picked => rest.onChange(picked?.format('YYYY-MM-DDTHH:mm:ss'))}
        />
      )
    case 'month':
    case 'date':
    case 'datetime':
      return <MomentInput type={type} {...rest} />
    case 'daterange':
      return <RangeInput {...rest} />
    case 'list':
      return <NumbersInput field={field} {...rest} />
    case 'map':
      return <PairsInput field={field} {...rest} />
    default:
      return <Input {...rest} value={rest.value ?? ''} autoComplete="off" onChange={event => rest.onChange(event.target.value)} />
  }
}

/** Above this, what may be chosen several times stands open, with a box for all of it. */
const selectUpTo = 5

function EnumInput({ field, value, onChange, ...rest }: ScriptControlProps) {
  const options = (field.enum ?? []).map(({ id, label }) => ({ value: id, label: said(label, language()) }))
  const chosen = (value ?? []) as (string | number)[]
  if (field.multiple && options.length > selectUpTo) {
    return (
      <div
        className="k-checks"
        role="group"
        id={rest.id}
        aria-labelledby={rest['aria-labelledby']}
        aria-describedby={rest['aria-describedby']}>
        <Checkbox
          disabled={rest.disabled}
          checked={chosen.length === options.length}
          indeterminate={chosen.length > 0 && chosen.length < options.length}
          onChange={({ target }) => onChange(target.checked ? options.map(option => option.value) : [])}>
          {t('script.all')}
        </Checkbox>
        <Checkbox.Group disabled={rest.disabled} options={options} value={chosen} onChange={onChange} />
      </div>
    )
  }
  if (field.buttons && !field.multiple) {
    const { onBlur: _blur, status: _status, 'aria-required': _required, ...group } = rest
    return (
      <Radio.Group
        {...group}
        value={value ?? null}
        optionType="button"
        options={options}
        onChange={event => onChange(event.target.value)}
      />
    )
  }
  return (
    <Select
      {...rest}
      {...(field.multiple && { mode: 'multiple' as const })}
      value={value ?? (field.multiple ? [] : null)}
      options={options}
      allowClear
      placeholder={t('kit.chooseOne')}
      showSearch={{ optionFilterProp: 'label' }}
      style={{ width: '100%' }}
      onChange={picked => onChange(picked ?? undefined)}
    />
  )
}

/** Yes or no, or not said yet; what need not be said can be taken back. */
function YesNo({ field, value, onChange, onBlur: _blur, status: _status, 'aria-required': _required, ...rest }: ScriptControlProps) {
  return (
    <div className="k-yes-no">
      <Radio.Group
        {...rest}
        value={value ?? null}
        optionType="button"
        options={[
          { value: true, label: t('kit.yes') },
          { value: false, label: t('kit.no') },
        ]}
        onChange={event => onChange(event.target.value)}
      />
      {!field.required && !rest.disabled && typeof value === 'boolean' && (
        <Button type="link" size="small" onClick={() => onChange(undefined)}>
          {t('script.clear')}
        </Button>
      )}
    </div>
  )
}

/** Plates typed or pasted one after another; a wrong one is seen at once. */
function Plates({ value, onChange, ...rest }: Omit<ScriptControlProps, 'field'>) {
  const tidy = (plate: string) => foldPlate(plate.normalize('NFKC').replaceAll(/\s/g, ''))
  return (
    <Select
      {...rest}
      mode="tags"
      open={false}
      suffixIcon={null}
      value={(value ?? []) as string[]}
      tokenSeparators={[',', '，', '、', ';', '；', '\n']}
      placeholder={t('script.plates')}
      style={{ width: '100%' }}
      onChange={(plates: string[]) => onChange([...new Set(plates.map(tidy))].filter(Boolean))}
      tagRender={({ value: plate, closable, onClose }) => (
        <Tag {...(!isPlate(String(plate)) && { color: 'error' })} closable={closable && !rest.disabled} onClose={onClose}>
          {String(plate)}
        </Tag>
      )}
    />
  )
}
