import type { BaseRow } from '@forecourt/contract'
import { useState, type PointerEvent } from 'react'
import { t } from '../../i18n/index.ts'
import { isNumeric } from '../field.ts'
import type { Column } from './columns.ts'
import type { DataTableProps } from './table-props.ts'
import { headOf } from './draw.tsx'

/** The head: a press sorts, down, up, and back to the list's own order. The edge of a column is drawn with the mouse. */
export function TableHead<R extends BaseRow>(props: DataTableProps<R>) {
  const { columns, rows, sort, onSort, selected, onSelect, actions, widths = none, onWidth } = props
  const [pulled, setPulled] = useState<Readonly<Record<string, number>>>(none)
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
            width={pulled[column.key] ?? widths[column.key]}
            onPull={width => setPulled({ [column.key]: width })}
            onWidth={width => {
              // Without a place to keep it, it holds for as long as the table is looked at.
              if (onWidth) setPulled(none)
              onWidth?.(column.key, width)
            }}
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

const none: Readonly<Record<string, number>> = {}

interface HeadCellProps {
  column: Column
  first: boolean
  sort: string | undefined
  onSort: ((sort: string | undefined) => void) | undefined
  /** As drawn by its reader; else it is as wide as its words and at least as the page says. */
  width: number | undefined
  /** While it is drawn. */
  onPull: (width: number) => void
  /** When it is let go. */
  onWidth: (width: number) => void
}

/** Figures and times are first sorted from the top, words from A; a third press gives the list its own order back. */
function nextSort({ sort, field }: Column, now: string | undefined): string | undefined {
  const down = field !== undefined && (isNumeric(field.kind) || field.kind === 'instant' || field.kind === 'date')
  const [first, second] = down ? ['desc', 'asc'] : ['asc', 'desc']
  return now === undefined ? `${sort},${first}` : now === first ? `${sort},${second}` : undefined
}

function HeadCell({ column, first, sort, onSort, width, onPull, onWidth }: HeadCellProps) {
  const [by, way = 'asc'] = sort?.split(',') ?? []
  const now = column.sort !== undefined && by === column.sort ? way : undefined
  const title = headOf(column)
  const side = { left: '', right: 'k-end', center: 'k-middle' }[column.align]
  return (
    <th
      scope="col"
      className={`${side} ${first ? 'k-first' : ''}`}
      style={width ? { width, minWidth: width, maxWidth: width } : { minWidth: column.width }}
      {...(now && { 'aria-sort': now === 'asc' ? ('ascending' as const) : ('descending' as const) })}>
      {column.sort && onSort ? (
        <button type="button" className="k-sorter" onClick={() => onSort(nextSort(column, now))}>
          {title}
          <i aria-hidden="true">{now === 'asc' ? '▲' : '▼'}</i>
        </button>
      ) : (
        title
      )}
      <span className="k-grip" onPointerDown={event => pull(event, onPull, onWidth)} />
    </th>
  )
}

/** Follows the pointer until it is let go. */
function pull(event: PointerEvent<HTMLElement>, onPull: (width: number) => void, onWidth: (width: number) => void): void {
  const grip = event.currentTarget
  const start = event.clientX
  const begun = grip.parentElement!.offsetWidth
  let width = begun
  grip.setPointerCapture(event.pointerId)
  grip.onpointermove = move => {
    width = Math.min(2000, Math.max(48, Math.round(begun + move.clientX - start)))
    onPull(width)
  }
  grip.onpointerup = () => {
    grip.onpointermove = grip.onpointerup = null
    if (width !== begun) onWidth(width)
  }
}
