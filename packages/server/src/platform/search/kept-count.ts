import type { Resource } from '@forecourt/contract'
import { sql, type RawBuilder } from 'kysely'
import type { ScopeValue } from '../execution/command.ts'
import { Query } from './compile.ts'
import type { Predicate, Search } from './parse.ts'
import { both, chosen, visible } from './scope.ts'

/** How many rows a filter leaves, and what a field of theirs comes to. */
interface Kept {
  readonly count: RawBuilder<unknown>
  /** @throws where the table keeps no sum of the field */
  readonly sum: (field: string) => RawBuilder<unknown>
  readonly company: RawBuilder<unknown>
  readonly from: RawBuilder<unknown>
  readonly where: RawBuilder<unknown>
}

/**
 * What a filter leaves, out of the counts that their table keeps: exact, and as fast for a million rows as for ten. Undefined where the
 * filter asks after more than they are kept by. @throws the refusals of search
 */
export function keptOf(resource: Resource, terms: Search, scope: ScopeValue): Kept | undefined {
  const { counts } = resource
  const isKept = ({ path }: Predicate) => counts!.by.includes(path)
  if (!counts || scope.fleetId !== undefined || !terms.every(term => ('any' in term ? term.any.every(isKept) : isKept(term))))
    return undefined
  const rows = sql`(select * from ${sql.table(counts.table)} where ${both(visible(resource, scope), chosen(resource, scope))!})`
  const query = new Query(resource, scope, undefined, { rows })
  const where = query.where(terms)
  const sumOf = (columns: readonly string[]) =>
    sql`coalesce(sum(${sql.join(
      columns.map(column => query.own(column)),
      sql` + `,
    )}), 0)::bigint`
  return {
    count: sumOf(['count']),
    sum: field => sumOf(counts.sums![field]!),
    company: query.own('companyId'),
    from: query.from(),
    where,
  }
}

/** How long a list is, as its table keeps count of it. */
export function keptCount(resource: Resource, terms: Search, scope: ScopeValue): RawBuilder<unknown> | undefined {
  const kept = keptOf(resource, terms, scope)
  return kept && sql`(select ${kept.count} from ${kept.from} where ${kept.where})`
}
