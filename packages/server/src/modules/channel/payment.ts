import { z } from 'zod'
import { decrypt, encrypt } from '../../platform/config/encryption.ts'
import type { Ctx } from '../../platform/execution/command.ts'
import { nextIds } from '../../platform/postgres/next-ids.ts'
import { longTask } from '../../platform/jobs/task.ts'
import { book } from '../ledger/index.ts'
import { accountOf, platformFor, type Account } from './credentials.ts'
import type { Asked, Outcome } from './platform.ts'
import { askRefund } from './refund.ts'
import { dueOf, testsOf } from './test-accounts.ts'

/** What a customer shows is kept sealed while its job waits: it is good for a minute, and nobody else's. */
const codePurpose = 'channel-payment-code'

export interface NewPayment {
  readonly companyId: number
  readonly kind: 'test'
  readonly amountCents: number
  readonly description: string
}

/** Writes a payment down and has it sent after the commit. @returns its id */
export async function askPayment(ctx: Ctx, account: Account, asked: NewPayment, authCode: string): Promise<number> {
  const [id] = await nextIds(ctx.tx, 1)
  const { companyId, ...facts } = asked
  const paymentNo = `${account.orderPrefix}${id}`
  const made = { companyId, id: id!, authTokenId: account.id, ...facts, paymentNo, askedBy: ctx.actor.key, createdDate: ctx.now }
  await ctx.tx.insertInto('channelPayment').values(made).execute()
  const { bytes, keyId } = encrypt(codePurpose, authCode)
  ctx.job('channel.pay', { paymentId: id!, code: bytes.toString('base64'), keyId }, { companyId })
  return id!
}

/**
 * How long is waited before a payment is asked for once more, in seconds: after these it is cancelled, and then asked for that it is, ever
 * less often, until a person or the platform's bill decides.
 */
export const waits = [1, 2, 2, 5, 5, 5, 10, 10, 10, 10] as const
const cancelWaits = [1, 5, 15, 30, 60, 300] as const

/** A run that takes longer was cut off: no call waits so long for its answer. */
const cutOffSeconds = 20

interface Claimed {
  readonly id: number
  readonly companyId: number
  readonly account: Account
  readonly asked: Pick<Asked, 'no' | 'cents' | 'description'>
  /** The times it was asked for before this one. */
  readonly askedCount: number
}

const Followed = z.object({ paymentId: z.int(), wanted: z.boolean().optional() })

/**
 * Sends a payment by the code of a customer. A run that was cut off does not send it again: whether it arrived is asked.
 */
export const payTask = longTask(
  'channel.pay',
  z.object({ paymentId: z.int(), code: z.string(), keyId: z.string() }),
  async (job, { paymentId, code, keyId }) => {
    const claimed = await job.within(ctx => claim(ctx, paymentId, ['asked']))
    if (!claimed) return
    const authCode = decrypt(codePurpose, { bytes: Buffer.from(code, 'base64'), keyId })
    const paid = await platformFor(claimed.account)?.payByCode(claimed.account, { ...claimed.asked, authCode })
    await job.within(ctx => settle(ctx, claimed, paid ?? unasked))
  },
)

/** The account has lost its keys since: nothing can be asked. */
const unasked = { state: 'unknown', reason: 'account' } as const

/**
 * Asks what became of a payment, and sees to it that nobody pays it any more once the customer had time enough. One that stayed unknown is
 * asked about when a person wants it.
 */
export const followTask = longTask('channel.follow', Followed, async (job, { paymentId, wanted }) => {
  const claimed = await job.within(ctx => claim(ctx, paymentId, wanted ? ['paying', 'unsure'] : ['paying']))
  if (!claimed) return
  const outcome = await followed(claimed)
  await job.within(ctx => settle(ctx, claimed, outcome))
})

async function followed({ account, asked, askedCount }: Claimed): Promise<Outcome> {
  const platform = platformFor(account)
  if (!platform) return unasked
  const found = await platform.query(account, asked)
  const isOver = askedCount > waits.length && found.state !== 'paid' && found.state !== 'closed' && found.state !== 'failed'
  if (!isOver) return found
  const cancelled = await platform.cancel(account, asked.no, 'code')
  // What a platform does not know when it is to cancel it, it has not taken.
  return cancelled.state === 'none' ? { state: 'closed' } : cancelled
}

/** Locks a payment that is in one of these states, and marks that it is on its way. */
async function claim(ctx: Ctx, id: number, states: readonly string[]): Promise<Claimed | undefined> {
  const row = await ctx.tx.selectFrom('channelPayment').where('id', '=', id).forUpdate().selectAll().executeTakeFirst()
  if (!row || !states.includes(row.state)) return undefined
  const { companyId, authTokenId, paymentNo, amountCents, description, askedCount } = row
  const sent = row.sentDate === null ? { sentDate: ctx.now } : {}
  const state = row.state === 'unsure' ? 'unsure' : 'paying'
  await update(ctx, id, { state, askedCount: askedCount + 1, ...sent })
  // A run that ends before it has settled anything is followed by this one.
  ctx.job('channel.follow', { paymentId: id }, { companyId, key: String(id), runAt: later(ctx, cutOffSeconds) })
  const account = await accountOf(ctx.tx, companyId, authTokenId)
  return { id, companyId, account, asked: { no: paymentNo, cents: amountCents, description }, askedCount }
}

const later = ({ now }: Ctx, seconds: number) => new Date(now.getTime() + seconds * 1000)
async function update({ tx }: Ctx, id: number, set: object): Promise<void> {
  await tx.updateTable('channelPayment').set(set).where('id', '=', id).execute()
}

/** Writes down what is known now. The first answer decides: a payment that is decided takes nothing more. */
export async function settle(ctx: Ctx, { id, companyId, account, askedCount }: Omit<Claimed, 'asked'>, outcome: Outcome): Promise<void> {
  const row = await ctx.tx.selectFrom('channelPayment').where('id', '=', id).forUpdate().selectAll().executeTakeFirstOrThrow()
  if (row.state === 'paid' || (row.decidedDate !== null && outcome.state !== 'paid')) return
  switch (outcome.state) {
    case 'paid':
      return receive(ctx, { ...row, account }, outcome)
    case 'failed':
      return update(ctx, id, { state: 'failed', failureCode: outcome.code, failureWords: outcome.words, doubt: null, decidedDate: ctx.now })
    case 'closed':
      return update(ctx, id, { state: 'closed', doubt: null, decidedDate: ctx.now })
    default:
      return wait(ctx, { id, companyId, askedCount, state: row.state }, outcome)
  }
}

/** It is asked for again, later and later; after that it waits for a person. */
async function wait(
  ctx: Ctx,
  { id, companyId, askedCount, state }: { id: number; companyId: number; askedCount: number; state: string },
  outcome: Outcome,
): Promise<void> {
  const doubt = outcome.state === 'unknown' ? outcome.reason : null
  const seconds = [...waits, ...cancelWaits][askedCount]
  if (seconds !== undefined) {
    await update(ctx, id, { doubt })
    ctx.job('channel.follow', { paymentId: id }, { companyId, key: String(id), runAt: later(ctx, seconds) })
    return
  }
  await update(ctx, id, { state: 'unsure', doubt })
  if (state !== 'unsure') ctx.audit('channel.unsure', `channelPayments:${id}`, { doubt }, companyId)
}

interface Received {
  readonly id: number
  readonly companyId: number
  readonly account: Account
  readonly paymentNo: string
  readonly amountCents: number
}
/** Books the money, once; what a test took goes back at once. */
async function receive(ctx: Ctx, { id, companyId, account, paymentNo, amountCents }: Received, outcome: Outcome & { state: 'paid' }) {
  const { theirNo, paidDate } = outcome
  const found = { failureCode: '', failureWords: '', doubt: null }
  await update(ctx, id, { state: 'paid', theirNo, paidDate, decidedDate: ctx.now, ...found })
  const moves = [{ source: dueOf(account.id), target: testsOf(companyId), amountCents }]
  await book(ctx, { kind: 'channel.test', ref: `channelPayment:${id}`, companyId, moves })
  ctx.audit('channel.paid', `channelPayments:${id}`, { no: paymentNo, amountCents, theirNo }, companyId)
  await askRefund(ctx, { id, companyId }, amountCents, '收款测试 Payment test')
}
