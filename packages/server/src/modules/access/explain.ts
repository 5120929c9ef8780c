import {
  accessEffects,
  buttons,
  endpoints,
  explainAccess,
  pageOf,
  reasonText,
  roleHeight,
  type ButtonName,
  type ReasonCode,
  type Role,
  Access,
  accessOf,
  reachOf,
  type Assignment,
  type Step,
} from '@forecourt/contract'
import { handle, type Ctx } from '../../platform/execution/command.ts'
import { refuse } from '../../platform/execution/refusal.ts'
import { entryForUpdate, refuseUnknownPages } from './assignment.ts'
import { beyond, holdingOf } from './holding.ts'
import { roleAccessForUpdate } from './role-access.ts'
import { heldRoles, isStationRole, signsIn } from './role.ts'
import { shownUser } from './user.ts'

interface Reason {
  readonly code: ReasonCode
  readonly grants: boolean
  readonly detail: Record<string, unknown>
}
interface Told {
  readonly allowed: boolean
  readonly defaultRole: Role | null
  readonly reasons: Reason[]
}
interface Subject {
  readonly page?: string | undefined
  readonly permission?: string | undefined
  readonly stationId?: number | undefined
}

interface Holder {
  readonly companyId: number
  readonly disabled: boolean
  readonly readOnly: boolean
}

/** Why somebody may or may not, explained by the code that decides it. @throws notFound */
export const explain = handle(explainAccess, async (ctx, { body: { userId, defaultRole, ...subject } }) => {
  const user = (await shownUser(ctx, userId)) as Holder
  const held = (await heldRoles(ctx, userId)).map(entry => entry.defaultRole).filter(signsIn)
  const role = defaultRole ? held.find(each => each === defaultRole) : held.toSorted((a, b) => roleHeight[b] - roleHeight[a])[0]
  const { language } = ctx.meta
  const { reasons, ...asReason } = role ? await ofRole(ctx, userId, role, user, subject) : none
  return {
    ...asReason,
    reasons: reasons.map(reason => ({ ...reason, message: reasonText(reason.code, language, worded(reason.detail, language)) })),
  }
})
const none: Told = { allowed: false, defaultRole: null, reasons: [{ code: 'role.none', grants: false, detail: {} }] }

async function ofRole(ctx: Ctx, userId: number, role: Role, user: Holder, { page, permission, stationId }: Subject): Promise<Told> {
  const holding = await holdingOf(ctx, { companyId: user.companyId, userId }, role)
  const name = (page ?? permission)!
  const kind = page === undefined ? 'permissions' : 'pages'
  const chosen = isStationRole(role) ? stationId : undefined
  const entry = holding.entries.find(each => chosen === undefined || each.stationId === chosen)
  const reach = reachOf(holding, chosen)
  const access = accessOf(role, holding.changes, entry ?? null)

  const reasons: Reason[] = [role === 'superAdmin' ? said('role.superAdmin', true) : byDefault(role, kind, name)]
  reasons.push(...access.stepsOf(name).map(asReason))
  if (!entry) reasons.push(said('station.outside', false, { stationId }))
  else if (access[kind].has(name) && !reach[kind].has(name)) reasons.push(said('station.elsewhere', false))
  const isWriting =
    permission !== undefined && endpoints.some(each => each.permission === permission && each.method !== 'GET' && !each.reads)
  if (user.readOnly && isWriting) reasons.push(said('account.readOnly', false))
  if (user.disabled) reasons.push(said('account.disabled', false))
  const allowed = !!entry && reach[kind].has(name) && !user.disabled && !(user.readOnly && isWriting)
  return { allowed, defaultRole: role, reasons }
}

const said = (code: ReasonCode, grants: boolean, detail: Record<string, unknown> = {}): Reason => ({ code, grants, detail })
const asReason = ({ code, grants, ...detail }: Step): Reason => said(code, grants, detail)
function byDefault(role: Role, kind: 'pages' | 'permissions', name: string): Reason {
  const holds = new Access(role)[kind].has(name)
  return said(holds ? 'role.holds' : 'role.lacks', holds, { role })
}

/** Pages and buttons by the names people know them by. */
function worded({ page, button, ...detail }: Record<string, unknown>, language: 'zh' | 'en') {
  return { ...detail, page: page && pageOf(String(page))?.[language], button: button && buttons[button as ButtonName][language] }
}

type Effect = { userId: number; name: string; stationId: number | null; before: Access; after: Access }
const shownMost = 200

/**
 * Who would gain and lose what if a change were saved.
 * @throws notFound, auth.forbidden, user.outOfReach, access.superAdmin, access.pageUnknown
 */
export const effects = handle(accessEffects, async (ctx, { body }) => {
  const found = body.roleId === undefined ? await ofRoleChange(ctx, body) : await ofAssignment(ctx, { ...body, roleId: body.roleId })
  const changed = found
    .map(({ before, after, ...who }) => ({ ...who, gains: beyond(after, before), loses: beyond(before, after) }))
    .filter(({ gains, loses }) => [gains, loses].some(({ pages, permissions }) => pages.length + permissions.length > 0))
  return { content: changed.slice(0, shownMost), totalElements: changed.length }
})
type Sent = Parameters<Parameters<typeof handle<typeof accessEffects>>[1]>[1]['body']

async function ofRoleChange(ctx: Ctx, { roleAccessId, changes }: Sent): Promise<Effect[]> {
  if (!ctx.actor.permissions.has('access.role.read')) refuse('auth.forbidden', { permission: 'access.role.read' })
  const { role, companyId, changes: before } = await roleAccessForUpdate(ctx, roleAccessId!)
  const holders = await ctx.tx
    .selectFrom('userRole')
    .innerJoin('userAccount', 'userAccount.id', 'userRole.userId')
    .where('userRole.companyId', '=', companyId)
    .where('defaultRole', '=', role)
    .orderBy('userAccount.name')
    .orderBy('userRole.id')
    .select(['userId', 'name', 'stationId', 'menus', 'buttons'])
    .execute()
  return holders.map(({ menus, buttons: listed, ...who }) => {
    const assigned = { menus: (menus as { web: string[] } | null)?.web ?? null, buttons: listed as string[] | null }
    return { ...who, before: accessOf(role, before, assigned), after: accessOf(role, changes ?? before, assigned) }
  })
}

async function ofAssignment(ctx: Ctx, { roleId, menus, buttons: listed }: Sent & { roleId: number }): Promise<Effect[]> {
  const { row, user, entry, access } = await entryForUpdate(ctx, roleId, { look: true })
  refuseUnknownPages(menus)
  const after: Assignment = { menus: menus?.web ?? null, buttons: listed ?? null }
  return [{ userId: row.userId, name: user.name, stationId: row.stationId, before: access(entry), after: access(after) }]
}
