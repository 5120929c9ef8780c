import { z } from 'zod'
import { Cents, Id, Instant } from '../units.ts'
import { endpoint, GetQuery } from '../kit.ts'
import { DefaultRole, OpenSession } from './user.ts'

const Milliseconds = z.int()

/** A role that the user may take up, with the station it is for. */
export const HeldRole = z.object({
  id: Id,
  defaultRole: DefaultRole,
  station: z.object({ id: Id, name: z.string() }).nullable(),
})

/** What a browser calls itself, made up once and kept by it: for users who may sign in from one device only. @source ORG-013 */
const DeviceId = z
  .string()
  .regex(/^[\w-]{1,60}$/)
  .optional()

/** The account is sent as what it looks like: with an @ as e-mail, else as mobile (ACC-019). */
const Credentials = z.strictObject({
  email: z.string().trim().max(120).optional(),
  mobile: z.string().trim().max(30).optional(),
  password: z.string().min(1).max(128),
  /** The company code as typed; the company's id is understood too (decision A5). */
  companyId: z.union([z.string().trim().min(1).max(32), z.int()]).transform(String),
  deviceId: DeviceId,
  /** The second step of anyone who holds several roles. */
  roleId: Id.optional(),
})

/** Which program a session is for: `web`, or one that embeds the pages. */
const ClientName = z.string().regex(/^[\w.-]{1,30}$/, 'clientName')

const SignedIn = z.object({
  /** Absent while a role is still to be picked. */
  token: z.string().optional(),
  expiration: Milliseconds.optional(),
  userId: Id,
  name: z.string(),
  roles: z.array(HeldRole),
  roleRequired: z.literal(true).optional(),
})

export const Profile = z.object({
  id: Id,
  name: z.string(),
  mobile: z.string().nullable(),
  email: z.string().nullable(),
  avatarId: Id.nullable(),
  /** Of the record, for an edit of one's own. */
  version: z.int(),
  readOnly: z.boolean(),
  hasPin: z.boolean(),
  /** The role picked at sign-in; `roles` are its entries, one for each station. */
  defaultRole: DefaultRole,
  roles: z.array(
    HeldRole.extend({
      menus: z.object({ web: z.array(z.string()) }),
      /** What this entry may at its own station. */
      permissions: z.array(z.string()),
      /** The button rules that are listed for it. */
      buttons: z.array(z.string()),
    }),
  ),
  /** At the chosen station; without one, what every entry of the role may. */
  permissions: z.array(z.string()),
  promoter: z.boolean(),
  /** Minutes after which the sign-in ends when nobody is there; never when null. */
  idleMinutes: z.int().nullable(),
  /** The fleet that the user leads, its master card, and from which figures on its company wants them entered twice. */
  fleet: z
    .object({
      id: Id,
      name: z.string(),
      userCardId: Id.nullable(),
      confirm: z.object({ pricePercent: z.int(), amountCents: Cents }),
    })
    .nullable(),
  /** It is a screen on a wall: it shows its page, and nobody works at it. */
  display: z.object({ id: Id, name: z.string(), stationId: Id.nullable() }).nullable(),
  /** The pages that may be opened, as access rules name them. */
  menus: z.object({ web: z.array(z.string()) }),
  company: z.object({
    id: Id,
    code: z.string(),
    name: z.string(),
    timeZone: z.string(),
    isDemo: z.boolean(),
    currency: z.string(),
    currencyName: z.string(),
    symbol: z.string(),
    /** Shown at the head of the menu; the product's own where there is none. */
    bigLogoId: Id.nullable(),
    smallLogoId: Id.nullable(),
  }),
  /** How many days back lists may look; null is without limit. */
  search: z.object({
    orderDays: z.int().nullable(),
    orderItemDays: z.int().nullable(),
    classSettleDays: z.int().nullable(),
    dailyReportDays: z.int().nullable(),
    cardDetailDays: z.int().nullable(),
  }),
})

const Renewed = z.object({ token: z.string(), expiration: Milliseconds })

export const sessions = {
  login: endpoint('POST', '/users/login', {
    permission: 'public',
    body: Credentials,
    query: GetQuery,
    returns: SignedIn,
    summary: 'Signs in with e-mail or mobile, password and company code; anyone who holds several roles picks one in a second call',
  }),
  /** A link that signs the same user in elsewhere; a session never travels in an address (decision O7). */
  code: endpoint('POST', '/users/code', {
    permission: 'signedIn',
    body: z.strictObject({ client: ClientName }),
    returns: z.object({ code: z.string(), path: z.string(), expiration: Instant }),
    summary: 'A code that signs the caller in once, within a minute, on the client it names: /login?token=<code>&client=<client>',
  }),
  loginByCode: endpoint('POST', '/users/login/code', {
    permission: 'public',
    body: z.strictObject({ code: z.string().min(1).max(100), client: ClientName, deviceId: DeviceId }),
    returns: z.object({ token: z.string(), expiration: Milliseconds, userId: Id, name: z.string() }),
    summary: 'Signs in by a code that was made for a link',
  }),
  profile: endpoint('GET', '/users/profile', {
    permission: 'signedIn',
    display: true,
    query: GetQuery,
    returns: Profile,
    summary: 'Who is signed in, under which role, and what that role may do',
  }),
  refresh: endpoint('GET', '/users/refresh', {
    permission: 'signedIn',
    returns: Renewed,
    summary: 'A new token within the last five minutes of the old one, which ends with it',
  }),
  logout: endpoint('POST', '/users/logout', { permission: 'public', returns: z.object({}), summary: 'Ends the session, if there is one' }),
  list: endpoint('GET', '/users/sessions', {
    permission: 'signedIn',
    returns: z.object({ content: z.array(OpenSession), totalElements: z.int() }),
    summary: 'Where one is signed in',
  }),
  end: endpoint('DELETE', '/sessions/:id', {
    permission: 'signedIn',
    returns: z.object({ id: Id }),
    summary: 'Ends one of one’s own sessions',
  }),
  /** 全部下线: every session of the user, this one too. */
  endAll: endpoint('DELETE', '/users/sessions', {
    permission: 'signedIn',
    returns: z.object({ ended: z.int() }),
    summary: 'Ends all of one’s own sessions, this one too',
  }),
}
