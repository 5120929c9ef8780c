import type { Resource } from '@forecourt/contract'
import { Button, Modal, Select } from 'antd'
import { useId, useMemo, useState, type SubmitEvent } from 'react'
import type { z } from 'zod'
import { count as counted } from '../../core/money.ts'
import { t } from '../../i18n/index.ts'
import { Control } from '../form/control.tsx'
import { wrong } from '../form/issues.ts'
import { bodyFields } from '../form/values.ts'
import { WithSchema } from '../form/with-schema.tsx'
import { labelOf, titled, unitOf } from '../label.ts'
import type { BulkAct } from './bulk.ts'
import type { InlineEdit } from './inline.ts'
import { saveField } from './save-field.ts'

export interface BulkEditProps {
  of: Resource
  edit: InlineEdit
  count: number
  onAct: (act: BulkAct) => void
}

/** Asks for one field and its value in every chosen record. */
export default function BulkEditDialog({ open, count, onClose, ...form }: BulkEditProps & { open: boolean; onClose: () => void }) {
  return (
    <Modal open={open} title={t('bulk.bulkEditOf', { count: counted(count) })} onCancel={onClose} footer={null} destroyOnHidden>
      <WithSchema of={form.of.body}>{body => <OneForAll {...form} body={body} />}</WithSchema>
    </Modal>
  )
}

function OneForAll({ of, edit, onAct, body }: Omit<BulkEditProps, 'count'> & { body: z.ZodObject }) {
  const fields = useMemo(() => bodyFields(of.name, body).filter(({ name }) => edit.fields.has(name)), [of, body, edit])
  const [name, setName] = useState(fields[0]!.name)
  const [value, setValue] = useState<unknown>()
  const [fault, setFault] = useState<string>()
  const id = useId()
  const field = fields.find(each => each.name === name)!
  const send = (event: SubmitEvent) => {
    event.preventDefault()
    const words = wrong(field, value)
    setFault(words)
    if (words) return
    const label = labelOf(field)
    onAct({
      key: 'edit',
      label: t('kit.bulkEdit'),
      ask: many => t('bulk.askBulkEdit', { count: counted(many), label }),
      run: row => saveField(of, body, row, field, value),
    })
  }
  return (
    <form className="k-one-field" onSubmit={send}>
      <label htmlFor={`${id}-field`}>{t('bulk.field')}</label>
      <Select
        id={`${id}-field`}
        value={name}
        onChange={next => {
          setName(next)
          setValue(undefined)
          setFault(undefined)
        }}
        options={fields.map(each => ({ value: each.name, label: labelOf(each) }))}
      />
      <label htmlFor={`${id}-value`}>{titled(t('bulk.newValue'), unitOf(field.kind))}</label>
      <Control key={name} field={field} id={`${id}-value`} value={value} onChange={setValue} />
      {fault && (
        <p role="alert" className="k-fault">
          {fault}
        </p>
      )}
      <Button type="primary" htmlType="submit">
        {t('bulk.continue')}
      </Button>
    </form>
  )
}
