import { buttons, type ButtonName } from '@forecourt/contract'
import { t } from '../../i18n/index.ts'
import { Button } from '../../kit/ui.ts'
import { holdsIn, wordOf, type Kind, type RoleColumn } from './role-changes.ts'

interface RoleMatrixProps {
  kind: Kind
  rows: readonly string[]
  columns: readonly RoleColumn[]
  locked: boolean
  onToggle: (column: RoleColumn, name: string) => void
  /** Asks why somebody may or may not; where a line is a page or a permission. */
  onWhy: (name: string) => void
}

/** Lines are pages, rules or permissions, columns are roles; a dot marks what differs from the default, a tint what is not saved. */
export function RoleMatrix({ kind, rows, columns, locked, onToggle, onWhy }: RoleMatrixProps) {
  return (
    <div className="matrix">
      <table>
        <thead>
          <tr>
            <th scope="col">{t(`roleAccess.${kind}`)}</th>
            {columns.map(({ id, role }) => (
              <th key={id} scope="col">
                {t(`roles.${role}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(name => (
            <tr key={name}>
              <th scope="row">
                <Line kind={kind} name={name} onWhy={onWhy} />
              </th>
              {columns.map(column => (
                <Cell key={column.id} kind={kind} name={name} column={column} locked={locked} onToggle={onToggle} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {rows.length === 0 && <p className="effects-none">{t('roleAccess.noLine')}</p>}
    </div>
  )
}

function Line({ kind, name, onWhy }: Pick<RoleMatrixProps, 'kind' | 'onWhy'> & { name: string }) {
  const word = wordOf(kind, name)
  const text = kind === 'buttons' ? t(`assign.${buttons[name as ButtonName].rule}`, { name: word }) : word
  if (kind !== 'menus' && kind !== 'interfaces') return text
  return (
    <span className="matrix-line">
      {text}
      <Button type="text" size="small" onClick={() => onWhy(name)} aria-label={t('roleAccess.whyOf', { name: word })}>
        ?
      </Button>
    </span>
  )
}

interface CellProps extends Pick<RoleMatrixProps, 'kind' | 'locked' | 'onToggle'> {
  name: string
  column: RoleColumn
}

function Cell({ kind, name, column, locked, onToggle }: CellProps) {
  const holds = holdsIn(column.after, kind, name)
  const differs = holds !== holdsIn(column.plain, kind, name)
  const unsaved = holds !== holdsIn(column.before, kind, name)
  const label = `${wordOf(kind, name)} · ${t(`roles.${column.role}`)}${differs ? ` · ${t('roleAccess.differs')}` : ''}`
  return (
    <td className={`${differs ? 'differs' : ''} ${unsaved ? 'unsaved' : ''}`} title={differs ? t('roleAccess.differs') : undefined}>
      <label>
        <input type="checkbox" checked={holds} disabled={locked} onChange={() => onToggle(column, name)} aria-label={label} />
      </label>
    </td>
  )
}
