import { companies, invalid, isAlphanumeric, type CompanyConfig, type NewCompany } from '@forecourt/contract'
import type { z } from 'zod'
import { handle, type Ctx } from '../../platform/execution/command.ts'
import { updateRow } from '../../platform/execution/crud.ts'
import { refuse } from '../../platform/execution/refusal.ts'
import { everyModule } from '../../platform/module.ts'
import { enterDirectory } from '../../platform/postgres/directory.ts'
import { getOf } from '../../platform/search/list.ts'

/**
 * Edits a company. Its currency is fixed with the first money that moved: holding the company keeps any entry from being booked meanwhile.
 * @throws notFound, stale, company.codeTaken, company.currencyFixed
 */
export const updateCompany = handle(companies.update, async (ctx, { id, body }) => {
  const { code } = await getOf(ctx.tx, companies, id, [], ctx.scope)
  if (body.code !== code) refuseCode(ctx, body.code)
  const { currency } = await ctx.tx.selectFrom('company').where('id', '=', id).forNoKeyUpdate().select('currency').executeTakeFirstOrThrow()
  if (body.currency !== currency && (await hasMoved(ctx, id))) refuse('company.currencyFixed', { currency })

  if (body.code !== code) await enterDirectory(ctx.tx, id, body.code)
  await updateRow(ctx, companies, id, body)
  return getOf(ctx.tx, companies, id, [], ctx.scope)
})

async function hasMoved(ctx: Ctx, companyId: number): Promise<boolean> {
  for (const { moneyHasMoved } of everyModule()) if (await moneyHasMoved?.(ctx, companyId)) return true
  return false
}

/** A company of this number: made beforehand, because its own row is already within its own walls. @throws company.codeTaken */
export async function insertCompany(
  { tx, now, actor }: Ctx,
  id: number,
  facts: z.output<typeof NewCompany>,
  config: CompanyConfig = {},
): Promise<void> {
  await enterDirectory(tx, id, facts.code)
  await tx
    .insertInto('company')
    .values({ id, ...facts, config: JSON.stringify(config), createdById: actor.id || null, createdDate: now })
    .execute()
}

/**
 * A code that is given from now on has 4 to 32 letters or digits; one that was given before stays as it is, since people sign in by it.
 * @throws validation
 */
export function refuseCode({ meta: { language } }: Ctx, code: string): void {
  const message = invalid['alphanumeric']![language]
  if (!isAlphanumeric(code)) refuse('validation', { field: 'code', issues: [{ field: 'code', code: 'alphanumeric', message }] })
}
