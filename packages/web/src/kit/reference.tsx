import { Select } from 'antd'
import { useDeferredValue, useState } from 'react'
import type { Term } from '../core/search.ts'
import { useRecent } from '../core/use-recent.ts'
import { t } from '../i18n/index.ts'
import { nameOf } from './field.ts'
import { useOptions, type Find, type Row } from './reference-options.ts'

export interface ReferenceSelectProps {
  /** The resource whose records are chosen from. */
  resource: string
  value?: number | null | undefined
  onChange?: (id: number | undefined, row?: Row) => void
  /** Narrows what is offered. */
  conditions?: readonly Term[]
  /** What stands in the list, where a name alone would not tell them apart. */
  label?: (row: Row) => string
  /** How they are found by what is typed, where that is more than their name. */
  find?: Find
  /** Records of all stations of the company are offered, not those of the selected one alone. */
  everyStation?: boolean
  id?: string
  disabled?: boolean
  placeholder?: string
  'aria-label'?: string
}

/** One record by its name. */
export function ReferenceSelect({
  resource,
  value,
  onChange,
  conditions,
  label = nameOf,
  find,
  everyStation,
  ...rest
}: ReferenceSelectProps) {
  const { keyword, setKeyword, open, setOpen } = useTyping()
  const rows = useOptions(resource, keyword, value ? [value] : [], { conditions, open, find, everyStation })
  const [recent, noteRecent] = useRecent<string>(recentOf(resource))
  const choose = (id: number | undefined) => {
    const row = rows.find(each => each.id === id)
    if (row) noteRecent({ id: row.id, value: nameOf(row) })
    onChange?.(id, row)
  }
  return (
    <Select
      showSearch={{ filterOption: false, onSearch: setKeyword }}
      allowClear
      value={value ?? null}
      onOpenChange={setOpen}
      {...rest}
      placeholder={rest.placeholder ?? t('kit.chooseOne')}
      notFoundContent={t('kit.noOption')}
      style={{ width: '100%' }}
      options={latestFirst(rows, recent).map(row => ({ value: row.id, label: label(row) }))}
      onChange={id => choose(id ?? undefined)}
    />
  )
}

/** Where the latest choices of a kind are kept; suppliers under the name that other clients know. @source spec 0 §3 "smartSupplier" */
const recentOf = (resource: string) => (resource === 'suppliers' ? 'smartSupplier' : `recent.${resource}`)

/** Whom one chose of late one chooses again: first the last chosen, then the others in their order. */
export function latestFirst<R extends { id: number }>(rows: readonly R[], recent: readonly { id: number | string }[]): R[] {
  const turn = new Map(recent.map(({ id }, place) => [id, place]))
  const placeOf = ({ id }: R) => turn.get(id) ?? recent.length
  return rows.toSorted((one, other) => placeOf(one) - placeOf(other))
}

export interface ReferencesSelectProps extends Omit<ReferenceSelectProps, 'value' | 'onChange'> {
  value?: readonly number[]
  onChange?: (ids: number[]) => void
}

/** Several records by their names. */
export function ReferencesSelect({
  resource,
  value = [],
  onChange,
  conditions,
  label = nameOf,
  find,
  everyStation,
  ...rest
}: ReferencesSelectProps) {
  const { keyword, setKeyword, open, setOpen } = useTyping()
  const rows = useOptions(resource, keyword, value, { conditions, open, find, everyStation })
  return (
    <Select
      mode="multiple"
      showSearch={{ filterOption: false, onSearch: setKeyword }}
      allowClear
      maxTagCount="responsive"
      value={[...value]}
      onOpenChange={setOpen}
      {...rest}
      placeholder={rest.placeholder ?? t('kit.all')}
      notFoundContent={t('kit.noOption')}
      style={{ width: '100%' }}
      options={rows.map(row => ({ value: row.id, label: label(row) }))}
      onChange={ids => onChange?.(ids)}
    />
  )
}

function useTyping() {
  const [typed, setKeyword] = useState('')
  const [open, setOpen] = useState(false)
  return { keyword: useDeferredValue(typed), setKeyword, open, setOpen }
}
