import type { BaseRow } from '@forecourt/contract'
import { useQueryClient } from '@tanstack/react-query'
import { Button, Popover } from 'antd'
import { useId, useState, type KeyboardEvent, type SubmitEvent } from 'react'
import { ApiError, call } from '../../core/api.ts'
import { t } from '../../i18n/index.ts'
import { wordsOfError } from '../feedback/states.tsx'
import { useToast } from '../feedback/toast.ts'
import { valueAt, type Field } from '../field.ts'
import { Control } from '../form/control.tsx'
import { wrong } from '../form/issues.ts'
import { labelOf, titled, unitOf } from '../label.ts'
import { saveField, type InlineEdit } from './inline.ts'
import { Pencil } from './pencil.tsx'

/** The pencil of a cell once it was pressed, with the control for its value beneath. */
export default function EditCell({ edit, field, row }: { edit: InlineEdit; field: Field; row: BaseRow }) {
  const [open, setOpen] = useState(true)
  return (
    <Popover
      open={open}
      trigger="click"
      placement="bottomLeft"
      onOpenChange={setOpen}
      destroyOnHidden
      content={<OneField edit={edit} field={field} row={row} onDone={() => setOpen(false)} />}>
      <Pencil field={field} />
    </Popover>
  )
}

interface OneFieldProps {
  edit: InlineEdit
  field: Field
  row: BaseRow
  onDone: () => void
}

function useOneField({ edit: { of }, field, row: begun, onDone }: OneFieldProps) {
  const [row, setRow] = useState(begun)
  const [value, setValue] = useState(valueAt(begun, field.name))
  const [fault, setFault] = useState<string>()
  const [stale, setStale] = useState(false)
  const [busy, setBusy] = useState(false)
  const cache = useQueryClient()
  const toast = useToast()
  const send = async () => {
    const words = wrong(field, value)
    setFault(words)
    if (words || busy) return
    setBusy(true)
    try {
      await saveField(of, row, field, value)
      onDone()
      toast.done(t('kit.saved'))
      await cache.invalidateQueries({ queryKey: [of.name] })
    } catch (error) {
      setFault(wordsOfError(error))
      setStale(error instanceof ApiError && error.code === 'stale')
    } finally {
      setBusy(false)
    }
  }
  /** Someone else was quicker: their value is shown, and the next press overwrites it. */
  const reload = async () => {
    const fresh = await call(of.get, { id: row.id })
    setRow(fresh)
    setValue(valueAt(fresh, field.name))
    setFault(undefined)
    setStale(false)
    await cache.invalidateQueries({ queryKey: [of.name] })
  }
  return { value, setValue, fault, stale, busy, send, reload }
}

function OneField(props: OneFieldProps) {
  const { field, onDone } = props
  const { value, setValue, fault, stale, busy, send, reload } = useOneField(props)
  const id = useId()
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    void send()
  }
  const press = (event: KeyboardEvent) => {
    event.stopPropagation()
    if (event.key === 'Escape') onDone()
  }
  const label = titled(labelOf(field), unitOf(field.kind))
  return (
    <form
      className="k-one-field"
      role="dialog"
      aria-label={t('kit.editCell', { label })}
      onSubmit={submit}
      onKeyDown={press}
      ref={focusFirst}>
      <label htmlFor={id}>{label}</label>
      <Control field={field} id={id} value={value} onChange={setValue} />
      {fault && (
        <p role="alert" className="k-fault">
          {fault}
        </p>
      )}
      <div className="k-one-acts">
        {stale && <Button onClick={() => void reload()}>{t('kit.reload')}</Button>}
        <Button onClick={onDone}>{t('kit.cancel')}</Button>
        <Button type="primary" htmlType="submit" loading={busy}>
          {t('kit.save')}
        </Button>
      </div>
    </form>
  )
}

const focusFirst = (form: HTMLFormElement | null) => {
  requestAnimationFrame(() => form?.querySelector<HTMLElement>('input:not([type=hidden]),textarea,button')?.focus())
}
