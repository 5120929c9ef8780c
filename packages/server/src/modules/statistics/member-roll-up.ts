import { sql, type RawBuilder } from 'kysely'
import { ofThese } from '../../platform/execution/by-company.ts'
import { productClock } from '../../platform/execution/clock.ts'
import { setScopeToAll, type Ctx } from '../../platform/execution/command.ts'
import type { RollUp } from '../../platform/module.ts'
import type { Database } from '../../platform/postgres/database.ts'
import { allCompanies } from '../../platform/postgres/name-companies.ts'

/** So many rows of a company are added up at once, and so many members counted anew. */
const portion = 500

interface Waiting {
  readonly companyId: number
  readonly today: string
}

/** Adds up, at once and in this transaction, what waits of the members of a company. */
export async function countMembers({ tx }: Ctx, companyId: number, today: string): Promise<void> {
  for (let taken = portion; taken === portion; ) {
    const { rows } = await sql<{ taken: number }>`
      select member_purchases_add_up(${companyId}::bigint, ${portion}::int, ${today}::date) as taken`.execute(tx)
    taken = rows[0]!.taken
  }
}

/** Adds up who has bought, and who was added, since; and counts those anew of whom a day has left a span of their figures. */
export async function addUpMembers(db: Database, now: Date, signal?: AbortSignal): Promise<void> {
  for (const { companyId, today } of await withWork(db, now)) {
    const bought = sql<{ taken: number }>`select member_purchases_add_up(${companyId}::bigint, ${portion}::int, ${today}::date) as taken`
    const passed = sql<{ taken: number }>`select member_figures_pass_on(${companyId}::bigint, ${today}::date, ${portion}::int) as taken`
    for (const work of [bought, passed]) await untilDone(db, companyId, work, signal)
  }
}
export const rollUpMembers: RollUp = (db, _companies, { signal }) => addUpMembers(db, productClock().now(), signal)

async function untilDone(db: Database, companyId: number, work: RawBuilder<{ taken: number }>, signal: AbortSignal | undefined) {
  for (let taken = portion; taken === portion && !signal?.aborted; ) {
    taken = await db.transaction().execute(async begun => {
      const { rows } = await work.execute(ofThese(await setScopeToAll(begun), [companyId]))
      return rows[0]!.taken
    })
  }
}

/** The companies that have anything to do here, each with the day that it is there. */
const withWork = (db: Database, now: Date): Promise<Waiting[]> =>
  db.transaction().execute(async begun => {
    const tx = await setScopeToAll(begun)
    const { rows } = await sql<Waiting>`${sql.raw(allCompanies)}
      select company.id as company_id, today.day::text as today from company
      cross join lateral (select (${now}::timestamptz at time zone time_zone)::date as day) as today
      where exists (select from member_purchase waiting where waiting.company_id = company.id)
        or exists (select from member_figure due where due.company_id = company.id and due.changes_on <= today.day)
      order by company.id`.execute(tx)
    return rows
  })
