import { memberByMobile, type Member } from '@forecourt/contract'
import { handle, type Ctx } from '../../platform/execution/command.ts'
import { refuse } from '../../platform/execution/refusal.ts'

interface NewMember {
  companyId: number
  name: string
  mobile?: string | null
  remark?: string
}

/** Adds a member: someone who holds cards and does not sign in. @throws user.mobileTaken */
export async function addMember(ctx: Ctx, { companyId, name, mobile = null, remark = '' }: NewMember): Promise<number> {
  const { id } = await ctx.tx
    .insertInto('userAccount')
    .values({ companyId, name, mobile, remark, createdDate: ctx.now })
    .returning('id')
    .executeTakeFirstOrThrow()
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

const holderOf = (tx: Ctx['tx'], number: string) =>
  tx
    .selectFrom('userCard')
    .where('number', '=', number)
    .where('userId', 'is not', null)
    .select(of => of.ref('userId').$notNull().as('userId'))

/** @source spec 0 §5 "Member search filters"; 1 §8 "phone number not found" */
const byMobile = handle(memberByMobile, async ({ tx, scope }, { query: { mobile, cardNumber, companyId } }): Promise<Member> => {
  const member = await tx
    .selectFrom('userAccount')
    .where('companyId', 'in', [...scope.companyIds])
    .$if(mobile !== undefined, of => of.where('mobile', '=', mobile!))
    .$if(cardNumber !== undefined, of => of.where('id', 'in', holderOf(tx, cardNumber!)))
    .$if(companyId !== undefined, of => of.where('companyId', '=', companyId!))
    .select(['id', 'name', 'mobile', 'isStaff'])
    .executeTakeFirst()
  if (!member && mobile === undefined) refuse('notFound', { field: 'cardNumber' })
  if (!member) refuse('member.notFound', { mobile })
  const userCards = await tx
    .selectFrom('userCardState')
    .where('userId', '=', member.id)
    .select(['id', 'number', 'kind', 'status', 'value', 'lockValue'])
    .orderBy('createdDate', 'desc')
    .orderBy('id', 'desc')
    .execute()
  return { ...member, userCards: userCards as Member['userCards'] }
})

export const memberHandlers = [byMobile]
