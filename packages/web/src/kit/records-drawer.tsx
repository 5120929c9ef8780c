import type { BaseRow, Resource } from '@forecourt/contract'
import { Button, Drawer } from 'antd'
import { useState, type ReactNode } from 'react'
import type { Term } from '../core/search.ts'
import { useMay } from '../core/session.ts'
import { t } from '../i18n/index.ts'
import { Related } from './detail/related.tsx'
import { nameOf } from './field.ts'
import { useFocusBack } from './focus-back.ts'
import { RecordForm, SideForm } from './form/forms.tsx'
import type { FormOptions } from './form/record-form.tsx'
import { nounOf } from './label.ts'
import type { ColumnInput } from './list/columns.ts'
import { useRemove } from './use-remove.ts'

interface RecordsDrawerProps<R extends BaseRow> {
  of: Resource<R>
  title: string
  columns: readonly ColumnInput<R>[]
  where?: readonly Term[]
  form?: FormOptions
  /** What stands above the list. */
  lead?: ReactNode
  empty?: string
  /** Buttons of a row besides deleting it. */
  rowActions?: (row: R) => ReactNode
  onClose: () => void
}

/** The records of a kind that belong to a page, in a drawer: listed, added, edited, and deleted where the contract permits it. */
export function RecordsDrawer<R extends BaseRow>(props: RecordsDrawerProps<R>) {
  const { of, title, columns, where = [], form, lead, empty, rowActions, onClose } = props
  useFocusBack()
  const [record, setRecord] = useState<R | 'new'>()
  const mayWrite = useMay(`${of.permission}.write`)
  const mayDelete = mayWrite && of.delete !== undefined
  const remove = useRemove<R>(of, nameOf)
  const close = () => setRecord(undefined)
  const noun = nounOf(of)
  const add = t('kit.addOne', { noun })
  const kept = record === 'new' ? undefined : record
  return (
    <>
      <Drawer
        title={title}
        open
        onClose={onClose}
        size="large"
        extra={
          mayWrite && (
            <Button type="primary" onClick={() => setRecord('new')}>
              {add}
            </Button>
          )
        }>
        {lead}
        <Related<R>
          of={of}
          title={title}
          where={where}
          columns={columns}
          {...(empty !== undefined && { empty })}
          {...(mayWrite && { onOpen: setRecord })}
          {...((rowActions || mayDelete) && {
            rowActions: (row: R) => (
              <>
                {rowActions?.(row)}
                {mayDelete && (
                  <Button type="link" size="small" danger onClick={() => void remove(row)}>
                    {t('kit.delete')}
                  </Button>
                )}
              </>
            ),
          })}
        />
      </Drawer>
      <SideForm title={kept ? t('kit.editOne', { noun, name: nameOf(kept) }) : add} open={record !== undefined} onClose={close}>
        {record && <RecordForm of={of} record={kept} onDone={close} onCancel={close} {...form} />}
      </SideForm>
    </>
  )
}
