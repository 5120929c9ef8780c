import { lazy, Suspense, useState, type ComponentProps, type ReactNode } from 'react'
import { t } from '../../i18n/index.ts'
import type { Field } from '../field.ts'
import { labelOf } from '../label.ts'
import type { AnyRow } from './columns.ts'
import type { InlineEdit } from './inline.ts'
import './inline.css'

const EditCell = lazy(() => import('./edit-cell.tsx'))

type Props = ComponentProps<'button'> & { field: Field }
export const Pencil = ({ field, ...rest }: Props) => (
  <button
    type="button"
    className="k-pencil"
    tabIndex={-1}
    aria-haspopup="dialog"
    aria-label={t('kit.editCell', { label: labelOf(field) })}
    {...rest}
  />
)

/**
 * A cell whose value is changed where it stands. Its pencil is reached by F2, or by the arrows from its row. What the change needs is
 * loaded with the first press: most tables are only read.
 */
export function Editable({ edit, field, row, children }: { edit: InlineEdit; field: Field; row: AnyRow; children: ReactNode }) {
  const [pressed, setPressed] = useState(false)
  const pencil = <Pencil field={field} onClick={() => setPressed(true)} />
  return (
    <span className="k-editable">
      {children}
      {pressed ? (
        <Suspense fallback={pencil}>
          <EditCell edit={edit} field={field} row={row} />
        </Suspense>
      ) : (
        pencil
      )}
    </span>
  )
}
