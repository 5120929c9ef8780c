import type { Language, MessageChannel } from '@forecourt/contract'
import { sql } from 'kysely'
import { inScope } from '../../platform/postgres/name-companies.ts'
import type { Ctx } from '../../platform/execution/command.ts'
import { refuse } from '../../platform/execution/refusal.ts'
import { channelOf } from './channel.ts'
import { openLink, sealLink, type SealedLink } from './sealed-link.ts'
import { tankAlarmWords, type TankAlarmFacts } from './tank-alarm-words.ts'
import { codeTemplates, lowBalanceWords, templates, type LowBalanceFacts, type TemplateName } from './templates.ts'

/** So many messages go to one recipient within an hour. */
const hourlyMax = 5

export interface LinkMessage {
  readonly template: TemplateName
  readonly user: { readonly id: number; readonly name: string; readonly mobile: string | null; readonly email: string | null }
  readonly companyId: number
  readonly language: Language
  /** Under the product's own address, with its secret. */
  readonly path: string
  readonly until: Date
}

/**
 * Writes a message with a link and has it sent after the action; what was on its way to the same person with an earlier link ends.
 * Without mail or SMS it stays in the outbox. @returns where it goes; nothing for somebody who has no address
 * @throws message.tooMany
 */
export async function writeLink(ctx: Ctx, { template, user, companyId, language, path, until }: LinkMessage) {
  const { tx, now, actor } = ctx
  await forgetLinks(ctx, user.id)
  const way = wayTo(user)
  if (!way) return null
  await refuseTooMany(ctx, companyId, way.address)
  const company = await tx
    .selectFrom('company')
    .where('id', '=', companyId)
    .select(['name', 'timeZone', 'isDemo'])
    .executeTakeFirstOrThrow()
  const facts = { name: user.name, company: company.name, until: shownMinute(until, company.timeZone) }
  const row = {
    companyId,
    template,
    language,
    userId: user.id,
    ...way,
    recipient: masked(way.address),
    ...templates[template][language](facts),
  }
  const { id } = await tx
    .insertInto('outboxMessage')
    .values({ ...row, ...sealLink(path), createdBy: actor.key, createdDate: now, expiresDate: until })
    .returning('id')
    .executeTakeFirstOrThrow()
  ctx.job('message.send', { messageId: id }, { companyId, key: String(id) })
  return { channel: way.channel, recipient: row.recipient, ready: channelOf(way.channel) !== undefined && !company.isDemo }
}

export interface CodeMessage {
  readonly template: keyof typeof codeTemplates
  readonly user: { readonly id: number; readonly companyId: number; readonly mobile: string }
  readonly language: Language
  readonly code: string
  readonly minutes: number
}

/** Sends a code by SMS; one that was on its way to the same person ends. @returns a part of the number @throws message.tooMany */
export async function writeCode(ctx: Ctx, { template, user, language, code, minutes }: CodeMessage): Promise<string> {
  const { tx, now, actor } = ctx
  const { companyId, mobile: address } = user
  await forgetLinks(ctx, user.id)
  await refuseTooMany(ctx, companyId, address)
  const { name } = await tx.selectFrom('company').where('id', '=', companyId).select('name').executeTakeFirstOrThrow()
  const recipient = masked(address)
  const whose = { companyId, userId: user.id, channel: 'sms', address, recipient, template, language }
  const { id } = await tx
    .insertInto('outboxMessage')
    .values({
      ...whose,
      ...codeTemplates[template][language]({ company: name, minutes }),
      ...sealLink(code),
      createdBy: actor.key,
      createdDate: now,
      expiresDate: new Date(now.getTime() + minutes * 60_000),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  ctx.job('message.send', { messageId: id }, { companyId, key: String(id) })
  return recipient
}

export interface LowBalanceMessage {
  readonly user: { readonly id: number; readonly mobile: string | null; readonly email: string | null }
  readonly companyId: number
  readonly language: Language
  readonly facts: Omit<LowBalanceFacts, 'company' | 'balance' | 'level' | 'at'>
  readonly balanceCents: number
  readonly levelCents: number
  readonly at: Date
}

/**
 * Tells somebody that the balance of a card is low. Each fall is told once, so that they count for nothing in how often somebody is written
 * to. @returns nothing for somebody who has no address
 */
export async function writeLowBalance(ctx: Ctx, { user, companyId, language, facts, ...figures }: LowBalanceMessage) {
  const { tx, now, actor } = ctx
  const way = wayTo(user)
  if (!way) return null
  const of = tx.selectFrom('company').where('id', '=', companyId).select(['name', 'timeZone', 'currency'])
  const company = await of.executeTakeFirstOrThrow()
  const money = new Intl.NumberFormat(language, { style: 'currency', currency: company.currency })
  const words = lowBalanceWords[language]({
    ...facts,
    company: company.name,
    balance: money.format(figures.balanceCents / 100),
    level: money.format(figures.levelCents / 100),
    at: shownMinute(figures.at, company.timeZone),
  })
  const recipient = masked(way.address)
  const row = { companyId, template: 'lowBalance', language, userId: user.id, ...way, recipient, ...words }
  const { id } = await tx
    .insertInto('outboxMessage')
    .values({ ...row, createdBy: actor.key, createdDate: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  ctx.job('message.send', { messageId: id }, { companyId, key: String(id) })
  return { id, channel: way.channel, recipient }
}

export interface TankAlarmMessage {
  readonly contact: { readonly mobile: string | null; readonly email: string | null; readonly language: Language }
  readonly companyId: number
  readonly facts: Omit<TankAlarmFacts, 'company' | 'at'>
  readonly at: Date
  readonly timeZone: string
  /** Nobody is woken by news that are older. */
  readonly until: Date
}

/** Tells somebody on duty of an alarm; how often is decided by who asks. @returns nothing for somebody who has no address */
export async function writeTankAlarm(ctx: Ctx, { contact, companyId, facts, at, timeZone, until }: TankAlarmMessage) {
  const { tx, now, actor } = ctx
  const way = wayTo(contact)
  if (!way) return null
  const { language } = contact
  const { name } = await tx.selectFrom('company').where('id', '=', companyId).select('name').executeTakeFirstOrThrow()
  const words = tankAlarmWords[language]({ ...facts, company: name, at: shownMinute(at, timeZone) })
  const recipient = masked(way.address)
  const row = { companyId, template: 'tankAlarm', language, ...way, recipient, ...words, expiresDate: until }
  const { id } = await tx
    .insertInto('outboxMessage')
    .values({ ...row, createdBy: actor.key, createdDate: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  ctx.job('message.send', { messageId: id }, { companyId, key: String(id) })
  return { id, channel: way.channel, recipient }
}

/** What was written to people who are not to be known any more: that it was, and when, stays. */
export async function forgetMessages({ tx }: Ctx, userIds: readonly number[]): Promise<void> {
  await sql`update outbox_message set address = '', recipient = '', subject = '', text = '', link = null, link_key = null,
      state = case when state in ('queued', 'failed') then 'cancelled' else state end
    where ${inScope(tx)} and user_id = any(${userIds}::bigint[])`.execute(tx)
}

/** Links that were used, replaced or taken back: nobody sees or sends them any more. */
export async function forgetLinks({ tx }: Ctx, userId: number): Promise<void> {
  await sql`update outbox_message set link = null, link_key = null,
      state = case when state in ('queued', 'failed') then 'expired' else state end
    where ${inScope(tx)} and user_id = ${userId} and link is not null and template <> 'offer'`.execute(tx)
}

interface Way {
  readonly channel: MessageChannel
  readonly address: string
}
/** Mail where the user has an address and mail is set up, else SMS; without either, by the first that is set up. */
export function wayTo({ mobile, email }: Pick<LinkMessage['user'], 'mobile' | 'email'>): Way | undefined {
  const ways = [
    ...(email ? [{ channel: 'mail' as const, address: email }] : []),
    ...(mobile ? [{ channel: 'sms' as const, address: mobile }] : []),
  ]
  return ways.find(({ channel }) => channelOf(channel)) ?? ways[0]
}

/** @throws message.tooMany */
export async function refuseTooMany({ tx, now }: Ctx, companyId: number, address: string): Promise<void> {
  // Two who write to the same person at once wait for each other.
  await sql`select pg_advisory_xact_lock(hashtextextended(${address}, ${companyId}))`.execute(tx)
  const since = new Date(now.getTime() - 3_600_000)
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from outbox_message
    where company_id = ${companyId} and address = ${address} and template not in ('lowBalance', 'tankAlarm', 'offer')
      and created_date > ${since}`.execute(tx)
  if (rows[0]!.count >= hourlyMax) refuse('message.tooMany', { recipient: masked(address) })
}

/** `138****0001`, `l***@example.com`. */
export function masked(address: string): string {
  const [name = '', host] = address.split('@')
  return host === undefined ? `${address.slice(0, 3)}****${address.slice(-4)}` : `${name.slice(0, 1)}***@${host}`
}

/** The path of its link, for as long as it lives. */
export function livingLink(
  row: { link: Buffer | null; linkKey: string | null; expiresDate: string | null },
  now: Date,
): string | undefined {
  const { link, linkKey, expiresDate } = row
  if (!link || !linkKey || !expiresDate || Date.parse(expiresDate) <= now.getTime()) return undefined
  return openLink({ link, linkKey } satisfies SealedLink)
}

/** `2026-05-03 12:00` on the clocks of that zone. */
function shownMinute(at: Date, timeZone: string): string {
  return new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' }).format(at)
}
