import { accessName, pagesOf, sessions, accessOf, menusOf, type Holding } from '@forecourt/contract'
import { handle, type Ctx } from '../../platform/execution/command.ts'
import { homeOf } from '../../platform/execution/ctx.ts'
import { assert, refuse } from '../../platform/execution/refusal.ts'
import { everyModule } from '../../platform/module.ts'
import { confirmSetting } from '../org/index.ts'
import { holdingOf } from './holding.ts'
import { heldRoles } from './role.ts'

/** What may be asked for with a profile; it is all there anyway. @source spec 0 §7 */
const shown = ['roles', 'roles.station', 'roles.station.company', 'company']

/** Who is signed in, in which role, and what they may open and do. */
export const profile = handle(sessions.profile, async (ctx, { query }) => {
  for (const path of query.expand) if (!shown.includes(path)) refuse('expand.unknown', { path })
  const { tx, actor } = ctx
  assert(actor.role, 'a signed-in user has a role')
  const user = await tx.selectFrom('userAccount').where('id', '=', actor.id).selectAll().executeTakeFirstOrThrow()
  const company = await tx
    .selectFrom('company')
    .where('id', '=', actor.companyId)
    .select(['id', 'code', 'name', 'timeZone', 'isDemo', 'currency', 'currencyName', 'symbol', 'bigLogoId', 'smallLogoId'])
    .executeTakeFirstOrThrow()
  const menus = { web: [...(actor.pages ?? pagesOf(actor.role))].map(accessName) }
  const held = await holdingOf(ctx, { companyId: homeOf(actor), userId: actor.id }, actor.role)
  const { id, version, name, mobile, email, avatarId, readOnly, hasPin } = user
  return {
    id,
    version,
    name,
    mobile,
    email,
    avatarId,
    readOnly,
    hasPin,
    defaultRole: actor.role,
    company,
    menus,
    permissions: [...actor.permissions],
    promoter: user.promoter,
    idleMinutes: actor.idleMinutes ?? null,
    fleet: actor.fleetId === undefined ? null : await fleetOf(ctx, actor.fleetId),
    roles: (await heldRoles(ctx, id, actor.role)).map(role => ({ ...role, ...shownOf(held, role.id) })),
    search: {
      orderDays: user.searchOrderDays,
      orderItemDays: user.searchOrderItemDays,
      classSettleDays: user.searchClassSettleDays,
      dailyReportDays: user.searchDailyReportDays,
      cardDetailDays: user.searchCardDetailDays,
    },
  }
})

/** The fleet that the user leads, with the master card that its money is on: the first of them. */
async function fleetOf(ctx: Ctx, id: number) {
  for (const { fleetOfLeader } of everyModule()) {
    const fleet = await fleetOfLeader?.(ctx, id)
    if (fleet) return { ...fleet, confirm: await confirmSetting(ctx, { companyId: ctx.actor.companyId }) }
  }
  return null
}

/** What one entry of the role opens and does. */
function shownOf({ role, entries, changes }: Holding, id: number) {
  const access = accessOf(role, changes, entries.find(entry => entry.id === id) ?? null)
  return { menus: menusOf(access), permissions: [...access.permissions], buttons: [...access.listed] }
}
