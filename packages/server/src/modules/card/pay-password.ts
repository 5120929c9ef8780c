import { resetPayPassword } from '@forecourt/contract'
import { apartMaxMs } from '../../platform/execution/clock.ts'
import { handle, type Ctx } from '../../platform/execution/command.ts'
import { Refusal, refuse } from '../../platform/execution/refusal.ts'
import { hashSixDigits, isWeakPin, reboundSixDigits, sixDigitsMatch, spendProof } from '../access/index.ts'
import { cardForUpdate, setStatus, shown } from './card.ts'

const triesMax = 5
const lockMinutes = 15
const dayMs = 24 * 60 * 60_000
/** How long it is locked the first time, the second time and so on. */
const minutesOf = (locks: number) => lockMinutes * 2 ** (locks - 1)

/**
 * Compares a payment password. A wrong one is counted, so return the refusal, do not throw it.
 * Five wrong ones lock it for a quarter of an hour; ten within a day lock the card until staff unlock it (guarantees, decision D2).
 */
export async function checkPayPassword(ctx: Ctx, userCardId: number, given: string): Promise<Refusal | undefined> {
  const { tx, now } = ctx
  const { card } = await cardForUpdate(ctx, userCardId)
  if (!card.payPasswordHash) return new Refusal('card.passwordMissing')
  const lockedMs = card.payPasswordLockedUntil ? Date.parse(card.payPasswordLockedUntil) - now.getTime() : 0
  // A lock that would last longer than any was set while the clock was ahead.
  if (lockedMs > 0 && lockedMs <= minutesOf(card.payPasswordLocks) * 60_000 + apartMaxMs)
    return new Refusal('card.passwordLocked', { minutes: Math.ceil(lockedMs / 60_000) })

  const keep = (change: {
    payPasswordTries: number
    payPasswordLocks?: number
    payPasswordWrongAt?: Date
    payPasswordLockedUntil?: Date | null
    payPasswordHash?: string
  }) => tx.updateTable('userCard').set(change).where('id', '=', userCardId).execute()
  if (await sixDigitsMatch(given, card.payPasswordHash)) {
    const payPasswordHash = await reboundSixDigits(given, card.payPasswordHash)
    if (payPasswordHash || card.payPasswordTries || card.payPasswordLocks)
      await keep({ payPasswordTries: 0, payPasswordLocks: 0, payPasswordLockedUntil: null, ...(payPasswordHash && { payPasswordHash }) })
    return undefined
  }
  const recent = card.payPasswordWrongAt !== null && Math.abs(now.getTime() - Date.parse(card.payPasswordWrongAt)) < dayMs
  const tries = (recent ? card.payPasswordTries : 0) + 1
  ctx.audit('card.payPassword.wrong', `userCards:${userCardId}`, { number: card.number, tries, source: ctx.meta.ip }, card.companyId)
  if (tries < triesMax) {
    await keep({ payPasswordTries: tries, payPasswordWrongAt: now })
    return new Refusal('card.passwordWrong', { left: triesMax - tries })
  }
  const locks = (recent ? card.payPasswordLocks : 0) + 1
  const minutes = minutesOf(locks)
  await keep({
    payPasswordTries: 0,
    payPasswordLocks: locks,
    payPasswordWrongAt: now,
    payPasswordLockedUntil: new Date(now.getTime() + minutes * 60_000),
  })
  if (locks > 1 && card.status === 'normal') await setStatus(ctx, card, 'lock')
  return new Refusal('card.passwordLocked', { minutes })
}

/**
 * Sets a new payment password and clears the failed attempts. The password spends the holder's money, so the operator confirms it
 * with their own PIN. @throws notFound, card.passwordWeak, pin.proof
 */
export const resetPassword = handle(resetPayPassword, async (ctx, { id, body: { payPassword, pinProof } }) => {
  const { card } = await cardForUpdate(ctx, id)
  if (isWeakPin(payPassword, null)) refuse('card.passwordWeak')
  await spendProof(ctx, pinProof, { action: 'card.payPassword', subject: `userCards:${id}` })

  await ctx.tx
    .updateTable('userCard')
    .where('id', '=', id)
    .set({
      payPasswordHash: await hashSixDigits(payPassword),
      payPasswordTries: 0,
      payPasswordLocks: 0,
      payPasswordWrongAt: null,
      payPasswordLockedUntil: null,
      version: card.version + 1,
    })
    .execute()

  ctx.audit('card.payPassword.reset', `userCards:${id}`, { number: card.number }, card.companyId)
  return shown(ctx, id)
})
