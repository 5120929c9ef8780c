import { sessions, type Role } from '@forecourt/contract'
import { handle, setTenantScope, type Ctx, type Handler } from '../../platform/execution/command.ts'
import { Refusal, refuse } from '../../platform/execution/refusal.ts'
import { countAttempt, forgive, recordFailure } from './attempt.ts'
import { heldRoles } from './role.ts'
import { passwordMatches } from './secret.ts'
import { openSession } from './session.ts'

/** Roles of those who are served, not of those who serve: they do not sign in here. */
const outsiders: readonly Role[] = ['user', 'anonymous']

/**
 * Signs in. Whatever is wrong of company, account and password, the answer is the same and takes as long.
 * Anyone who holds several roles is first given the list, and picks one in a second call.
 * @throws login.noAccount, login.wrong, login.locked, login.forbidden, login.restricted, login.roleUnknown
 */
const act = handle(sessions.login, async (begun, { body }) => {
  const account = accountOf(body)
  const attempt = await countAttempt(begun, 'login', body.companyId.toLowerCase(), account.toLowerCase())
  const { ctx, company } = await companyOf(begun, body.companyId)
  const user = company ? await findUser(ctx, company, account) : undefined
  if (attempt.lockedMinutes) return new Refusal('login.locked', { minutes: attempt.lockedMinutes })
  if (!(await passwordMatches(body.password, user?.passwordHash)) || !user || !company) {
    await recordFailure(ctx, attempt)
    if (user && company) ctx.audit('access.signIn.wrong', `users:${user.id}`, { name: user.name, tries: attempt.tries }, company)
    return new Refusal('login.wrong')
  }
  await forgive(ctx, attempt)

  const roles = (await heldRoles(ctx, user.id)).filter(({ defaultRole }) => !outsiders.includes(defaultRole))
  const refusal =
    user.disabled || roles.length === 0 ? new Refusal('login.forbidden') : await restrictionOf(ctx, user, company, body.deviceId)
  if (refusal) {
    ctx.audit('access.signIn.refused', `users:${user.id}`, { name: user.name, code: refusal.code }, company)
    return refusal
  }
  const picked =
    body.roleId === undefined ? onlyRole(roles) : (roles.find(({ id }) => id === body.roleId)?.defaultRole ?? refuse('login.roleUnknown'))
  if (!picked) return { userId: user.id, name: user.name, roles, roleRequired: true as const }

  const { token, expiresAt } = await openSession(ctx, { userId: user.id, companyId: company, defaultRole: picked })
  await ctx.tx.updateTable('userAccount').set({ lastLoginDate: ctx.now }).where('id', '=', user.id).execute()
  ctx.audit('access.signIn', `users:${user.id}`, { name: user.name, role: picked, client: ctx.meta.client ?? '' }, company)
  return {
    token,
    expiration: expiresAt,
    userId: user.id,
    name: user.name,
    roles: roles.filter(({ defaultRole }) => defaultRole === picked),
  }
})

/** A wrong password is a guess: a storm of them is let in slowly, and holds no connection while it waits. */
export const signIn: Handler = { ...act, guess: outcome => outcome instanceof Refusal && outcome.code === 'login.wrong' }

/** The one role there is to take up; its stations come together (ACC-024). */
function onlyRole(roles: readonly { defaultRole: Role }[]): Role | undefined {
  const distinct = new Set(roles.map(({ defaultRole }) => defaultRole))
  return distinct.size === 1 ? roles[0]!.defaultRole : undefined
}

const accountOf = ({ email, mobile }: { email?: string | undefined; mobile?: string | undefined }): string =>
  email && mobile ? refuse('login.noAccount') : email || mobile || refuse('login.noAccount')

/** The typed text is a company's code, else its id (decision A5). From here on the transaction sees that company. */
async function companyOf(ctx: Ctx, typed: string): Promise<{ ctx: Ctx; company: number | undefined }> {
  const directory = ctx.tx.selectFrom('companyDirectory').select('company')
  const byCode = await directory.where('code', '=', typed).executeTakeFirst()
  const found = byCode ?? (/^\d{1,15}$/.test(typed) ? await directory.where('company', '=', Number(typed)).executeTakeFirst() : undefined)
  if (!found) return { ctx, company: undefined }
  return { ctx: { ...ctx, tx: await setTenantScope(ctx.tx, [found.company]) }, company: found.company }
}

const findUser = ({ tx }: Ctx, company: number, account: string) =>
  tx
    .selectFrom('userAccount')
    .selectAll()
    .where('companyId', '=', company)
    .where(of => (account.includes('@') ? of(of.fn<string>('lower', ['email']), '=', account.toLowerCase()) : of('mobile', '=', account)))
    .executeTakeFirst()

interface Restricted {
  loginFrom: string | null
  loginTo: string | null
  loginDeviceType: string
  loginDeviceId: string
  loginReason: string
}

/** The hours, the kind of client and the device that a user is held to; over midnight too. The user is given the reason (decision E16). */
export async function restrictionOf(
  { tx, now, meta }: Ctx,
  { loginFrom, loginTo, loginDeviceType, loginDeviceId, loginReason }: Restricted,
  company: number,
  deviceId: string | undefined,
): Promise<Refusal | undefined> {
  const { timeZone } = await tx.selectFrom('company').where('id', '=', company).select('timeZone').executeTakeFirstOrThrow()
  const clock = new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }).format(now)
  const from = loginFrom ?? '00:00',
    to = loginTo ?? '24:00'
  const inHours = from <= to ? clock >= from && clock < to : clock >= from || clock < to
  const device = (meta.client ?? '').split(/[/ ]/)[0]!.toLowerCase()
  const ofKind = loginDeviceType === '' || loginDeviceType.toLowerCase() === device
  const ofDevice = loginDeviceId === '' || loginDeviceId === deviceId
  if (inHours && ofKind && ofDevice) return undefined
  const hours = loginFrom || loginTo ? `${from}–${to}` : loginDeviceType || loginDeviceId
  return new Refusal('login.restricted', { reason: loginReason || hours })
}
