import { momentHead, type BaseRow } from '@forecourt/contract'
import { call } from '../../core/api.ts'
import { plainFigure, unknown } from '../../core/money.ts'
import { today, zone } from '../../core/time.ts'
import { isNumeric } from '../field.ts'
import type { Column } from './columns.ts'
import { csvOf, saveFile } from './csv.ts'
import { headOf, textOf } from './draw.tsx'
import type { List } from './use-list.ts'

/** More than this is the server's work. */
export const rowsAtMost = 2000
const portion = 500

/** The rows of a filter, in the order of the list, up to the most that a browser writes by itself. */
export async function readAll<R extends BaseRow>(
  { of, query, reach }: Pick<List<R>, 'of' | 'query' | 'reach'>,
  onShare: (percent: number) => void = () => undefined,
): Promise<{ rows: R[]; more: boolean }> {
  const rows: R[] = []
  for (let page = 0; rows.length < rowsAtMost; page++) {
    const { content, totalElements } = await call(of.list, { query: { ...query, page, size: portion } }, reach)
    rows.push(...(content as R[]))
    onShare(Math.min(99, Math.round((rows.length * 100) / Math.max(1, Math.min(totalElements, rowsAtMost)))))
    if (content.length < portion || rows.length >= totalElements) return { rows, more: false }
  }
  return { rows: rows.slice(0, rowsAtMost), more: true }
}

/** The columns as shown, with figures that a spreadsheet can add up. */
function tableText<R extends BaseRow>(columns: readonly Column<R>[], rows: readonly R[]): string {
  const plain = (column: Column<R>, row: R) => {
    const text = textOf(column, row)
    if (text === unknown) return ''
    return column.field && isNumeric(column.field.kind) ? plainFigure(text) : text
  }
  const head = (column: Column<R>) => {
    const moments = column.moments || column.field?.kind === 'instant'
    return moments ? momentHead(headOf(column), zone()) : headOf(column)
  }
  return csvOf([columns.map(head), ...rows.map(row => columns.map(column => plain(column, row)))])
}

export const saveRows = <R extends BaseRow>(label: string, columns: readonly Column<R>[], rows: readonly R[]): void =>
  saveFile(`${label}-${today()}.csv`, tableText(columns, rows))
