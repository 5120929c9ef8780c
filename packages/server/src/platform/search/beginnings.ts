import { sql, type RawBuilder } from 'kysely'
import { among } from '../postgres/name-companies.ts'

/** So many candidates are looked at beneath a beginning before what the caller may not see is left out. */
const lookedAt = 200
/** Fewer characters than this say too little to look a number up. */
export const leastTyped = 4

/**
 * What begins with a text. Row-level security lets comparisons reach an index and patterns not, so both are said: the comparison finds,
 * the pattern decides.
 */
function begins(column: string, text: string): RawBuilder<unknown> {
  const from = text.replace(/-+$/, '')
  const to = after(from)
  const range = to === undefined ? sql`${sql.ref(column)} >= ${from}` : sql`${sql.ref(column)} >= ${from} and ${sql.ref(column)} < ${to}`
  return sql`${range} and starts_with(${sql.ref(column)}, ${text})`
}

/** The first text that is past all that begin so: `1389` is followed by `139`, whatever order the database keeps. */
export function after(text: string): string | undefined {
  const kept = text.replace(/[9zZ]+$/, '')
  const last = kept.at(-1)
  if (last === undefined) return undefined
  return kept.slice(0, -1) + String.fromCharCode(last.charCodeAt(0) + 1)
}

/** Company by company, so that each is one walk along its index, however many rows a beginning has. */
export const candidates = (
  table: string,
  column: string,
  text: string,
  companyIds: readonly number[],
  newest = false,
): RawBuilder<unknown> => sql`
  select hit.* from unnest(${companyIds}::bigint[]) as mine (company) cross join lateral (
    select * from ${sql.table(table)} where company_id = mine.company and ${among('companyId', companyIds)} and ${begins(column, text)}
    order by ${sql.ref(column)} ${sql.raw(newest ? 'desc' : 'asc')} limit ${lookedAt}
  ) as hit`
