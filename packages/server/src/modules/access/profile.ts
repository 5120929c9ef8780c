import { accessName, pagesOf, sessions } from '@forecourt/contract'
import { handle } from '../../platform/command.ts'
import { assert } from '../../platform/refusal.ts'
import { heldRoles } from './role.ts'

/** Who is signed in, as what, and what he may open and do. */
export const profile = handle(sessions.profile, async ctx => {
  const { tx, actor } = ctx
  assert(actor.role, 'a signed-in user has a role')
  const user = await tx.selectFrom('userAccount').where('id', '=', actor.id).selectAll().executeTakeFirstOrThrow()
  const company = await tx
    .selectFrom('company')
    .where('id', '=', actor.companyId)
    .select(['id', 'code', 'name', 'timeZone', 'isDemo', 'currency', 'currencyName', 'symbol'])
    .executeTakeFirstOrThrow()
  const menus = { web: pagesOf(actor.role).map(accessName) }
  const { id, name, mobile, email, readOnly, hasPin } = user
  return {
    id,
    name,
    mobile,
    email,
    readOnly,
    hasPin,
    defaultRole: actor.role,
    company,
    menus,
    permissions: [...actor.permissions],
    roles: (await heldRoles(ctx, id, actor.role)).map(role => ({ ...role, menus })),
    search: {
      orderDays: user.searchOrderDays,
      orderItemDays: user.searchOrderItemDays,
      classSettleDays: user.searchClassSettleDays,
      dailyReportDays: user.searchDailyReportDays,
      cardDetailDays: user.searchCardDetailDays,
    },
  }
})
