import type { Resource, BaseRow } from '@forecourt/contract'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { call } from '../../core/api.ts'
import { t } from '../../i18n/index.ts'
import { useConfirm } from '../feedback/confirm.tsx'
import { isNotThere, NotThere } from '../detail/record-failed.tsx'
import { saidOnPage } from '../detail/use-record.ts'
import { Bones, Failed } from '../feedback/states.tsx'
import { nounOf } from '../label.ts'
import { isId } from '../page/address.ts'
import { usePage } from '../page/use-page.ts'
import { RecordForm, type FormOptions } from './record-form.tsx'
import { SideForm } from './side-form.tsx'

export interface RecordDrawerProps<R extends BaseRow> {
  of: Resource<R>
  /** `new`, or the id of the record to edit; closed when absent. From the address, so that it can be linked to. */
  wanted: string | undefined
  rows: readonly R[] | undefined
  form: FormOptions | undefined
  onClose: () => void
  /** Puts the record back into the address. */
  onReopen: (record: string) => void
  called: (row: R) => string
}

/** The form of a record beside its list. */
export function RecordDrawer<R extends BaseRow>({ of, wanted, rows, form, onClose, onReopen, called }: RecordDrawerProps<R>) {
  const { shown, open, note } = useHeld(wanted, onReopen)
  const id = isId(shown ?? '') ? Number(shown) : undefined
  const known = rows?.find(row => row.id === id)
  const read = useQuery({
    queryKey: [of.name, 'get', id],
    queryFn: ({ signal }) => call(of.get, { id: id! }, { signal }) as Promise<R>,
    enabled: id !== undefined && !known && rows !== undefined && of.get !== undefined,
    meta: saidOnPage,
  })
  const record = known ?? read.data
  const noun = nounOf(of)
  const title = shown === 'new' ? t('kit.addOne', { noun }) : t('kit.editOne', { noun, name: record ? called(record) : '' })
  const done = () => {
    note(false)
    onClose()
  }
  return (
    <SideForm title={title} open={open} onClose={onClose} onUnsaved={note}>
      {form?.draw && (shown === 'new' || record) ? (
        form.draw({ record: shown === 'new' ? undefined : record, done })
      ) : shown === 'new' || record ? (
        <RecordForm key={shown} of={of} record={shown === 'new' ? undefined : record} onDone={done} {...form} />
      ) : (shown !== undefined && id === undefined) || isNotThere(read.error) ? (
        <NotThere back={t('notThere.toList')} onBack={done} />
      ) : read.error ? (
        <Failed error={read.error} onRetry={() => void read.refetch()} />
      ) : (
        <Bones />
      )}
    </SideForm>
  )
}

/** What was open stays while it slides away; and when Back would close a form that was begun, it stays until a question is answered. */
function useHeld(wanted: string | undefined, onReopen: (record: string) => void) {
  const [held, setHeld] = useState(wanted)
  if (wanted !== undefined && wanted !== held) setHeld(wanted)
  const [unsaved, note] = useState(false)
  const { setUnsaved } = usePage()
  const confirm = useConfirm()
  const ask = useEffectEvent(async () => {
    if (!unsaved || held === undefined) return
    if (!(await confirm({ text: t('kit.askLeave'), ok: t('kit.leave'), leaving: true }))) return onReopen(held)
    note(false)
    setUnsaved(false)
  })
  useEffect(() => {
    if (wanted === undefined) void ask()
  }, [wanted])
  return { shown: wanted ?? held, open: wanted !== undefined || unsaved, note }
}
