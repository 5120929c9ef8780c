import { DeleteOutlined, PlusOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useState, type ComponentType } from 'react'
import { t } from '../../i18n/index.ts'
import { partLabel, titled, unitOf } from '../label.ts'
import type { ControlProps } from './control-props.ts'
import { beginWith, entryFields, type Values } from './values.ts'

/** A group has a name and words said of it; required or wrong are the controls within. */
const named = (given: object) => Object.fromEntries(Object.entries(given).filter(([name]) => /^aria-(labelled|described)by$/.test(name)))

/** Records within a record: a line each, added at the end and taken out where they stand. `of` draws one control of a line. */
export function Entries({
  of: Control,
  field,
  id,
  value,
  onChange,
  onBlur,
  disabled = false,
  ...rest
}: ControlProps & { of: ComponentType<ControlProps> }) {
  const parts = entryFields(field)!
  const entries = (value ?? []) as readonly Values[]
  // Entries have no name of their own; each line keeps the key it was given when it came.
  const [keys, setKeys] = useState<readonly number[]>([])
  const known = entries.map((_, at) => keys[at] ?? at)
  const add = () => {
    setKeys([...known, Math.max(-1, ...known) + 1])
    onChange?.([...entries, beginWith(parts)])
  }
  const remove = (at: number) => {
    setKeys(known.toSpliced(at, 1))
    onChange?.(entries.toSpliced(at, 1))
  }
  return (
    <div className="k-lines" role="group" {...(id && { id })} {...named(rest)}>
      {entries.map((entry, at) => (
        <fieldset key={known[at]} aria-label={t('kit.entry', { at: at + 1 })}>
          {parts.map(part => (
            <label key={part.name}>
              <span>{titled(partLabel(field, part), unitOf(part.kind))}</span>
              <Control
                field={part}
                value={entry[part.name]}
                disabled={disabled}
                onChange={next => onChange?.(entries.with(at, { ...entry, [part.name]: next }))}
                {...(onBlur && { onBlur })}
              />
            </label>
          ))}
          {!disabled && (
            <Button
              type="text"
              icon={<DeleteOutlined aria-hidden />}
              aria-label={t('kit.removeEntry', { at: at + 1 })}
              onClick={() => remove(at)}
            />
          )}
        </fieldset>
      ))}
      {!disabled && (
        <Button icon={<PlusOutlined aria-hidden />} onClick={add}>
          {t('kit.addEntry')}
        </Button>
      )}
    </div>
  )
}
