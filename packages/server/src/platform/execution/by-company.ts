import { ofCompanies, type Tx } from '../postgres/database.ts'
import { lieApart } from '../postgres/machines.ts'
import type { Tables } from '../postgres/tables.ts'
import type { Ctx } from './ctx.ts'

/**
 * What a caller of several companies asks of all of them, where these lie on several machines: of one company after another, for a
 * statement that follows the rows of each of many companies is refused there. On one machine, and for one company, it is asked at once.
 */
export function byCompany(ctx: Ctx): readonly Ctx[] {
  const { companyIds } = ctx.scope
  if (!lieApart(companyIds)) return [ctx]
  return companyIds.map(id => ({ ...ctx, tx: ofCompanies(ctx.tx, [id]), scope: { ...ctx.scope, companyIds: [id] } }))
}

type OfCompany = { [T in keyof Tables]: Tables[T] extends { id: unknown; companyId: unknown } ? T : never }[keyof Tables]

/**
 * The transaction, of the company of this row alone: where companies lie on several machines, a row is locked on the one that it lies on.
 * On one machine, and for a caller of one company, it is the transaction itself.
 */
export async function ofCompanyOf({ tx, scope }: Ctx, table: OfCompany, id: number): Promise<Tx> {
  if (!lieApart(scope.companyIds)) return tx
  const row = await tx
    .selectFrom(table as 'userAccount')
    .where('id', '=', id)
    .select('companyId')
    .executeTakeFirst()
  return row ? ofCompanies(tx, [row.companyId]) : tx
}
