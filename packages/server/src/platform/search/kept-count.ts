import type { Resource } from '@forecourt/contract'
import { sql, type RawBuilder } from 'kysely'
import type { ScopeValue } from '../execution/command.ts'
import { Query } from './compile.ts'
import type { Predicate, Search } from './parse.ts'
import { both, chosen, visible } from './scope.ts'

/**
 * How many rows a filter leaves, out of the counts that their table keeps: exact, and as fast for a million rows as for ten. Undefined
 * where the filter asks after more than they are kept by. @throws the refusals of search
 */
export function keptCount(resource: Resource, terms: Search, scope: ScopeValue): RawBuilder<unknown> | undefined {
  const { counts } = resource
  const isKept = ({ path }: Predicate) => counts!.by.includes(path)
  if (!counts || scope.fleetId !== undefined || !terms.every(term => ('any' in term ? term.any.every(isKept) : isKept(term))))
    return undefined
  const rows = sql`(select * from ${sql.table(counts.table)} where ${both(visible(resource, scope), chosen(resource, scope))!})`
  const query = new Query(resource, scope, undefined, { rows })
  const where = query.where(terms)
  return sql`(select coalesce(sum(${query.own('count')}), 0)::bigint from ${query.from()} where ${where})`
}
