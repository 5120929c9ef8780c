import type { BaseRow } from '@forecourt/contract'
import { useState, type ReactNode } from 'react'
import type { Field } from '../field.ts'
import type { InlineEdit } from './inline.ts'
import { Pencil } from './pencil.tsx'
import { laterDialog, WhileLoading } from '../later.tsx'

const EditCell = laterDialog(() => import('./edit-cell.tsx'))

/**
 * A cell whose value is changed where it stands. Its pencil is reached by F2, or by the arrows from its row. What the change needs is
 * loaded with the first press: most tables are only read.
 */
export function Editable({ edit, field, row, children }: { edit: InlineEdit; field: Field; row: BaseRow; children: ReactNode }) {
  const [pressed, setPressed] = useState(false)
  const pencil = <Pencil field={field} onClick={() => setPressed(true)} />
  return (
    <span className="k-editable">
      {children}
      {pressed ? (
        <WhileLoading show={pencil}>
          <EditCell edit={edit} field={field} row={row} onClose={() => setPressed(false)} />
        </WhileLoading>
      ) : (
        pencil
      )}
    </span>
  )
}
