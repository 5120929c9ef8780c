import { passwordLengths } from '@forecourt/contract'
import type { Ctx } from '../../platform/execution/command.ts'
import { refuse } from '../../platform/execution/refusal.ts'
import { settingsOfCompany } from '../org/index.ts'
import { isCommonPassword } from './secret.ts'

interface Whose {
  readonly mobile: string | null
  readonly email: string | null
  readonly name: string
}

/**
 * What a new password must be: as long as its company's rule says, and nothing that everyone tries first, nor a name of the account,
 * of its holder or of its company.
 * @throws password.length, password.common
 */
export async function refusePassword(ctx: Ctx, companyId: number, password: string, { mobile, email, name }: Whose): Promise<void> {
  const { rule } = (await settingsOfCompany(ctx, companyId)).passwords
  const [min, max] = passwordLengths[rule]
  if (password.length < min || password.length > max) refuse('password.length', { min, max })
  const company = await ctx.tx.selectFrom('company').where('id', '=', companyId).select(['code', 'name']).executeTakeFirstOrThrow()
  const own = [mobile, email, email?.split('@')[0] ?? null, name, company.code, company.name]
  if (isCommonPassword(password, ...own)) refuse('password.common')
}
