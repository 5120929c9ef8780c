import type { Language } from '@forecourt/contract'
import type { Ctx } from '../../platform/execution/command.ts'
import { channelOf } from './channel.ts'
import { masked } from './outbox.ts'
import { sealLink } from './sealed-link.ts'
import { linkMark } from './templates.ts'

/** What an activity has given a member, as they are told of it. */
export interface OfferNotice {
  readonly userId: number
  readonly mobile: string
  readonly activity: string
  /** By name, each with how many of it there are. */
  readonly coupons: readonly { readonly name: string; readonly count: number }[]
  /** On the clocks of the company: the day on which the first of them ends. */
  readonly untilDay: string
  /** After that nobody is told any more. */
  readonly until: Date
  /** The way out, under the product's own address. */
  readonly stopPath: string
}

type Facts = Pick<OfferNotice, 'activity' | 'coupons' | 'untilDay'> & { readonly company: string }
const words: Readonly<Record<Language, (facts: Facts) => { subject: string; text: string }>> = {
  zh: ({ company, activity, coupons, untilDay }) => ({
    subject: `${company}：${activity}`,
    text: `【${company}】“${activity}”赠您${coupons.map(({ name, count }) => `“${name}”${count}张`).join('、')}，${untilDay} 前有效。拒收请点 ${linkMark}`,
  }),
  en: ({ company, activity, coupons, untilDay }) => ({
    subject: `${company}: ${activity}`,
    text:
      `${company}: “${activity}” gives you ${coupons.map(({ name, count }) => `${count} × “${name}”`).join(', ')}, ` +
      `valid until ${untilDay}. To stop these messages: ${linkMark}`,
  }),
}

/** Somebody wants no more of them: those that have not left stay here. */
export const dropOfferNotices = ({ tx }: Ctx, companyId: number, userId: number) =>
  tx
    .updateTable('outboxMessage')
    .set({ state: 'cancelled', link: null, linkKey: null })
    .where('companyId', '=', companyId)
    .where('userId', '=', userId)
    .where('template', '=', 'offer')
    .where('state', 'in', ['queued', 'failed'])
    .execute()

/** Whether such messages can leave; those of a demo company stay where they can be read. */
export async function canTellOffers({ tx }: Ctx, companyId: number): Promise<boolean> {
  const company = tx.selectFrom('company').where('id', '=', companyId).select('isDemo')
  return channelOf('sms') !== undefined || (await company.executeTakeFirstOrThrow()).isDemo
}

/** Writes messages by SMS; they leave with the next round. Each gift is told once, by the one who asks. */
export async function writeOfferNotices(ctx: Ctx, companyId: number, language: Language, notices: readonly OfferNotice[]): Promise<void> {
  if (notices.length === 0) return
  const { tx, now, actor } = ctx
  const { name: company } = await tx.selectFrom('company').where('id', '=', companyId).select('name').executeTakeFirstOrThrow()
  const rows = notices.map(({ userId, mobile: address, stopPath, until, ...facts }) => ({
    companyId,
    template: 'offer',
    language,
    userId,
    channel: 'sms',
    address,
    recipient: masked(address),
    ...words[language]({ company, ...facts }),
    ...sealLink(stopPath),
    createdBy: actor.key,
    createdDate: now,
    expiresDate: until,
  }))
  await tx.insertInto('outboxMessage').values(rows).execute()
}
