import type { BaseRow } from '@forecourt/contract'
import { Button } from 'antd'
import { useState } from 'react'
import { count as counted } from '../../core/money.ts'
import { useSession } from '../../core/session.ts'
import { t } from '../../i18n/index.ts'
import { useConfirm } from '../feedback/confirm.tsx'
import { useToast } from '../feedback/toast.ts'
import { nameOf } from '../field.ts'
import { BulkEdit } from './bulk-edit.tsx'
import type { BulkAct } from './bulk.ts'
import type { Column } from './columns.ts'
import { laterDialog } from '../later.tsx'
import { readAll, rowsAtMost, saveRows } from './export.ts'
import type { InlineEdit } from './inline.ts'
import { useBulk } from './use-bulk.ts'
import type { List } from './use-list.ts'
import type { Selection } from './use-selection.ts'
import './bulk.css'

export interface BulkBarProps<R extends BaseRow> {
  list: List<R>
  label: string
  columns: readonly Column<R>[]
  acts: readonly BulkAct<R>[]
  /** Fields that may be given one value in many records. */
  edit: InlineEdit | undefined
  selection: Selection<R>
  called?: ((row: R) => string) | undefined
}

/** What became of each is told once something was begun. */
const BulkResults = laterDialog(async () => ({
  default: (await import('./bulk-results.tsx')).BulkResults as never,
})) as unknown as typeof import('./bulk-results.tsx').BulkResults

/** So many are deleted only when their number was typed. */
const typedFrom = 20

/** What can be done with the rows that are chosen; how many they are, and the way to choose all that the filter finds. */
export function BulkBar<R extends BaseRow>({ list, label, columns, acts, edit, selection, called = nameOf }: BulkBarProps<R>) {
  const bulk = useBulk<R>(list.of)
  const confirm = useConfirm()
  const toast = useToast()
  const held = useSession(({ profile }) => profile?.permissions)
  const [reading, setReading] = useState(false)
  const found = list.count ?? 0
  const count = selection.all ? found : selection.rows.length
  /** All that the filter finds is read at the moment it is needed: the number that is asked about is the number that is done. */
  const read = async (): Promise<readonly R[]> => {
    if (!selection.all) return selection.rows
    setReading(true)
    try {
      return (await readAll<R>(list)).rows
    } finally {
      setReading(false)
    }
  }
  const begin = async (act: BulkAct<R>) => {
    const rows = await read()
    if (act.together) return act.together(rows)
    const typed = act.danger && rows.length >= typedFrom ? { typed: String(rows.length) } : {}
    if (await confirm({ text: act.ask(rows.length), ok: act.label, danger: act.danger ?? false, ...typed })) await bulk.begin(act, rows)
  }
  const start = (act: BulkAct<R>) => void begin(act).catch(toast.failed)
  const save = () => void read().then(rows => saveRows(label, columns, rows), toast.failed)
  /** Without what it was asked with, the results could not be shown. */
  const close = (refused?: readonly R[]) => (refused ? selection.set(new Set(refused.map(({ id }) => id))) : bulk.close())
  const offered = acts.filter(({ permission }) => !permission || held?.includes(permission))
  const results = bulk.run && <BulkResults bulk={bulk} called={called} onClose={close} />
  if (count === 0) return results
  return (
    <div className="k-bulk" role="region" aria-label={t('bulk.selected', { count: counted(count) })}>
      <span role="status">{t(selection.all ? 'bulk.selectedAll' : 'bulk.selected', { count: counted(count) })}</span>
      <TakeAll list={list} selection={selection} found={found} />
      {edit && edit.fields.size > 0 && <BulkEdit of={list.of} edit={edit} count={count} onAct={start} />}
      {offered.map(act => (
        <Button key={act.key} size="small" danger={act.danger ?? false} disabled={reading} onClick={() => start(act)}>
          {act.label}
        </Button>
      ))}
      <Button size="small" loading={reading} onClick={save}>
        {t('bulk.exportSelected')}
      </Button>
      <Button type="link" size="small" onClick={selection.clear}>
        {t('kit.unselect')}
      </Button>
      {results}
    </div>
  )
}

/** Offered once the whole page is chosen and there is more; never more than can be done from here. */
function TakeAll<R extends BaseRow>({ list, selection, found }: { list: List<R>; selection: Selection<R>; found: number }) {
  const page = list.rows ?? []
  if (selection.all || found <= page.length || !page.every(({ id }) => selection.ids.has(id))) return null
  if (found > rowsAtMost) return <span className="k-quiet">{t('bulk.tooManyToSelect', { count: counted(rowsAtMost) })}</span>
  return (
    <Button type="link" size="small" onClick={selection.takeAll}>
      {t('bulk.selectAllFound', { count: counted(found) })}
    </Button>
  )
}
