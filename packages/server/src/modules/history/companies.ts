import { sql } from 'kysely'
import { setTenantScope, type Ctx } from '../../platform/execution/command.ts'
import { enterDirectory } from '../../platform/postgres/directory.ts'
import { nextIds } from '../../platform/postgres/next-ids.ts'
import type { Mapping } from './mapping.ts'
import type { Target } from './target.ts'

/** A company for each currency (decision O16), found by its code or made. From here on the transaction is theirs. */
export async function companiesOf(
  begun: Ctx,
  { companies, timeZone }: Pick<Mapping, 'companies' | 'timeZone'>,
): Promise<{ ctx: Ctx; targets: Target[]; made: number }> {
  const { rows } = await sql<{ code: string; company: number }>`select code, company from company_directory
    where code = any(${companies.map(({ code }) => code)})`.execute(begun.tx)
  const ids = new Map(rows.map(({ code, company }) => [code, company]))
  const missing = companies.filter(({ code }) => !ids.has(code))
  const made = await nextIds(begun.tx, missing.length)
  missing.forEach(({ code }, turn) => ids.set(code, made[turn]!))
  const ctx = { ...begun, tx: await setTenantScope(begun.tx, [...ids.values()]) }
  for (const { code, name, currency, currencyName, symbol } of missing) {
    await enterDirectory(ctx.tx, ids.get(code)!, code)
    await ctx.tx
      .insertInto('company')
      .values({ id: ids.get(code)!, code, name, currency, currencyName, symbol, timeZone })
      .execute()
  }
  return { ctx, targets: companies.map(({ key, code }) => ({ key, code, id: ids.get(code)! })), made: missing.length }
}
