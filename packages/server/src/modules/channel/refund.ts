import { z } from 'zod'
import type { Ctx } from '../../platform/execution/command.ts'
import { longTask } from '../../platform/jobs/task.ts'
import { nextIds } from '../../platform/postgres/next-ids.ts'
import { book } from '../ledger/index.ts'
import { accountOf, platformFor, type Account } from './credentials.ts'
import type { RefundOutcome } from './platform.ts'
import { dueOf, testsOf } from './test-accounts.ts'

/**
 * Seconds until a refund is asked for once more; a platform takes up to some days, and says so. After the last of them it says that its
 * outcome is unknown, and goes on asking as seldom.
 */
const waits = [1, 2, 5, 10, 30, 60, 300, 900, 3600, 14_400] as const

interface Paid {
  readonly id: number
  readonly companyId: number
}

/** Writes a refund down and has it sent after the commit. @throws channel.refundTooMuch */
export async function askRefund(ctx: Ctx, { id: paymentId, companyId }: Paid, amountCents: number, reason: string): Promise<number> {
  const [id] = await nextIds(ctx.tx, 1)
  const made = { companyId, id: id!, paymentId, refundNo: `R${id}`, amountCents, reason, askedBy: ctx.actor.key, createdDate: ctx.now }
  await ctx.tx.insertInto('channelRefund').values(made).execute()
  ctx.job('channel.refund', { refundId: id! }, { companyId, key: String(id) })
  return id!
}

interface Claimed {
  readonly id: number
  readonly companyId: number
  readonly account: Account
  readonly payment: { readonly no: string; readonly cents: number }
  readonly refund: { readonly refundNo: string; readonly cents: number; readonly reason: string }
  readonly askedCount: number
}

/**
 * Has a refund made, or asks what became of it. Its number makes it one refund, however often it is sent: where the platform does not know
 * it, it is sent again.
 */
export const refundTask = longTask('channel.refund', z.object({ refundId: z.int() }), async (job, { refundId }) => {
  const claimed = await job.within(ctx => claim(ctx, refundId))
  if (!claimed) return
  const outcome = await made(claimed)
  await job.within(ctx => settle(ctx, claimed, outcome))
})

async function made({ account, payment, refund, askedCount }: Claimed): Promise<RefundOutcome> {
  const platform = platformFor(account)
  if (!platform) return { state: 'unknown', reason: 'account' }
  const known: RefundOutcome = askedCount === 0 ? { state: 'none' } : await platform.queryRefund(account, payment.no, refund)
  return known.state === 'none' ? platform.refund(account, payment, refund) : known
}

async function claim(ctx: Ctx, id: number): Promise<Claimed | undefined> {
  const row = await ctx.tx.selectFrom('channelRefund').where('id', '=', id).forUpdate().selectAll().executeTakeFirst()
  if (!row || row.decidedDate !== null) return undefined
  const { companyId, paymentId, refundNo, amountCents, reason, askedCount } = row
  const payment = await ctx.tx
    .selectFrom('channelPayment')
    .where('id', '=', paymentId)
    .select(['authTokenId', 'paymentNo as no', 'amountCents as cents'])
    .executeTakeFirstOrThrow()
  await update(ctx, id, { state: row.state === 'unsure' ? 'unsure' : 'processing', askedCount: askedCount + 1 })
  // A run that ends before it has settled anything is followed by this one.
  ctx.job('channel.refund', { refundId: id }, { companyId, key: String(id), runAt: later(ctx, 20) })
  const account = await accountOf(ctx.tx, companyId, payment.authTokenId)
  return { id, companyId, account, payment, refund: { refundNo, cents: amountCents, reason }, askedCount }
}

const later = ({ now }: Ctx, seconds: number) => new Date(now.getTime() + seconds * 1000)
async function update({ tx }: Ctx, id: number, set: object): Promise<void> {
  await tx.updateTable('channelRefund').set(set).where('id', '=', id).execute()
}

async function settle(ctx: Ctx, { id, companyId, account, refund, askedCount }: Claimed, outcome: RefundOutcome): Promise<void> {
  const row = await ctx.tx.selectFrom('channelRefund').where('id', '=', id).forUpdate().select('decidedDate').executeTakeFirstOrThrow()
  if (row.decidedDate !== null) return
  if (outcome.state === 'refunded') {
    await update(ctx, id, { state: 'refunded', theirNo: outcome.theirNo, doubt: null, decidedDate: ctx.now })
    const moves = [{ source: testsOf(companyId), target: dueOf(account.id), amountCents: refund.cents }]
    await book(ctx, { kind: 'channel.testBack', ref: `channelRefund:${id}`, companyId, moves })
    ctx.audit('channel.refunded', `channelRefunds:${id}`, { no: refund.refundNo, amountCents: refund.cents }, companyId)
    return
  }
  if (outcome.state === 'failed') {
    const { code: failureCode, words: failureWords } = outcome
    await update(ctx, id, { state: 'failed', failureCode, failureWords, doubt: null, decidedDate: ctx.now })
    return
  }
  const doubt = outcome.state === 'unknown' ? outcome.reason : null
  await update(ctx, id, { state: askedCount < waits.length ? 'processing' : 'unsure', doubt })
  ctx.job('channel.refund', { refundId: id }, { companyId, key: String(id), runAt: later(ctx, waits[askedCount] ?? waits.at(-1)!) })
  if (askedCount === waits.length) ctx.audit('channel.unsure', `channelRefunds:${id}`, { doubt }, companyId)
}
