import { resources, type Endpoint } from '@forecourt/contract'
import { sql } from 'kysely'
import { ofCompanies, type Tx } from '../postgres/database.ts'
import { lieApart } from '../postgres/machines.ts'
import type { Tables } from '../postgres/tables.ts'
import type { Actor, Ctx } from './ctx.ts'

/**
 * What a caller of several companies asks of all of them, where these lie on several machines: of one company after another, for a
 * statement that follows the rows of each of many companies is refused there. On one machine, and for one company, it is asked at once.
 */
export function byCompany(ctx: Ctx): readonly Ctx[] {
  const { companyIds } = ctx.scope
  if (!lieApart(companyIds)) return [ctx]
  return companyIds.map(id => ({ ...ctx, tx: ofCompanies(ctx.tx, [id]), scope: { ...ctx.scope, companyIds: [id] } }))
}

/** The transaction, whose statements name these companies alone. */
export const ofThese = (tx: Tx, companyIds: readonly number[]): Tx => ofCompanies(tx, companyIds)

/** The transaction of these companies: one, or where they lie on several machines one for each, in their order. */
export const eachPlace = (tx: Tx, companyIds: readonly number[]): Tx[] =>
  (lieApart(companyIds) ? companyIds.map(id => [id]) : [companyIds]).map(ids => ofCompanies(tx, ids))

/**
 * Of which company a call is whose caller sees several, where these lie on several machines: of that of the record that it changes, or of
 * the station that it adds one to, or of their own where there is no such record; if it reads, of the company that they chose. Undefined if
 * it is of all of them, and everywhere on one machine.
 */
export async function companyOfRecord(tx: Tx, { method, path }: Endpoint, actor: Actor, input: unknown): Promise<number | undefined> {
  if (!lieApart(actor.companyIds)) return undefined
  const subject = path.split('/')[1]!
  if (sums.has(subject)) return actor.chosenCompanyId
  const resource = resources.get(subject)
  // Users are of their own company, and act in others.
  if (!resource || resource.table === 'user_account' || (resource.scope !== 'company' && resource.scope !== 'station')) return undefined
  if (method === 'GET') return actor.chosenCompanyId
  const { id, body } = input as { id?: number; body?: { stationId?: unknown } }
  if (path.includes('/:id')) return (await companyOf(tx, resource.table, actor, id)) ?? actor.companyId
  if (resource.scope !== 'station') return undefined
  return (await companyOf(tx, 'station', actor, Number(body?.stationId ?? actor.stationId ?? 0))) ?? actor.companyId
}

async function companyOf(tx: Tx, table: string, { companyIds }: Actor, id: number | undefined): Promise<number | undefined> {
  const { rows } = await sql<{ company: number }>`select company_id as company from ${sql.table(table)}
    where company_id = any(${companyIds}) and id = ${id}`.execute(tx)
  return rows[0]?.company
}

const sums: ReadonlySet<string> = new Set(['statistics', 'reports'])

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
