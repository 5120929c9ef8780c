import type { BaseRow } from '@forecourt/contract'
import type { FocusEvent, KeyboardEvent, MouseEvent } from 'react'
import type { DataTableProps } from './table-props.ts'

/** What a press, a key and the focus do in the rows of a table, heard once for all of them. */
export function useRowActs<R extends BaseRow>(props: DataTableProps<R>, toggle: (id: number) => void) {
  const { rows, onOpen, onPreview, onSelect, current } = props
  const rowAt = (target: EventTarget) => {
    const id = Number((target as HTMLElement).closest('tr')?.dataset['id'])
    return rows?.find(row => row.id === id)
  }

  const press = (event: MouseEvent<HTMLElement>) => {
    const row = rowAt(event.target)
    if (row && onPreview && (event.target as HTMLElement).closest('.k-peek')) return onPreview(row)
    if (row && onOpen && !isOwn(event.target as HTMLElement) && !getSelection()?.toString()) onOpen(row)
  }
  const type = (event: KeyboardEvent<HTMLElement>) => {
    if (stepWithin(event)) return event.preventDefault()
    if ((event.target as HTMLElement).tagName !== 'TR') return
    const row = rowAt(event.target)
    const act = row && { Enter: onOpen, p: onPreview, ' ': onSelect && (() => toggle(row.id)) }[event.key]
    if (act) event.preventDefault()
    act?.(row!)
    if (step(event)) event.preventDefault()
  }
  /** While a row is shown beside the list, it is the row that has the focus. */
  const follow = (event: FocusEvent<HTMLElement>) => {
    const row = current !== undefined && event.target.tagName === 'TR' && rowAt(event.target)
    if (row && row.id !== current) onPreview?.(row)
  }
  return { onClick: press, onKeyDown: type, onFocus: follow }
}

/** Buttons and links within a row act for themselves. */
const isOwn = (target: HTMLElement) => target.closest('a,button,input,label,select,textarea,[role=menuitem],[role=dialog]') !== null

function step(event: KeyboardEvent<HTMLElement>): boolean {
  const row = event.target as HTMLTableRowElement
  const rows = [...row.parentElement!.querySelectorAll<HTMLElement>(':scope > tr[data-id]')]
  const place = rows.indexOf(row)
  const next = { ArrowDown: rows[place + 1], ArrowUp: rows[place - 1], Home: rows[0], End: rows.at(-1) }[event.key]
  next?.focus()
  return next !== undefined
}

/** From the row to what can be pressed in it, from one to the next, and with Esc back to the row; F2 begins at the first cell to edit. */
function stepWithin(event: KeyboardEvent<HTMLElement>): boolean {
  const target = event.target as HTMLElement
  const row = target.closest<HTMLElement>('tr[data-id]')
  if (!row || typing(target)) return false
  const stops = [...row.querySelectorAll<HTMLElement>('a,button,input')].filter(stop => stop.checkVisibility())
  const place = stops.indexOf(target)
  const next = {
    ArrowRight: stops[place + 1],
    ArrowLeft: place === 0 ? row : stops[place - 1],
    Escape: place < 0 ? undefined : row,
    F2: row.querySelector<HTMLElement>('.k-pencil') ?? undefined,
  }[event.key]
  next?.focus()
  return next !== undefined
}
const typing = (target: HTMLElement) => target.closest('input:not([type=checkbox]),textarea,[role=dialog]') !== null
