import type { BaseRow } from '@forecourt/contract'
import { BreakdownButton } from '../breakdown/breakdown-button.tsx'
import { isGrouped } from '../breakdown/counted.ts'
import { later } from '../later.tsx'
import { ColumnChooser } from './column-chooser.tsx'
import { ExportButton, PrintButton } from './export-button.tsx'
import type { Columns } from './use-columns.ts'
import type { List } from './use-list.ts'
import { Views } from './views.tsx'

export interface OtherToolsProps<R extends BaseRow = BaseRow> {
  list: List<R>
  label: string
  columns: Columns<R>
  embedded: boolean
}

/** What a list comes to; it is asked for here, so that a list itself need not know which files that takes. */
export const Breakdown = later(() => import('../breakdown/breakdown.tsx'))

/** What is done with a list once it has been read: written into a file, printed, kept as a view, its columns chosen. */
export default function OtherTools({ list, label, columns, embedded }: OtherToolsProps) {
  return (
    <>
      {!embedded && isGrouped.test(list.of.name) && <BreakdownButton />}
      <ExportButton list={list} label={label} columns={columns.show} />
      {!embedded && <PrintButton list={list} label={label} columns={columns.show} />}
      {!embedded && <Views choice={columns.choice} choose={columns.choose} />}
      <ColumnChooser {...columns} />
    </>
  )
}
