import type { Ctx } from '../../platform/execution/command.ts'
import { refuse } from '../../platform/execution/refusal.ts'
import { insertAccount } from '../access/index.ts'
import { mergedMobile } from './merge.ts'
import { keepProfile, type Profile } from './profile.ts'

export interface NewMember extends Profile {
  companyId: number
  name: string
  mobile?: string | null
  email?: string | null
  avatarId?: number | null
  remark?: string
}

/** Adds a member: someone who holds cards and is no staff. @throws user.mobileTaken, user.emailTaken */
export async function addMember(ctx: Ctx, member: NewMember): Promise<number> {
  const { companyId, name, mobile = null, remark = '', email = null, avatarId = null } = member
  const { contactPhone = '', invoiceTitle = '', taxId = '', idNumber = null, birthMonth = null } = member
  const id = await insertAccount(ctx, { companyId, name, mobile, email, avatarId, remark })
  if (contactPhone || invoiceTitle || taxId || idNumber || birthMonth)
    await keepProfile(ctx, { companyId, userId: id }, { contactPhone, invoiceTitle, taxId, idNumber, birthMonth })
  ctx.audit('member.add', `members:${id}`, { name }, companyId)
  return id
}

/**
 * The member of this mobile number, or a new one of that name. Staff may hold employee cards, which name them by id.
 * @throws member.mobileOfStaff, member.disabled
 */
export async function findOrAddMember(ctx: Ctx, given: NewMember & { mobile: string }): Promise<number> {
  const known = await holderOfMobile(ctx, given.companyId, given.mobile)
  if (known?.isStaff) refuse('member.mobileOfStaff', { mobile: given.mobile })
  if (known?.disabled) refuse('member.disabled', { name: known.name })
  return known?.id ?? addMember(ctx, given)
}

/** Whose mobile number it is, in the company; or was, of those who were merged into them. */
export async function holderOfMobile(ctx: Ctx, companyId: number, mobile: string) {
  const people = ctx.tx.selectFrom('userAccount').where('companyId', '=', companyId).select(['id', 'name', 'isStaff', 'disabled'])
  const holder = await people.where('mobile', '=', mobile).executeTakeFirst()
  const merged = holder ? undefined : await mergedMobile(ctx, [companyId], mobile)
  return merged === undefined ? holder : people.where('id', '=', merged).executeTakeFirst()
}
