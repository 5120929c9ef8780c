import type { Resource } from '@forecourt/contract'
import { useQuery } from '@tanstack/react-query'
import { useDeferredValue } from 'react'
import { call } from '../../core/api.ts'
import { t } from '../../i18n/index.ts'
import { Bones, Failed } from '../feedback/states.tsx'
import { nounOf } from '../label.ts'
import type { AnyRow } from '../list/columns.ts'
import { RecordForm, type FormOptions } from './record-form.tsx'
import { SideForm } from './side-form.tsx'

export interface RecordDrawerProps {
  of: Resource
  /** `new`, or the id of the record to edit; closed when absent. From the address, so that it can be linked to. */
  wanted: string | undefined
  rows: readonly AnyRow[] | undefined
  form: FormOptions | undefined
  onClose: () => void
  called: (row: AnyRow) => string
}

export function RecordDrawer({ of, wanted, rows, form, onClose, called }: RecordDrawerProps) {
  // What was open stays while it slides away.
  const shown = useDeferredValue(wanted) ?? wanted
  const id = Number(wanted) || undefined
  const known = rows?.find(row => row.id === id)
  const read = useQuery({
    queryKey: [of.name, 'get', id],
    queryFn: ({ signal }) => call(of.get, { id: id! }, { signal }) as Promise<AnyRow>,
    enabled: id !== undefined && !known && rows !== undefined && of.get !== undefined,
  })
  const record = known ?? read.data
  const noun = nounOf(of)
  const title = shown === 'new' ? t('kit.addOne', { noun }) : t('kit.editOne', { noun, name: record ? called(record) : '' })
  return (
    <SideForm title={title} open={wanted !== undefined} onClose={onClose}>
      {wanted === 'new' || record ? (
        <RecordForm key={wanted} of={of} record={wanted === 'new' ? undefined : record} onDone={onClose} {...form} />
      ) : read.error ? (
        <Failed error={read.error} onRetry={() => void read.refetch()} />
      ) : (
        <Bones />
      )}
    </SideForm>
  )
}
