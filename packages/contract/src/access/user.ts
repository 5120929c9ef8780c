import { z } from 'zod'
import { FileRef } from '../file/attachment.ts'
import { Email } from '../validators.ts'
import { Cents, Id, Instant, Mobile, Name, Ref, SixDigits, Text, TimeOfDay, type FieldMeta } from '../units.ts'
import { endpoint, resource } from '../kit.ts'
import { recordGroups } from '../record-groups.ts'
import { MessageChannel } from '../message/outbox-message.ts'
import { roles as everyRole, type Role } from '../roles.ts'
import { buttonNames } from './buttons.ts'
import { pinActions } from './pin.ts'

/**
 * Eight characters or more, of any kind; where a company still goes by the short rule, 2 to 32. The server knows which of them holds.
 * What everyone uses is refused besides. @source guarantees §3.1; ORG-005
 */
export const passwordLengths = { strong: [8, 128], short: [2, 32] } as const
export const Password = z
  .string()
  .min(2)
  .max(128)
  .meta({ format: 'password' } satisfies FieldMeta)

/** The password as it is, whatever rule it was made under. */
const OldPassword = z
  .string()
  .max(128)
  .meta({ format: 'password' } satisfies FieldMeta)

export const DefaultRole = z.enum(everyRole)

/** How many days back a user may look; null is without limit. */
const RecentDays = z.int().min(1).max(3660).nullable().default(null)

/** The rank of a role: nobody can grant a role above their own, or manage a user who has one. */
export const roleHeight: Readonly<Record<Role, number>> = {
  superAdmin: 6,
  admin: 5,
  company_group: 4,
  company_user: 4,
  station_master: 3,
  station_leader: 2,
  station_bill: 1,
  station_employee: 1,
  station_salesman: 1,
  group_master: 1,
  user: 0,
  anonymous: 0,
}
/** Roles that name more than a station are given where that is managed: a head office's companies, a fleet's leader. */
export const givenElsewhere: readonly Role[] = ['company_group', 'group_master', 'anonymous']

/** One role of a user, in one station where the role is a station's. What a list said of it besides may be sent back with it. */
export const RoleGrant = z
  .strictObject({
    defaultRole: DefaultRole,
    stationId: Ref('stations').nullable().default(null),
    id: Id.optional(),
    version: z.int().optional(),
    userId: Id.optional(),
    station: z.unknown().optional(),
    companyGroupId: z.unknown().optional(),
    menus: z.unknown().optional(),
    buttons: z.unknown().optional(),
  })
  .transform(({ defaultRole, stationId }) => ({ defaultRole, stationId }))

const facts = {
  name: Name(60),
  mobile: Mobile.nullable().default(null),
  email: Email.max(120).nullable().default(null),
  /** The nozzles that this attendant serves, as the station writes them. */
  nozzle: Text(60).default(''),
  promoter: z.boolean().default(false),
  readOnly: z.boolean().default(false),
  remark: Text(500).default(''),
  /** Sign-in is possible between these hours only, on that kind of client only; the user is given the reason. */
  /** By the clock of the company. */
  loginFrom: TimeOfDay.nullable().default(null),
  loginTo: TimeOfDay.nullable().default(null),
  loginDeviceType: Text(30).default(''),
  /** As that browser says of itself in the personal centre. */
  loginDeviceId: Text(60).default(''),
  loginReason: Text(200).default(''),
  searchOrderDays: RecentDays,
  searchOrderItemDays: RecentDays,
  searchClassSettleDays: RecentDays,
  searchDailyReportDays: RecentDays,
  searchCardDetailDays: RecentDays,
}

/** A user without their rights. */
export const User = z.object(facts)

const grants = { roles: z.array(RoleGrant).max(200) }
const identified = <S extends z.ZodType<{ mobile?: string | null; email?: string | null }>>(body: S) =>
  body.refine(user => !!user.mobile || !!user.email, { path: ['mobile'], message: 'mobileOrEmail' })

export const UserBody = identified(z.strictObject({ ...facts, ...grants, password: Password.optional() }))
/** An administrator of several companies names the company. */
export const NewUser = identified(
  z.strictObject({ ...facts, ...grants, password: Password.optional(), companyId: Ref('companies').optional() }),
)
/** A picture of the user, round where it is shown. */
const avatar = { avatarId: FileRef('userAvatar').nullable() }
/** What users change of themselves without being allowed to manage users. */
export const ownFields = ['name', 'mobile', 'email', 'avatarId'] as const
/** What is left out of an edit stays as it is. */
export const UserEdit = z.strictObject({
  ...asTheyAre(facts),
  avatarId: avatar.avatarId.optional(),
  roles: grants.roles.optional(),
  /** One's own sign-in password, before one's own mobile number or e-mail address changes: that is what one signs in by. */
  password: OldPassword.optional(),
  version: z.int(),
})

/** The same fields without what a new record begins with, each of which may be absent. */
function asTheyAre<F extends z.ZodRawShape>(shape: F) {
  const bare = Object.entries(shape).map(([name, field]) => [name, field instanceof z.ZodDefault ? field.unwrap() : field])
  return z.object(Object.fromEntries(bare) as { [Name in keyof F]: F[Name] extends z.ZodDefault<infer Bare> ? Bare : F[Name] }).partial()
    .shape
}

/** Pages as access rules name them, e.g. `AllQuery`. */
const AssignedMenus = z.strictObject({ web: z.array(z.string().max(60)).max(500) })

/** One line of what a user may do: `roles` of the specification. */
export const userRoles = resource('roles', {
  table: 'user_role',
  scope: 'company',
  permission: 'access.user',
  body: z.object({ userId: Ref('users'), defaultRole: DefaultRole, stationId: Ref('stations').nullable() }),
  read: {
    /** The head office that gave the role. */
    companyGroupId: Id.nullable(),
    menus: AssignedMenus.nullable(),
    buttons: z.array(z.string()).nullable(),
  },
  unsearchable: ['menus', 'buttons'],
  sort: 'id,asc',
  acts: [],
})

/** Assigns menus and button rules to one entry of a user's roles: null is as the role, a list is exactly this. */
export const assignRole = endpoint('PUT', '/roles/:id', {
  permission: 'access.user.write',
  body: z.strictObject({ version: z.int(), menus: AssignedMenus.nullable(), buttons: z.array(z.enum(buttonNames)).max(20).nullable() }),
  returns: userRoles.row,
  rows: true,
  summary: 'Which pages and buttons this entry of a user’s roles has; nobody can grant a right that they do not have',
})

const read = resource('users', {
  table: 'user_account',
  scope: 'company',
  permission: 'access.user',
  body: User,
  read: {
    companyId: Ref('companies'),
    ...avatar,
    /** Has a role that may sign in; anyone who has none is a member. */
    isStaff: z.boolean(),
    disabled: z.boolean(),
    hasPin: z.boolean(),
    createdById: Ref('users').nullable(),
    modifiedById: Ref('users').nullable(),
    lastLoginDate: Instant.nullable(),
    createdDate: Instant,
  },
  label: ['name', 'mobile'],
  // A member is known at the counter by the mobile number; that of a colleague is for those who manage staff.
  labelUnless: { mobile: 'isStaff' },
  substrings: ['name', 'mobile'],
  many: { roles: ['roles', 'userId'], userCards: ['userCards', 'userId'], group: ['groups', 'userId'], cars: ['cars', 'userId'] },
  stationsBy: 'roles',
  sort: 'createdDate,desc',
  totals: [],
  groups: recordGroups.users,
  acts: ['list', 'get'],
})

const Done = z.object({ id: Id })
export const OpenSession = z.object({
  id: Id,
  client: z.string(),
  source: z.string(),
  defaultRole: DefaultRole,
  createdDate: Instant,
  seenDate: Instant,
  expiration: Instant,
  current: z.boolean(),
})
/** A link that works once: anyone who opens it within the time sets the password. */
const Invitation = z.object({
  code: z.string(),
  path: z.string(),
  expiration: Instant,
  /** Where it is sent besides; `ready` when mail or SMS is set up. Nothing for somebody without an address. */
  message: z.object({ channel: MessageChannel, recipient: z.string(), ready: z.boolean() }).nullable(),
})

/** Staff and members are one noun. Who has no role that signs in is a member. */
export const users = {
  ...read,
  create: endpoint('POST', '/users', {
    permission: 'access.user.write',
    body: NewUser,
    returns: read.row,
    rows: true,
    summary: 'Adds a user; without a password it is set through an invitation',
  }),
  /** Somebody one manages; or oneself, then without the permission too, but for the fields of `ownFields` alone. */
  update: endpoint('PUT', '/users/:id', {
    permission: 'signedIn',
    body: UserEdit,
    returns: read.row,
    rows: true,
    summary: 'Edits a user; everyone edits name, mobile number, e-mail address and picture of themselves',
  }),
  disable: endpoint('POST', '/users/:id/disable', {
    permission: 'access.user.write',
    returns: Done,
    summary: 'Ends every session and refuses new ones',
  }),
  enable: endpoint('POST', '/users/:id/enable', {
    permission: 'access.user.write',
    returns: Done,
    summary: 'Lets a disabled user sign in again',
  }),
  sessions: endpoint('GET', '/users/:id/sessions', {
    permission: 'access.user.write',
    returns: z.object({ content: z.array(OpenSession), totalElements: z.int() }),
    summary: 'Where somebody is signed in',
  }),
  endSessions: endpoint('POST', '/users/:id/sessions/end', {
    permission: 'access.user.write',
    body: z.strictObject({ sessionId: Id.optional() }),
    returns: z.object({ ended: z.int() }),
    summary: 'Ends one sign-in of somebody, or all of them',
  }),
  invite: endpoint('POST', '/users/:id/invitation', {
    permission: 'access.user.write',
    returns: Invitation,
    summary: 'A one-time link to set a password, valid for two days',
  }),
  accept: endpoint('POST', '/users/invitation', {
    permission: 'public',
    body: z.strictObject({ code: z.string().max(100), password: Password }),
    returns: z.object({ name: z.string() }),
    summary: 'Sets the password of the user who was invited',
  }),
  /** One's own needs the old one; a manager's reset does not, and ends every session of the user. */
  password: endpoint('PUT', '/users/:id/password', {
    permission: 'signedIn',
    body: z.strictObject({ oldPassword: OldPassword.optional(), password: Password }),
    returns: Done,
    summary: 'Sets a sign-in password: one’s own with the old one, or that of a user one manages',
  }),
  /** One's own. The first one is set with the sign-in password, a further one with the PIN that it replaces (ACC-086). */
  pin: endpoint('PUT', '/users/:id/pin', {
    permission: 'signedIn',
    body: z.strictObject({ password: OldPassword.optional(), oldPin: SixDigits.optional(), pin: SixDigits }),
    returns: Done,
    summary: 'Sets one’s own PIN: the first with the sign-in password, a further one with the PIN before it',
  }),
  /** Nobody sets the PIN of somebody else: it is what a user answers for actions with (decision C11). */
  resetPin: endpoint('POST', '/users/:id/pin/reset', {
    permission: 'access.user.write',
    returns: Done,
    summary: 'Removes the PIN of a user who forgot it; the user then sets a new one with the sign-in password',
  }),
  /** Right once is right for one action: the proof holds for a minute, for this action on this record with this amount (decision C11). */
  verifyPin: endpoint('POST', '/users/:id/pin/verify', {
    permission: 'signedIn',
    body: z.strictObject({
      pin: SixDigits,
      action: z.enum(pinActions),
      subject: z.string().regex(/^[A-Za-z]+(:\d{1,16})?$/, 'pinSubject'),
      amountCents: Cents.nullable().default(null),
    }),
    returns: z.object({ proof: z.string(), expiration: Instant }),
    summary: 'Proves by one’s own PIN that it is oneself who does this',
  }),
}
