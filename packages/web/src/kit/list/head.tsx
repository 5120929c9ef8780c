import { useState, type PointerEvent } from 'react'
import { t } from '../../i18n/index.ts'
import type { AnyRow, Column } from './columns.ts'
import type { DataTableProps } from './data-table.tsx'
import { headOf } from './draw.tsx'

/** The head: a press sorts, down, up, and back to the list's own order. The edge of a column is drawn with the mouse. */
export function TableHead<R extends AnyRow>({ columns, rows, sort, onSort, selected, onSelect, actions }: DataTableProps<R>) {
  const [widths, setWidths] = useState<Record<string, number>>({})
  const all = rows !== undefined && rows.length > 0 && rows.every(row => selected?.has(row.id))
  const some = !all && (rows?.some(row => selected?.has(row.id)) ?? false)
  const selectAll = () => {
    const rest = new Set(selected)
    for (const { id } of rows ?? []) {
      if (all) rest.delete(id)
      else rest.add(id)
    }
    onSelect?.(rest)
  }
  return (
    <thead>
      <tr>
        {onSelect && (
          <th className="k-box" scope="col">
            <input
              type="checkbox"
              checked={all}
              ref={box => {
                if (box) box.indeterminate = some
              }}
              onChange={selectAll}
              aria-label={t('kit.selectAll')}
            />
          </th>
        )}
        {columns.map((column, index) => (
          <HeadCell
            key={column.key}
            column={column as unknown as Column}
            first={index === 0}
            sort={sort}
            onSort={onSort}
            width={widths[column.key] ?? column.width}
            onWidth={width => setWidths(old => ({ ...old, [column.key]: width }))}
          />
        ))}
        {actions && (
          <th className="k-acts" scope="col">
            {t('kit.actions')}
          </th>
        )}
      </tr>
    </thead>
  )
}

interface HeadCellProps {
  column: Column
  first: boolean
  sort: string | undefined
  onSort: ((sort: string | undefined) => void) | undefined
  width: number | undefined
  onWidth: (width: number) => void
}

function HeadCell({ column, first, sort, onSort, width, onWidth }: HeadCellProps) {
  const [by, way = 'asc'] = sort?.split(',') ?? []
  const now = column.sort !== undefined && by === column.sort ? way : undefined
  const turn = () => onSort?.(now === undefined ? `${column.sort},desc` : now === 'desc' ? `${column.sort},asc` : undefined)
  const title = headOf(column)
  const side = { left: '', right: 'k-end', center: 'k-middle' }[column.align]
  return (
    <th
      scope="col"
      className={`${side} ${first ? 'k-first' : ''}`}
      style={width ? { width, minWidth: width, maxWidth: width } : undefined}
      {...(now && { 'aria-sort': now === 'asc' ? ('ascending' as const) : ('descending' as const) })}>
      {column.sort && onSort ? (
        <button type="button" className="k-sorter" onClick={turn}>
          {title}
          <i aria-hidden="true">{now === 'asc' ? '▲' : '▼'}</i>
        </button>
      ) : (
        title
      )}
      <span className="k-grip" onPointerDown={event => pull(event, onWidth)} />
    </th>
  )
}

/** Follows the pointer until it is let go. */
function pull(event: PointerEvent<HTMLElement>, onWidth: (width: number) => void): void {
  const grip = event.currentTarget
  const start = event.clientX
  const width = grip.parentElement!.offsetWidth
  grip.setPointerCapture(event.pointerId)
  grip.onpointermove = move => onWidth(Math.max(48, Math.round(width + move.clientX - start)))
  grip.onpointerup = () => {
    grip.onpointermove = null
  }
}
