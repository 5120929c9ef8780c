import type { Ctx } from '../../platform/execution/command.ts'
import { refuse } from '../../platform/execution/refusal.ts'
import { insertAccount } from '../access/index.ts'

interface NewMember {
  companyId: number
  name: string
  mobile?: string | null
  remark?: string
}

/** Adds a member: someone who holds cards and does not sign in. @throws user.mobileTaken */
export async function addMember(ctx: Ctx, { companyId, name, mobile = null, remark = '' }: NewMember): Promise<number> {
  const id = await insertAccount(ctx, { companyId, name, mobile, remark })
  ctx.audit('member.add', `users:${id}`, { name }, companyId)
  return id
}

/**
 * The member of this mobile number, or a new one of that name. Staff may hold employee cards, which name them by id.
 * @throws member.mobileOfStaff
 */
export async function findOrAddMember(ctx: Ctx, given: NewMember & { mobile: string }): Promise<number> {
  const known = await ctx.tx
    .selectFrom('userAccount')
    .where('companyId', '=', given.companyId)
    .where('mobile', '=', given.mobile)
    .select(['id', 'isStaff'])
    .executeTakeFirst()
  if (known?.isStaff) refuse('member.mobileOfStaff', { mobile: given.mobile })
  return known?.id ?? addMember(ctx, given)
}
