import type { InvariantResult } from '@forecourt/contract'
import { sql } from 'kysely'
import type { Tx } from './postgres/database.ts'
import { allCompanies, onlyCompanyOf } from './postgres/name-companies.ts'

/**
 * An invariant of the books. Its query lists everything it is checked on, as `subject` (how a person would name it) and `holds`.
 * It reads the audit views, as an auditor would; and every table in one pass, as sets, for ten million orders are proven in minutes.
 * Tables and views of companies stand in braces and have a name of their own, `{audit.txn} txn`: where one company is proven, they are its
 * rows alone.
 */
export interface Invariant {
  readonly invariant: string
  readonly says: string
  /** A function where it depends on what other modules bring. */
  readonly query: string | (() => string)
  /** Too much is set against each other to be held in memory at once: some companies at a time, for what every one of them has. */
  readonly bySlices?: boolean
}

/** Checks an invariant for the companies that the transaction sees. */
export async function checkInvariant(tx: Tx, { invariant, says, query }: Invariant): Promise<InvariantResult> {
  const companyId = onlyCompanyOf(tx)
  const text = (typeof query === 'string' ? query : query()).replaceAll(/\{([^}]+)\}/g, (_, table: string) =>
    companyId === undefined ? table : `(select * from ${table} where company_id = ${companyId})`,
  )
  // Right after many sales the planner still takes tables for small, and would read one of them again for each row of another.
  await sql`set local enable_nestloop = off`.execute(tx)
  const {
    rows: [found],
  } = await sql<Pick<InvariantResult, 'checked' | 'breaches' | 'examples'>>`${sql.raw(allCompanies)}
    select checked, breaches, array(select unnest(broken) as subject order by subject limit 5) as examples
    from (
      select count(*)::int as checked, (count(*) filter (where holds is not true))::int as breaches,
        array_agg(subject) filter (where holds is not true) as broken
      from (${sql.raw(text)}) as held
    ) as found`.execute(tx)
  return { invariant, says, ...found! }
}

/** A row with an amount, and the row under which its amount is added up. */
interface AddedUp {
  readonly subject: string
  readonly rows: string
  readonly parent: string
  readonly on: string
}
/**
 * Amounts of two currencies are never added. Each company has one currency: what is added lies within one company.
 * @source decision O16
 */
export const oneCurrency = (what: string, each: readonly AddedUp[]): Invariant => ({
  invariant: 'O16',
  says: `${what}: what is added up belongs to one company, and so to one currency`,
  query: each
    .map(
      ({ subject, rows, parent, on }) => `
      select ${subject} as subject, coalesce(own.company_id = parent.company_id, false) as holds
      from ${rows} own left join ${parent} parent on ${on}`,
    )
    .join(' union all '),
})
