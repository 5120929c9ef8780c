import type { Resource } from '@forecourt/contract'
import { Button, Modal, Select } from 'antd'
import { useId, useState, type SubmitEvent } from 'react'
import { count as counted } from '../../core/money.ts'
import { t } from '../../i18n/index.ts'
import { Control } from '../form/control.tsx'
import { wrong } from '../form/issues.ts'
import { labelOf, titled, unitOf } from '../label.ts'
import type { BulkAct } from './bulk.ts'
import { saveField, type InlineEdit } from './inline.ts'

export interface BulkEditProps {
  of: Resource
  edit: InlineEdit
  count: number
  onAct: (act: BulkAct) => void
}

/** Asks for one field and its value in every chosen record. */
export default function BulkEditDialog({ open, count, onClose, ...form }: BulkEditProps & { open: boolean; onClose: () => void }) {
  return (
    <Modal open={open} title={t('kit.bulkEditOf', { count: counted(count) })} onCancel={onClose} footer={null} destroyOnHidden>
      <OneForAll {...form} />
    </Modal>
  )
}

function OneForAll({ of, edit, onAct }: Omit<BulkEditProps, 'count'>) {
  const fields = [...edit.fields.values()]
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
      ask: many => t('kit.askBulkEdit', { count: counted(many), label }),
      run: row => saveField(of, row, field, value),
    })
  }
  return (
    <form className="k-one-field" onSubmit={send}>
      <label htmlFor={`${id}-field`}>{t('kit.field')}</label>
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
      <label htmlFor={`${id}-value`}>{titled(t('kit.newValue'), unitOf(field.kind))}</label>
      <Control key={name} field={field} id={`${id}-value`} value={value} onChange={setValue} />
      {fault && (
        <p role="alert" className="k-fault">
          {fault}
        </p>
      )}
      <Button type="primary" htmlType="submit">
        {t('kit.continue')}
      </Button>
    </form>
  )
}
