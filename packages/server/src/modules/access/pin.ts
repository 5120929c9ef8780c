import { users, type PinAction } from '@forecourt/contract'
import { apartMaxMs } from '../../platform/execution/clock.ts'
import { ofCompanyOf } from '../../platform/execution/by-company.ts'
import { handle, type Ctx } from '../../platform/execution/command.ts'
import { homeOf } from '../../platform/execution/ctx.ts'
import { Refusal, refuse } from '../../platform/execution/refusal.ts'
import { countAttempt, forgive, recordFailure } from './attempt.ts'
import { managedForUpdate } from './user.ts'
import { hashSecret, hashSixDigits, isWeakPin, newSecret, passwordMatches, reboundSixDigits, sixDigitsMatch } from './secret.ts'

const triesMax = 5
const lockMinutes = 15
const proofMs = 60_000
/** How long a PIN is locked that was locked so often before. */
const minutesOf = (locks: number) => lockMinutes * 2 ** Math.min(locks, 6)

/**
 * Sets one's own PIN: the first one with the sign-in password, a further one with the PIN that it replaces.
 * @throws notFound, pin.weak, pin.oldNeeded, pin.wrong, pin.locked, login.locked, password.wrong
 */
export const setPin = handle(users.pin, async (ctx, { id, body }) => {
  if (id !== ctx.actor.id) refuse('notFound', { user: id })
  const user = await ctx.tx.selectFrom('userAccount').where('id', '=', id).selectAll().executeTakeFirstOrThrow()
  if (isWeakPin(body.pin, user.mobile)) refuse('pin.weak')
  if (user.hasPin && body.oldPin === undefined) refuse('pin.oldNeeded')
  const wrong = user.hasPin
    ? await checkPin(ctx, body.oldPin!, 'oldPin')
    : await refuseOwnPassword(ctx, body.password ?? '', user.passwordHash, 'password')
  if (wrong) return wrong

  await ctx.tx
    .updateTable('userAccount')
    .set({ pinHash: await hashSixDigits(body.pin), pinTries: 0, pinLocks: 0, pinLockedUntil: null })
    .where('id', '=', id)
    .execute()
  ctx.audit('access.pin.set', `users:${id}`)
  return { id }
})

/**
 * Removes a PIN that its owner forgot or locked; the owner sets a new one with the sign-in password. What the old one had proved counts
 * no more. @throws notFound, user.ownPin, user.outOfReach, user.pinMissing
 */
export const resetPin = handle(users.resetPin, async (ctx, { id }) => {
  if (id === ctx.actor.id) refuse('user.ownPin')
  const user = await managedForUpdate(ctx, id)
  if (!user.hasPin) refuse('user.pinMissing')

  await ctx.tx
    .updateTable('userAccount')
    .set({ pinHash: null, pinTries: 0, pinLocks: 0, pinLockedUntil: null })
    .where('id', '=', id)
    .execute()
  await ctx.tx.deleteFrom('pinProof').where('userAccount', '=', id).execute()
  ctx.audit('access.pin.reset', `users:${id}`, {}, user.companyId)
  return { id }
})

/** Gives a proof for one action, spent by that action or by time. @throws notFound, pin.missing, pin.locked, pin.wrong */
export const verifyPin = handle(users.verifyPin, async (ctx, { id, body: { pin, ...action } }) => {
  if (id !== ctx.actor.id) refuse('notFound', { user: id })
  return (await checkPin(ctx, pin)) ?? (await giveProof(ctx, action))
})

/** What a proof is bound to, besides who gave it: what is done, to what, and for how much. */
export interface ProvenAction {
  readonly action: PinAction
  readonly subject: string
  readonly amountCents?: number | null
}

async function giveProof(ctx: Ctx, { action, subject, amountCents = null }: ProvenAction) {
  const proof = newSecret()
  const expiresDate = new Date(ctx.now.getTime() + proofMs)
  const whose = { companyId: ctx.actor.companyId, userAccount: ctx.actor.id, userCompany: homeOf(ctx.actor) }
  await ctx.tx
    .insertInto('pinProof')
    .values({ ...whose, codeHash: hashSecret(proof), action, subject, amountCents, expiresDate })
    .execute()
  ctx.audit('access.pin.prove', `users:${ctx.actor.id}`, { action, subject, amountCents })
  return { proof, expiration: expiresDate.toISOString() }
}

/**
 * Takes the proof for this very action. With the action it is gone; an action that is refused leaves it for the rest of its minute.
 * @throws pin.proof it is of somebody else, for something else, spent, or too old
 */
export async function spendProof(
  { tx, actor, now }: Ctx,
  proof: string,
  { action, subject, amountCents = null }: ProvenAction,
): Promise<void> {
  const { numDeletedRows } = await tx
    .deleteFrom('pinProof')
    .where('codeHash', '=', hashSecret(proof))
    .where('userAccount', '=', actor.id)
    .where('companyId', '=', actor.companyId)
    .where('action', '=', action)
    .where('subject', '=', subject)
    .where('amountCents', 'is not distinct from', amountCents)
    .where('expiresDate', '>', now.toISOString())
    .executeTakeFirst()
  if (numDeletedRows !== 1n) refuse('pin.proof')
}

/**
 * The operator's own PIN, before actions of personal responsibility. A wrong one is counted, so return the refusal, do not throw it.
 * Five wrong ones lock the PIN for a quarter of an hour, and each further time for twice as long (decision C11).
 */
export async function checkPin(ctx: Ctx, pin: string, field = 'pin'): Promise<Refusal | undefined> {
  const { tx, actor, now } = ctx
  const own = await ofCompanyOf(ctx, 'userAccount', actor.id)
  const user = await own.selectFrom('userAccount').where('id', '=', actor.id).forNoKeyUpdate().selectAll().executeTakeFirstOrThrow()
  if (!user.pinHash) return new Refusal('pin.missing')
  const lockedMs = user.pinLockedUntil ? Date.parse(user.pinLockedUntil) - now.getTime() : 0
  // A lock that would last longer than any was set while the clock was ahead.
  if (lockedMs > 0 && lockedMs <= minutesOf(user.pinLocks - 1) * 60_000 + apartMaxMs)
    return new Refusal('pin.locked', { minutes: Math.ceil(lockedMs / 60_000), field })

  const keep = (change: { pinTries: number; pinLocks?: number; pinLockedUntil?: Date | null; pinHash?: string }) =>
    tx.updateTable('userAccount').set(change).where('id', '=', actor.id).execute()
  if (await sixDigitsMatch(pin, user.pinHash)) {
    const pinHash = await reboundSixDigits(pin, user.pinHash)
    if (pinHash || user.pinTries || user.pinLocks)
      await keep({ pinTries: 0, pinLocks: 0, pinLockedUntil: null, ...(pinHash && { pinHash }) })
    return undefined
  }
  const tries = user.pinTries + 1
  ctx.audit('access.pin.wrong', `users:${actor.id}`, { tries, source: ctx.meta.ip })
  if (tries < triesMax) {
    await keep({ pinTries: tries })
    return new Refusal('pin.wrong', { left: triesMax - tries, field })
  }
  const minutes = minutesOf(user.pinLocks)
  await keep({ pinTries: 0, pinLocks: user.pinLocks + 1, pinLockedUntil: new Date(now.getTime() + minutes * 60_000) })
  return new Refusal('pin.locked', { minutes, field })
}

/** Someone at an open screen is not yet its owner: one's own password, counted like a sign-in. */
export async function refuseOwnPassword(ctx: Ctx, given: string, hashed: string | null, field: string): Promise<Refusal | undefined> {
  const attempt = await countAttempt(ctx, 'password', ctx.actor.id)
  if (attempt.lockedMinutes) return new Refusal('login.locked', { minutes: attempt.lockedMinutes })
  if (await passwordMatches(given, hashed)) {
    await forgive(ctx, attempt)
    return undefined
  }
  await recordFailure(ctx, attempt)
  ctx.audit('access.password.wrong', `users:${ctx.actor.id}`, { tries: attempt.tries, source: ctx.meta.ip })
  return new Refusal('password.wrong', { field })
}
