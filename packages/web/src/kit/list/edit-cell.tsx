import type { BaseRow } from '@forecourt/contract'
import { useQueryClient } from '@tanstack/react-query'
import { Button, Popover } from 'antd'
import { useId, useMemo, useState, type KeyboardEvent, type SubmitEvent } from 'react'
import type { z } from 'zod'
import { ApiError, call } from '../../core/api.ts'
import { t } from '../../i18n/index.ts'
import { wordsOfError } from '../feedback/states.tsx'
import { useToast } from '../feedback/toast.ts'
import { valueAt, type Field } from '../field.ts'
import { Control } from '../form/control.tsx'
import { wrong } from '../form/issues.ts'
import { bodyFields, type FormField } from '../form/values.ts'
import { WithSchema } from '../form/with-schema.tsx'
import { labelOf, titled, unitOf } from '../label.ts'
import type { InlineEdit } from './inline.ts'
import { saveField } from './save-field.ts'
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
      content={
        <WithSchema of={edit.of.body}>
          {body => <OneField edit={edit} body={body} name={field.name} row={row} onDone={() => setOpen(false)} />}
        </WithSchema>
      }>
      <Pencil field={field} />
    </Popover>
  )
}

interface OneFieldProps {
  edit: InlineEdit
  body: z.ZodObject
  name: string
  row: BaseRow
  onDone: () => void
}

function useOneField({ edit: { of }, body, row: begun, onDone }: OneFieldProps, field: FormField) {
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
      await saveField(of, body, row, field, value)
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
  const { edit, body, name, onDone } = props
  const field = useMemo(() => bodyFields(edit.of.name, body).find(each => each.name === name)!, [edit, body, name])
  const { value, setValue, fault, stale, busy, send, reload } = useOneField(props, field)
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
