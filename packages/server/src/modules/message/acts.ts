import { allows, messageActs, outboxMessages } from '@forecourt/contract'
import { handle, type Ctx } from '../../platform/execution/command.ts'
import { companyOf, crud } from '../../platform/execution/crud.ts'
import { refuse } from '../../platform/execution/refusal.ts'
import { getOf } from '../../platform/search/list.ts'
import { channelOf } from './channel.ts'
import { livingLink, refuseTooMany } from './outbox.ts'
import { codeMark, linkMark } from './templates.ts'

/** A message that the caller sees. @throws notFound */
async function seen({ tx, scope }: Ctx, id: number) {
  await getOf(tx, outboxMessages, id, [], scope)
  return tx.selectFrom('outboxMessage').where('id', '=', id)
}

/** The same, locked until the transaction ends. @throws notFound */
const messageForUpdate = async (ctx: Ctx, id: number) => (await seen(ctx, id)).forUpdate().selectAll().executeTakeFirstOrThrow()

const ways = handle(outboxMessages.ways, async ctx => {
  const { isDemo } = await ctx.tx.selectFrom('company').where('id', '=', companyOf(ctx)).select('isDemo').executeTakeFirstOrThrow()
  const way = (name: 'mail' | 'sms') => ({ ready: channelOf(name) !== undefined, from: channelOf(name)?.from ?? null })
  return { mail: way('mail'), sms: way('sms'), demo: isDemo }
})

const covered = '••••••'

/** @throws notFound */
const text = handle(outboxMessages.text, async (ctx, { id }) => {
  const row = await (await seen(ctx, id)).selectAll().executeTakeFirstOrThrow()
  const { address, subject } = row
  const lives = livingLink(row, ctx.now) !== undefined
  return {
    address,
    subject,
    text: row.text.replace(linkMark, covered).replace(codeMark, covered),
    linkUntil: lives ? row.expiresDate : null,
  }
})

/** @throws notFound, message.underWay, message.expired, message.tooMany */
const resend = handle(outboxMessages.resend, async (ctx, { id }) => {
  const row = await messageForUpdate(ctx, id)
  if (row.state !== 'expired' && !allows(messageActs.resend, row.state)) refuse('message.underWay', { id })
  if (row.state === 'expired' || (row.expiresDate && !livingLink(row, ctx.now))) refuse('message.expired', { id })
  await refuseTooMany(ctx, row.companyId, row.address)
  if (row.sentDate && Date.parse(row.sentDate) > ctx.now.getTime() - waitMs) refuse('message.tooMany', { recipient: row.recipient })

  await ctx.tx.updateTable('outboxMessage').set({ state: 'queued', lastError: '' }).where('id', '=', id).execute()
  ctx.job('message.send', { messageId: id }, { companyId: row.companyId, key: String(id) })
  ctx.audit('message.resend', `outboxMessages:${id}`, { recipient: row.recipient }, row.companyId)
  return { id }
})
/** One that was sent is not sent again within ten minutes: it may be on its way. */
const waitMs = 10 * 60_000

/** @throws notFound, message.left */
const cancel = handle(outboxMessages.cancel, async (ctx, { id }) => {
  const row = await messageForUpdate(ctx, id)
  if (!allows(messageActs.cancel, row.state)) refuse('message.left', { id })

  await ctx.tx.updateTable('outboxMessage').set({ state: 'cancelled' }).where('id', '=', id).execute()
  ctx.audit('message.cancel', `outboxMessages:${id}`, { recipient: row.recipient }, row.companyId)
  return { id }
})

/**
 * The message and its link, for the module that made the link and knows who may see it; a code is seen by nobody.
 * @throws notFound, message.expired
 */
export async function linkOf(ctx: Ctx, id: number) {
  const row = await messageForUpdate(ctx, id)
  const path = livingLink(row, ctx.now)
  if (!path || !row.userId || !row.expiresDate || row.text.includes(codeMark)) refuse('message.expired', { id })
  return { path, userId: row.userId, companyId: row.companyId, expiration: row.expiresDate }
}

export const handlers = [ways, ...crud(outboxMessages), text, resend, cancel]
