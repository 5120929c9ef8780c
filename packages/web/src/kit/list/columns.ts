import type { BaseRow, ColumnChoice, Path, Resource, Saying } from '@forecourt/contract'
import type { ReactNode } from 'react'
import { fieldAt, isNumeric, readable, refersTo, type Field } from '../field.ts'

/**
 * What a page says of a column: the field's path, or the path and what differs. A `key` names a column of the page's own, which no field
 * of the record is.
 */
export type ColumnInput<R = BaseRow> = Path<R> | ({ path: Path<R> } & ColumnDifference<R>) | ({ key: string } & ColumnDifference<R>)
interface ColumnDifference<R> {
  title?: string
  width?: number
  /** Draws the cell. */
  cell?: (row: R) => ReactNode
  /** The cell as words, for the file. */
  text?: (row: R) => string
  /** Begins among the hidden columns. */
  hidden?: boolean
  /** Roles that are never offered the column. */
  hideFor?: readonly string[]
  /** The server field to sort by; false for none. */
  sort?: Path<R> | false
  align?: 'left' | 'right' | 'center'
  /** Where it stands in the two lines on a phone, when its field does not tell. */
  phone?: Phone
  /** What is counted, in words behind the figure: a line on a phone has no head that would say it. */
  counted?: (row: R) => string
  /** What the server calls the column in a file, where no field of the contract is it. */
  file?: string
  /** There are moments among its words, so that its head in a file names their clock. */
  moments?: true
  /** How the cell is worded, on the screen as in a file: the fields of the row that stand in braces are filled in. */
  say?: Saying
  /** Words that the server needs to write the column of that name. */
  words?: Readonly<Record<string, string>>
  /** Whose words its members have, where the contract does not say that it is a choice. */
  choices?: Choices
}
type Phone = 'what' | 'amount' | 'when' | 'state' | 'more'
interface Choices {
  readonly of: string
  readonly field: string
  readonly members: readonly (string | number)[]
}

export interface Column<R = BaseRow> {
  readonly key: string
  readonly field?: Field
  readonly title?: string
  readonly width?: number
  readonly cell?: (row: R) => ReactNode
  readonly text?: (row: R) => string
  readonly hidden: boolean
  readonly hideFor: readonly string[]
  readonly sort?: string
  readonly align: 'left' | 'right' | 'center'
  readonly phone?: Phone
  readonly counted?: (row: R) => string
  readonly file?: string
  readonly moments?: true
  readonly choices?: Choices
  readonly say?: Saying
  readonly words?: Readonly<Record<string, string>>
}

/** How fields are drawn, by their paths. */
export type Cells<R> = { readonly [P in Path<R>]?: (row: R) => ReactNode }

/** Money of a sale's settlement, which a bill clerk may not see. @source spec 1 "List", column chooser */
export function columnsOf<R extends BaseRow = BaseRow>(
  of: Resource<R>,
  given?: readonly ColumnInput<R>[],
  cells: Cells<R> = {},
): Column<R>[] {
  return (given ?? defaultColumns(of)).map(input => {
    const own: ColumnDifference<R> = typeof input === 'string' ? {} : input
    const key = keyOf(input)
    const field = fieldAt(of, key)
    const sort = own.sort ?? (field && sortable(of, field) ? field.path : false)
    const cell = own.cell ?? (cells as Readonly<Record<string, typeof own.cell>>)[key]
    return {
      key,
      hidden: own.hidden ?? false,
      hideFor: own.hideFor ?? [],
      align: own.align ?? (field && isNumeric(field.kind) ? 'right' : 'left'),
      ...(field && { field }),
      ...(own.title && { title: own.title }),
      ...(own.width && { width: own.width }),
      ...(cell && { cell }),
      ...(own.text && { text: own.text }),
      ...(sort && { sort }),
      ...(own.phone && { phone: own.phone }),
      ...(own.counted && { counted: own.counted }),
      ...(own.file && { file: own.file }),
      ...(own.moments && { moments: own.moments }),
      ...(own.choices && { choices: own.choices }),
      ...(own.say && { say: own.say }),
      ...(own.words && { words: own.words }),
    }
  })
}

/** Where a column stands: its path, or the name that its page gave it. */
export const keyOf = <R>(input: ColumnInput<R>): string => (typeof input === 'string' ? input : 'path' in input ? input.path : input.key)

const defaultColumns = <R extends BaseRow>(of: Resource<R>): Path<R>[] =>
  (Object.keys(of.row.shape) as Path<R>[]).filter(path => {
    const kind = fieldAt(of, path)!.kind
    return readable(path) && kind !== 'longText' && kind !== 'list' && kind !== 'object'
  })

const sortable = (of: Resource, { path, kind }: Field) =>
  kind !== 'relation' && kind !== 'list' && kind !== 'object' && !of.unsearchable?.includes(path)

/** Relations that the columns need to be sent along, each once. */
export function expandsOf(of: Resource, columns: readonly Pick<Column, 'key' | 'field'>[]): string[] {
  const paths = columns.flatMap(({ key, field }) => {
    const steps = key.split('.').slice(0, -1)
    return field?.relation ? [[...steps, field.relation].join('.')] : steps.length > 0 && field ? [steps.join('.')] : []
  })
  const unique = [...new Set(paths)].filter(path => refersTo(of, path.split('.')[0]!))
  return unique.filter(path => !unique.some(other => other.startsWith(`${path}.`)))
}

/** What a browser remembers may be anything. */
const isChoice = ({ show, hide }: Partial<ColumnChoice>) => Array.isArray(show) && Array.isArray(hide)

/** So many columns are shown before anyone has chosen; the rest wait in the column chooser. */
const columnsMost = 9

/** The person's choice laid over the columns there are: new ones appear, vanished ones are forgotten. */
export function arrange<R>(
  columns: readonly Column<R>[],
  choice: ColumnChoice | undefined,
  role: string,
): { show: Column<R>[]; hide: Column<R>[] } {
  const offered = columns.filter(({ hideFor }) => !hideFor.includes(role))
  if (!choice || !isChoice(choice)) {
    const show = offered.filter(({ hidden }) => !hidden).slice(0, columnsMost)
    return { show, hide: offered.filter(column => !show.includes(column)) }
  }
  const byKey = new Map(offered.map(column => [column.key, column]))
  const take = (keys: readonly string[]) => keys.flatMap(key => byKey.get(key) ?? [])
  const fresh = offered.filter(({ key }) => !choice.show.includes(key) && !choice.hide.includes(key))
  return {
    show: [...take(choice.show), ...fresh.filter(({ hidden }) => !hidden)],
    hide: [...take(choice.hide), ...fresh.filter(({ hidden }) => hidden)],
  }
}
