import { z } from 'zod'
import { Id } from '../units.ts'
import { endpoint, resource } from '../kit.ts'
import { permissions, type Permission } from '../permissions.ts'
import { roles } from '../roles.ts'
import { buttonNames } from './buttons.ts'
import { assignablePages, changeableRoles, interfaceNames, taskNames } from './rules.ts'
import { reasons, type ReasonCode } from './reasons.ts'

const Switched = <const N extends string>(names: readonly N[]) => {
  const list = z.array(z.enum(names)).max(names.length).default([])
  return z.strictObject({ on: list, off: list }).prefault({})
}
const pageNames = assignablePages.map(({ name }) => name)

/** What is switched on and off against the defaults; a name that is in neither stays as it is. */
export const AccessChanges = z.strictObject({
  menus: Switched(pageNames),
  buttons: Switched(buttonNames),
  interfaces: Switched(interfaceNames),
  tasks: Switched(taskNames),
})
export type AccessChanges = z.output<typeof AccessChanges>

const kept = resource('roleAccesses', {
  table: 'role_access',
  scope: 'company',
  permission: 'access.role',
  body: z.object({ defaultRole: z.enum(changeableRoles), ...AccessChanges.shape }),
  unsearchable: ['menus', 'buttons', 'interfaces', 'tasks'],
  sort: 'id,asc',
  acts: ['list', 'get'],
})

/** What a company changed of what its roles may by default: one record for each role. */
export const roleAccesses = {
  ...kept,
  update: endpoint('PUT', '/roleAccesses/:id', {
    permission: 'access.role.write',
    body: AccessChanges.extend({ version: z.int() }),
    returns: kept.row,
    rows: true,
    summary: 'Changes what a role may in this company, for the very next request of everyone who holds it',
  }),
}

const PermissionName = z.enum(Object.keys(permissions) as Permission[])
const Reason = z.object({
  code: z.enum(Object.keys(reasons) as ReasonCode[]),
  /** Whether it speaks for the subject or against it. */
  grants: z.boolean(),
  detail: z.record(z.string(), z.unknown()),
  /** In the language of the request. */
  message: z.string(),
})

export const explainAccess = endpoint('POST', '/access/explain', {
  permission: 'access.explain',
  reads: true,
  body: z
    .strictObject({
      userId: Id,
      page: z.enum(pageNames).optional(),
      permission: PermissionName.optional(),
      stationId: Id.optional(),
      /** Which of the user's roles, where there are several. */
      defaultRole: z.enum(roles).optional(),
    })
    .refine(({ page, permission }) => (page === undefined) !== (permission === undefined), { path: ['page'], message: 'pageOrPermission' }),
  returns: z.object({ allowed: z.boolean(), defaultRole: z.enum(roles).nullable(), reasons: z.array(Reason) }),
  summary: 'Why somebody may open a page or do a thing, or why not: the steps by which the server decides, in order',
})

const Moved = z.object({ pages: z.array(z.string()), permissions: z.array(z.string()) })
export const accessEffects = endpoint('POST', '/access/effects', {
  permission: 'access.user.write',
  reads: true,
  body: z
    .strictObject({
      /** A role's changes, as they would be saved … */
      roleAccessId: Id.optional(),
      changes: AccessChanges.optional(),
      /** … or what would be assigned to one entry of a user's roles. */
      roleId: Id.optional(),
      menus: z
        .strictObject({ web: z.array(z.string().max(60)).max(500) })
        .nullable()
        .optional(),
      buttons: z.array(z.enum(buttonNames)).max(20).nullable().optional(),
    })
    .refine(({ roleAccessId, roleId }) => (roleAccessId === undefined) !== (roleId === undefined), {
      path: ['roleAccessId'],
      message: 'roleOrAssignment',
    }),
  returns: z.object({
    content: z.array(z.object({ userId: Id, name: z.string(), stationId: Id.nullable(), gains: Moved, loses: Moved })),
    totalElements: z.int(),
  }),
  summary: 'Who would gain and lose what if this were saved; nothing is',
})
