import type { Ctx } from '../../platform/execution/command.ts'
import { companyOf } from '../../platform/execution/crud.ts'

/** The currency in which the company buys. */
export async function currencyOf(ctx: Ctx): Promise<string> {
  const of = ctx.tx.selectFrom('company').where('id', '=', companyOf(ctx)).select('currency')
  return (await of.executeTakeFirstOrThrow()).currency
}
