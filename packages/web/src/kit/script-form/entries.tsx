import { DeleteOutlined, PlusOutlined } from '@ant-design/icons'
import { isEmptyValue, said, type PlainScriptField, type ScriptFault, type ScriptField, type ScriptValues } from '@forecourt/contract'
import { Button } from 'antd'
import { useState, type ComponentType, type KeyboardEvent } from 'react'
import { language, t } from '../../i18n/index.ts'
import type { ScriptFieldsProps } from './control-props.ts'
import { faultAt } from './values.ts'

interface EntriesInputProps {
  /** Draws the fields of an entry. */
  of: ComponentType<ScriptFieldsProps>
  field: Extract<ScriptField, { type: 'objectArray' }>
  path: string
  value: readonly ScriptValues[] | undefined
  onChange: (entries: ScriptValues[]) => void
  faults: readonly ScriptFault[]
  leave: (path: string) => void
  disabled: boolean
  id: string
  wanted: { readonly path: string } | undefined
}

/** Entries behind tabs. A new one is a copy of the first; the last one stays. */
export function EntriesInput({
  of: ScriptFields,
  field,
  path,
  value = [{}],
  onChange,
  faults,
  leave,
  disabled,
  id,
  wanted,
}: EntriesInputProps) {
  const [at, setAt] = useFront(path, value.length, wanted)
  const asks = field.required || value.length > 1 || !isEmptyValue(value[0])
  const front = Math.min(at, value.length - 1)
  const add = () => {
    onChange([...value, structuredClone(value[0]!)])
    setAt(value.length)
  }
  const remove = () => {
    onChange(value.toSpliced(front, 1))
    setAt(Math.max(0, front - 1))
  }
  const change = (key: string, next: unknown) => onChange(value.with(front, { ...value[front], [key]: next }))
  return (
    <div className="k-entries">
      <div className="k-entries-head">
        <EntryTabs
          id={id}
          label={t('script.entries', { name: said(field.name, language()) })}
          count={value.length}
          front={front}
          wrong={entry => faultAt(faults, `${path}.${entry}`) !== undefined}
          onFront={setAt}
        />
        <Button type="text" icon={<PlusOutlined aria-hidden />} disabled={disabled} onClick={add}>
          {t('script.addEntry')}
        </Button>
      </div>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-tab`} className="k-entry">
        <ScriptFields
          key={front}
          fields={asks ? field.fields : withoutMarks(field.fields)}
          values={value[front] ?? {}}
          within={`${path}.${front}.`}
          change={change}
          faults={faults}
          leave={leave}
          disabled={disabled}
        />
        {value.length > 1 && (
          <Button type="text" danger icon={<DeleteOutlined aria-hidden />} disabled={disabled} onClick={remove}>
            {t('script.removeEntry')}
          </Button>
        )}
      </div>
    </div>
  )
}

/** What need not be entered at all misses nothing while nothing of it is entered. */
const withoutMarks = (fields: Record<string, PlainScriptField>): Record<string, PlainScriptField> =>
  Object.fromEntries(Object.entries(fields).map(([key, field]) => [key, { ...field, required: false }]))

/** The entry in front; one that is wanted comes there by itself. */
function useFront(path: string, count: number, wanted: EntriesInputProps['wanted']) {
  const [at, setAt] = useState(0)
  const [seen, setSeen] = useState(wanted)
  if (wanted !== seen) {
    setSeen(wanted)
    const asked = wanted?.path.startsWith(`${path}.`) ? Number(wanted.path.slice(path.length + 1).split('.')[0]) : Number.NaN
    if (asked < count) setAt(asked)
  }
  return [at, setAt] as const
}

interface EntryTabsProps {
  id: string
  label: string
  count: number
  front: number
  wrong: (entry: number) => boolean
  onFront: (entry: number) => void
}

function EntryTabs({ id, label, count, front, wrong, onFront }: EntryTabsProps) {
  const move = (event: KeyboardEvent<HTMLElement>) => {
    const next = { ArrowLeft: front - 1, ArrowRight: front + 1, Home: 0, End: count - 1 }[event.key]
    if (next === undefined || next < 0 || next >= count) return
    event.preventDefault()
    onFront(next)
    event.currentTarget.parentElement?.querySelectorAll<HTMLElement>('[role=tab]')[next]?.focus()
  }
  return (
    <div role="tablist" aria-label={label} className="k-entry-tabs">
      {Array.from({ length: count }, (_, entry) => (
        <button
          key={entry}
          type="button"
          role="tab"
          id={entry === front ? `${id}-tab` : undefined}
          data-entry={entry}
          aria-selected={entry === front}
          aria-controls={`${id}-panel`}
          tabIndex={entry === front ? 0 : -1}
          className={wrong(entry) ? 'k-entry-wrong' : undefined}
          onKeyDown={move}
          onClick={() => onFront(entry)}>
          {t(wrong(entry) ? 'script.entryWrong' : 'script.entry', { at: entry + 1 })}
        </button>
      ))}
    </div>
  )
}
