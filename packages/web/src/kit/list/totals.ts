import type { Resource } from '@forecourt/contract'
import { count } from '../../core/money.ts'
import { t } from '../../i18n/index.ts'
import { nounsOf, wording } from '../label.ts'
import { words } from '../show.ts'
import type { Column } from './columns.ts'

/** The sums over every row of a filter, by column and in words, said to be of all; nothing where no column is summed. */
export function sumsOf<R>(of: Resource, columns: readonly Column<R>[], sums: Readonly<Record<string, number>> | undefined) {
  const summed = columns.filter(({ key, field }) => field && of.totalsOf.includes(key))
  if (!sums || summed.length === 0) return undefined
  const values = Object.fromEntries(summed.map(({ key, field }) => [key, words(field!, sums[key], wording)]))
  return { label: t('kit.totalOfAll', { count: count(sums['count']), noun: nounsOf(of, sums['count'] ?? 0) }), values }
}
