import type { BaseRow } from '@forecourt/contract'
import { Button } from 'antd'
import { useState, type ReactNode } from 'react'
import { count as counted } from '../../core/money.ts'
import { useMay } from '../../core/session.ts'
import { t } from '../../i18n/index.ts'
import { useConfirm } from '../feedback/confirm.tsx'
import { useToast } from '../feedback/toast.ts'
import { open } from '../links.ts'
import { readAll, rowsAtMost, saveRows } from './export.ts'
import type { List } from './use-list.ts'
import { laterDialog } from '../later.tsx'
import type { OutProps } from './export-props.ts'
import type { PrintListProps } from './print-list.tsx'

type Dialog = typeof import('./export-dialog.tsx').ExportDialog
const ExportDialog = laterDialog(async () => ({
  default: (await import('./export-dialog.tsx')).ExportDialog as never,
})) as unknown as Dialog

const PrintList = laterDialog(async () => ({
  default: (await import('./print-list.tsx')).PrintList as never,
})) as unknown as <R extends BaseRow>(props: PrintListProps<R> & { onClose: () => void }) => ReactNode

/** All rows of the filter, with how much of them has come. */
function useAll<R extends BaseRow>(list: List<R>) {
  const [share, setShare] = useState<number>()
  const toast = useToast()
  const read = async () => {
    setShare(0)
    try {
      const answer = await readAll<R>(list, setShare)
      if (answer.more) toast.note(t('kit.exportCut', { count: counted(rowsAtMost) }))
      return answer
    } catch (error) {
      toast.failed(error)
      return undefined
    } finally {
      setShare(undefined)
    }
  }
  return { share, read, none: !list.count }
}

/** Writes the rows of the filter, as shown, into a file: in the background for users who may have that, else at once. */
export function ExportButton<R extends BaseRow>({ list, label, columns }: OutProps<R>) {
  const { share, read, none } = useAll(list)
  // What was exported is not exported again.
  const may = useMay('task.export') && list.of.name !== 'exports'
  const [asking, setAsking] = useState(false)
  const confirm = useConfirm()
  /** @source spec 1 §8 "Export running" */
  const asked = async () => {
    setAsking(false)
    if (await confirm({ text: t('kit.exportAsked'), good: true })) open('/download')
  }
  const save = async () => {
    const answer = await read()
    if (answer) saveRows(label, columns, answer.rows)
  }
  return (
    <>
      <Button onClick={() => (may ? setAsking(true) : void save())} loading={share !== undefined} disabled={none}>
        {share === undefined ? t('kit.export') : t('kit.exporting', { share })}
      </Button>
      {asking && (
        <ExportDialog
          list={list}
          label={label}
          columns={columns}
          onNow={() => void save()}
          onClose={() => setAsking(false)}
          onAsked={() => void asked()}
        />
      )}
    </>
  )
}

/** Prints the rows of the filter, as shown. */
export function PrintButton<R extends BaseRow>(props: OutProps<R>) {
  const { share, read, none } = useAll(props.list)
  const [paper, setPaper] = useState<{ rows: R[]; more: boolean }>()
  return (
    <>
      <Button onClick={() => void read().then(setPaper)} loading={share !== undefined} disabled={none}>
        {t('kit.print')}
      </Button>
      {paper && <PrintList {...props} {...paper} onDone={() => setPaper(undefined)} onClose={() => setPaper(undefined)} />}
    </>
  )
}
