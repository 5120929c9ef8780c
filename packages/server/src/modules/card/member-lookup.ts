import { memberByMobile, type Member } from '@forecourt/contract'
import { handle, type Ctx } from '../../platform/execution/command.ts'
import { refuse } from '../../platform/execution/refusal.ts'
import { mergedMobile } from '../member/index.ts'

const holderOf = (tx: Ctx['tx'], number: string) =>
  tx
    .selectFrom('userCard')
    .where('number', '=', number)
    .where('userId', 'is not', null)
    .select(of => of.ref('userId').$notNull().as('userId'))

/** @source spec 0 §5 "Member search filters"; 1 §8 "phone number not found" */
const byMobile = handle(memberByMobile, async (ctx, { query: { mobile, cardNumber, companyId } }): Promise<Member> => {
  const { tx, scope } = ctx
  const asked = (merged?: number) =>
    tx
      .selectFrom('userAccount')
      .where('companyId', 'in', [...scope.companyIds])
      .$if(mobile !== undefined && merged === undefined, of => of.where('mobile', '=', mobile!))
      .$if(merged !== undefined, of => of.where('id', '=', merged!))
      .$if(cardNumber !== undefined, of => of.where('id', 'in', holderOf(tx, cardNumber!)))
      .$if(companyId !== undefined, of => of.where('companyId', '=', companyId!))
      .select(['id', 'name', 'mobile', 'isStaff'])
      .executeTakeFirst()
  // A number that was given up when two members were merged leads to the one of them who stayed.
  const merged = async () => {
    const into = mobile === undefined ? undefined : await mergedMobile(ctx, scope.companyIds, mobile)
    return into === undefined ? undefined : asked(into)
  }
  const member = (await asked()) ?? (await merged())
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

export const memberLookupHandlers = [byMobile]
