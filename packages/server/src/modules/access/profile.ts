import { accessName, pagesOf, sessions, accessOf, menusOf, type Holding, type Role } from '@forecourt/contract'
import { handle, type Ctx } from '../../platform/execution/command.ts'
import { homeOf, type Actor } from '../../platform/execution/ctx.ts'
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
  const company = await tx
    .selectFrom('company')
    .where('id', '=', actor.companyId)
    .select(['id', 'code', 'name', 'timeZone', 'isDemo', 'currency', 'currencyName', 'symbol', 'bigLogoId', 'smallLogoId'])
    .executeTakeFirstOrThrow()
  const { display, pages = pagesOf(actor.role) } = actor
  const common = {
    defaultRole: actor.role,
    company,
    menus: { web: [...pages].map(accessName) },
    permissions: [...actor.permissions],
    readOnly: actor.readOnly,
    idleMinutes: actor.idleMinutes ?? null,
  }
  return { ...common, ...(display ? asDisplay(actor.id, display) : await asUser(ctx, actor.role)) }
})

async function asUser(ctx: Ctx, role: Role) {
  const { tx, actor } = ctx
  const user = await tx.selectFrom('userAccount').where('id', '=', actor.id).selectAll().executeTakeFirstOrThrow()
  const held = await holdingOf(ctx, { companyId: homeOf(actor), userId: actor.id }, role)
  const { id, version, name, mobile, email, avatarId, hasPin, promoter } = user
  return {
    id,
    version,
    name,
    mobile,
    email,
    avatarId,
    hasPin,
    promoter,
    display: null,
    fleet: actor.fleetId === undefined ? null : await fleetOf(ctx, actor.fleetId),
    roles: (await heldRoles(ctx, id, role)).map(each => ({ ...each, ...shownOf(held, each.id) })),
    search: {
      orderDays: user.searchOrderDays,
      orderItemDays: user.searchOrderItemDays,
      classSettleDays: user.searchClassSettleDays,
      dailyReportDays: user.searchDailyReportDays,
      cardDetailDays: user.searchCardDetailDays,
    },
  }
}

/** A screen goes by its own name. Those who look at it learn nothing of the user who opened it. */
const asDisplay = (userId: number, { id, name, stationId }: NonNullable<Actor['display']>) => ({
  id: userId,
  version: 0,
  name,
  mobile: null,
  email: null,
  avatarId: null,
  hasPin: false,
  promoter: false,
  display: { id, name, stationId },
  fleet: null,
  roles: [],
  search: { orderDays: null, orderItemDays: null, classSettleDays: null, dailyReportDays: null, cardDetailDays: null },
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
