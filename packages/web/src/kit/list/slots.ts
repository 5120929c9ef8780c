import type { BaseRow } from '@forecourt/contract'
import { isNumeric } from '../field.ts'
import type { Column } from './columns.ts'

/** What the two lines on a phone say of a row. */
export interface Slots<R extends BaseRow> {
  readonly what: Column<R> | undefined
  readonly amount: Column<R> | undefined
  readonly when: Column<R> | undefined
  readonly state: Column<R> | undefined
  /** Follows the time, where there is room. */
  readonly more: Column<R> | undefined
}

/** Which columns those are: as the page says, else by the kind of their fields, in the order they stand. */
export function slotsOf<R extends BaseRow>(columns: readonly Column<R>[]): Slots<R> {
  const taken = new Set<Column<R>>()
  const take = (slot: Column['phone'], fits: (column: Column<R>) => boolean) => {
    const found = columns.find(({ phone }) => phone === slot) ?? columns.find(column => !column.phone && !taken.has(column) && fits(column))
    if (found) taken.add(found)
    return found
  }
  const amount = take('amount', ({ field }) => field?.kind === 'cents') ?? take('amount', ({ field }) => !!field && isNumeric(field.kind))
  const state = take('state', ({ key, field }) => /status|state$/i.test(key) || (field?.kind === 'enum' && /status/i.test(field.name)))
  const what = take('what', ({ field }) => field?.kind !== 'instant')
  const when = take('when', ({ field }) => field?.kind === 'instant' || field?.kind === 'date')
  // A yes or no says nothing without the name of its column.
  const more = take('more', ({ align, field }) => align === 'left' && field?.kind !== 'boolean')
  return { what, amount, when, state, more }
}
