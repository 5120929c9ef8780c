import { currenciesOf, type Resource, type Totals, type BaseRow } from '@forecourt/contract'
import { count } from '../../core/money.ts'
import { t } from '../../i18n/index.ts'
import { valueAt } from '../field.ts'
import { nounsOf, wording } from '../label.ts'
import { words } from '../show.ts'
import type { Column } from './columns.ts'

/**
 * The sums over every row of a filter, by column and in words, said to be of all; nothing where no column is summed. Money of several
 * currencies has a line for each.
 */
export function sumsOf<R>(of: Resource, columns: readonly Column<R>[], sums: Totals | undefined) {
  const summed = columns.filter(({ key, field }) => field && of.totalsOf.includes(key))
  if (!sums || summed.length === 0) return undefined
  const currencies = currenciesOf(sums)
  const values = Object.fromEntries(
    summed.map(({ key, field }) => {
      const each = of.moneyTotals.includes(key) ? currencies : []
      const lines = each.map(one => `${one.currency} ${words(field!, one[key], wording)}`)
      return [key, lines.length > 0 ? lines.join('\n') : words(field!, sums[key], wording)]
    }),
  )
  return { label: t('kit.totalOfAll', { count: count(sums.count), noun: nounsOf(of, sums.count) }), values }
}

interface Summed<R extends BaseRow> {
  readonly of: Resource
  readonly columns: readonly Column<R>[]
  readonly rows: readonly R[] | undefined
  /** Of all rows of the filter, those that are not on this page among them. */
  readonly count: number | undefined
  readonly totals: Totals | undefined
  readonly summing: boolean
}

/**
 * The sums of a list; while they are on their way, sums that are about as wide and are not seen: they keep the room, so that no column
 * moves when the others come.
 */
export function sumsOrRoom<R extends BaseRow>({ of, columns, rows, count: all = 0, totals, summing }: Summed<R>) {
  if (totals || !summing || !rows || rows.length === 0) return sumsOf(of, columns, totals)
  const each = (key: string) => rows.reduce((sum, row) => sum + (Number(valueAt(row, key)) || 0), 0) / rows.length
  const likely = Object.fromEntries(of.totalsOf.map(key => [key, Math.round(each(key) * all)]))
  const room = sumsOf(of, columns, { ...likely, count: all })
  return room && { ...room, coming: true }
}
