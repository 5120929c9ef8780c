import type { FileType } from '@forecourt/contract'
import { metaOf } from '@forecourt/contract/schemas'
import { DatePicker, Input, Radio, Select, Switch } from 'antd'
import { dayjs, type Dayjs } from '../calendar.ts'
import { type ReactNode } from 'react'
import { z } from 'zod'
import { instantOf } from '../../core/periods.ts'
import { time } from '../../core/time.ts'
import { t } from '../../i18n/index.ts'
import { labelOf, partLabel, titled, unitOf, wording } from '../label.ts'
import { later } from '../later.tsx'
import { ReferenceSelect } from '../reference.tsx'
import { Amount, Tons } from './amount.tsx'
import { Entries } from './entries.tsx'
import { JsonControl } from './json-control.tsx'
import { NumberInput } from './number-input.tsx'
import { takesEnter } from './takes-enter.ts'
import { bodyFields, entryFields, type FormField } from './values.ts'
import type { ControlProps } from './control-props.ts'

/** The control a field's kind calls for. */
export function Control({ field, ...rest }: ControlProps): ReactNode {
  const { kind } = field
  switch (kind) {
    case 'cents':
    case 'centsPerL':
    case 'centilitres':
      return <Amount {...rest} />
    case 'kilograms':
      return <Tons {...rest} />
    // A number out of bounds is reported, never changed silently: another one may have been meant.
    case 'integer':
    case 'number':
    case 'percent':
      return (
        <NumberInput
          {...rest}
          places={places[kind]}
          {...((field.least ?? -1) >= 0 && { min: 0 })}
          suffix={kind === 'percent' ? '%' : undefined}
        />
      )
    case 'boolean':
      return field.nullable ? <YesNo {...rest} /> : <Switch {...rest} checked={rest.value ?? false} aria-label={labelOf(field)} />
    case 'enum':
      return <Choice field={field} {...rest} />
    case 'instant':
      return <Moment {...rest} />
    case 'date':
      return <Day {...rest} />
    case 'relation':
      if (field.ref === 'attachments') return <FileControl field={field} {...rest} />
      return <ReferenceSelect {...rest} resource={field.ref!} onChange={id => rest.onChange?.(id)} />
    case 'list':
      return entryFields(field) ? <Entries of={Control} field={field} {...rest} /> : <Several field={field} {...rest} />
    case 'object':
      return metaOf(field.schema).bare instanceof z.ZodObject ? <Group field={field} {...rest} /> : <JsonControl {...rest} />
    default:
      return <Words field={field} {...rest} />
  }
}

/** Decimals that may be typed; a percentage has two. */
const places = { integer: 0, number: 6, percent: 2 }

type Plain = Omit<ControlProps, 'field'>

const UploadInput = later(async () => ({ default: (await import('../upload/upload-input.tsx')).UploadInput }))

/** A file of the type that the field takes: chosen, sent and shown. */
const FileControl = ({ field, onChange, ...rest }: ControlProps) => (
  <UploadInput {...rest} type={metaOf(field.schema).file as FileType} onChange={id => onChange?.(id ?? null)} />
)

const textLimit = (field: FormField) => {
  const { maxLength } = field.schema as { maxLength?: number | null }
  return typeof maxLength === 'number' ? { maxLength } : {}
}

function Words({ field, value, onChange, ...rest }: ControlProps) {
  const props = { ...rest, ...textLimit(field), value: value ?? '', autoComplete: 'off' }
  if (field.kind === 'longText') {
    return <Input.TextArea {...props} rows={3} onChange={event => onChange?.(event.target.value)} />
  }
  if (field.kind === 'password')
    return <Input.Password {...props} autoComplete="new-password" onChange={event => onChange?.(event.target.value)} />
  const numeric = field.kind === 'phone' || field.kind === 'cardNumber'
  // Numbers are pasted with the spaces people read them with.
  const taken = (text: string) => (numeric ? text.normalize('NFKC').replaceAll(/\s/g, '') : text)
  return (
    <Input
      {...props}
      {...(field.kind === 'phone' && { inputMode: 'tel' as const })}
      onChange={event => onChange?.(taken(event.target.value))}
    />
  )
}

function Choice({ field, value, onChange, ...rest }: ControlProps) {
  const options = field.options.map(member => ({ value: member, label: wording.choice(field, String(member)) }))
  if (options.length <= 3 && !field.nullable && !field.optional) {
    return <Radio.Group {...rest} value={value} options={options} onChange={event => onChange?.(event.target.value)} />
  }
  return (
    <Select
      {...rest}
      value={value ?? null}
      options={options}
      allowClear={field.nullable || field.optional}
      placeholder={t('kit.chooseOne')}
      style={{ width: '100%' }}
      showSearch={{ optionFilterProp: 'label' }}
      onChange={chosen => onChange?.(chosen ?? undefined)}
    />
  )
}

function YesNo({ value, onChange, ...rest }: Plain) {
  return (
    <Select
      {...rest}
      allowClear
      value={value ?? null}
      placeholder={t('kit.chooseOne')}
      onChange={chosen => onChange?.(chosen ?? null)}
      options={[
        { value: true, label: wording.yes },
        { value: false, label: wording.no },
      ]}
    />
  )
}

/** An instant, picked and shown in the station's zone. */
function Moment({ value, onChange, ...rest }: Plain) {
  const pick = (picked: Dayjs | null) => onChange?.(picked ? instantOf(picked.format('YYYY-MM-DD'), picked.format('HH:mm:ss')) : undefined)
  return (
    <DatePicker
      {...rest}
      showTime
      onKeyDown={takesEnter}
      style={{ width: '100%' }}
      value={value ? dayjs(time(value)) : null}
      onChange={pick}
    />
  )
}

function Day({ value, onChange, ...rest }: Plain) {
  return (
    <DatePicker
      {...rest}
      onKeyDown={takesEnter}
      style={{ width: '100%' }}
      value={value ? dayjs(value) : null}
      onChange={picked => onChange?.(picked?.format('YYYY-MM-DD'))}
    />
  )
}

/** Several choices, or several words typed one after another. */
function Several({ field, value, onChange, ...rest }: ControlProps) {
  // A list that begins with something, or may be left out, is wrapped in that.
  const { element } = metaOf(field.schema).bare as unknown as { element?: { options?: readonly string[] } }
  const options = element?.options?.map(member => ({ value: member, label: wording.choice(field, member) }))
  return (
    <Select
      {...rest}
      mode={options ? 'multiple' : 'tags'}
      value={value ?? []}
      {...(options && { options })}
      style={{ width: '100%' }}
      tokenSeparators={[',', '，', ' ']}
      onChange={chosen => onChange?.(chosen)}
    />
  )
}

/** What belongs together, under one name: a holder's name and mobile. Empty altogether, it is absent. */
function Group({ field, value, onChange, onBlur, disabled = false }: ControlProps) {
  const { bare } = metaOf(field.schema)
  if (!(bare instanceof z.ZodObject)) return null
  const change = (name: string, part: unknown) => {
    const next = { ...value, [name]: part === '' ? undefined : part }
    onChange?.(Object.values(next).some(one => one !== undefined && one !== null) ? next : undefined)
  }
  return (
    <div className="k-group">
      {bodyFields(field.owner, bare).map(part => (
        <label key={part.name}>
          <span>{titled(partLabel(field, part), unitOf(part.kind))}</span>
          <Control
            field={part}
            value={value?.[part.name]}
            disabled={disabled}
            onChange={next => change(part.name, next)}
            {...(onBlur && { onBlur })}
          />
        </label>
      ))}
    </div>
  )
}
