import type { Saying } from '@forecourt/contract'
import type { ReactNode } from 'react'
import { wordsFor } from '../../i18n/index.ts'
import { CopyButton } from '../feedback/copy.tsx'
import type { Field } from '../field.ts'
import { isNumeric, valueAt } from '../field.ts'
import { labelOf, titled, unitOf, wording } from '../label.ts'
import { Drill, pathTo } from '../links.ts'
import { rowWords, words } from '../show.ts'
import { State } from '../state.tsx'
import type { Column } from './columns.ts'
import './cell.css'

const dash = <span className="k-dash">—</span>

/** Numbers people read out or paste elsewhere. */
const copied: ReadonlySet<string> = new Set(['orderNo', 'number', 'serial', 'serialNo', 'externalSerialNo', 'transactionNo', 'cardNumber'])

/** A value as its field asks for it: figures by sign, states by tone, relations as the way to their record. */
export function drawValue(field: Field, row: object): ReactNode {
  const value = valueAt(row, field.path)
  if (value === null || value === undefined || value === '') return dash
  if (field.ref) return <Drill to={pathTo(field.ref, value)}>{rowWords(field, row, wording)}</Drill>
  const text = words(field, value, wording)
  if (isNumeric(field.kind)) return (value as number) < 0 ? <span className="k-minus">{text}</span> : text
  if (field.kind === 'enum') return <State member={String(value)}>{text}</State>
  const shown = text.length > longText ? <span title={text}>{text}</span> : text
  const linked = called.has(field.name) ? <Drill to={ownPath(field, row)}>{shown}</Drill> : shown
  if (field.kind !== 'phone' && field.kind !== 'cardNumber' && !copied.has(field.name)) return linked
  return (
    <>
      {linked}
      <CopyButton text={String(value)} />
    </>
  )
}

/** What a record is called by leads to its page, its own or that of the relation it was read through. */
const called: ReadonlySet<string> = new Set(['name', 'number', 'orderNo', 'serial'])
const longText = 28

function ownPath({ owner, path }: Field, row: object): string | undefined {
  const to = pathTo(owner, valueAt(row, [...path.split('.').slice(0, -1), 'id'].join('.')))
  return to && to === location.pathname ? undefined : to
}

export const drawCell = <R extends object>({ cell, field, key }: Column<R>, row: R): ReactNode => {
  if (cell) return cell(row)
  if (field) return drawValue(field, row)
  const value = valueAt(row, key)
  return value === null || value === undefined || value === '' ? dash : String(value)
}

/** The head of a column, with the unit its figures stand in. */
export const headOf = <R,>({ title, field, key }: Column<R>): string => {
  if (title) return title
  return field ? titled(labelOf(field), unitOf(field.kind)) : wordsFor(key)
}

/** Words with the fields of a row filled in, as the server fills them in for a file. */
export const said = ({ text, when }: Saying, row: object): string =>
  (when && valueAt(row, when.path) === true ? when.text : text).replaceAll(/\{([\w.]+)\}/g, (_, path: string) =>
    String(valueAt(row, path) ?? '—'),
  )

/** A cell as words, for the file. */
export const textOf = <R extends object>({ text, say, field, key }: Column<R>, row: R): string =>
  text?.(row) ??
  (say && valueAt(row, key) != null ? said(say, row) : undefined) ??
  (field ? rowWords(field, row, wording) : String(valueAt(row, key) ?? ''))
