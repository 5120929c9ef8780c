import { z } from 'zod'
import { endpoint } from '../kit.ts'
import { OpenIdentity } from '../member/wechat.ts'
import { Instant } from '../units.ts'

/** 员工, 本人, 退订链接: who said last whether a member is told of offers. */
export const NoticeBy = z.enum(['staff', 'member', 'link'])

const State = z.object({
  agreed: z.boolean(),
  /** When that was said last; null where nobody has said anything, which is no agreement. */
  changedDate: Instant.nullable(),
  by: NoticeBy.nullable(),
})
export type NoticeState = z.output<typeof State>

/** The company, and what only the message has said. */
const StopCode = z.string().regex(/^\d{1,16}\.[\w-]{22}$/, 'noticeCode')

/** 优惠短信: members are told of what activities give them if they agreed, and no longer than they like. @source requirement MSG-005 */
export const memberNotices = {
  read: endpoint('GET', '/members/:id/notices', {
    permission: 'member.read',
    returns: State,
    summary: 'Whether a member has agreed to be told of offers by SMS, since when, and who said so',
  }),
  set: endpoint('PUT', '/members/:id/notices', {
    permission: 'member.write',
    body: z.strictObject({ agreed: z.boolean() }),
    returns: State,
    summary: 'Notes that a member agrees to be told of offers by SMS, or does not any more',
  }),
  own: endpoint('POST', '/notices/own', {
    permission: 'device.self',
    body: z.strictObject({ wechat: OpenIdentity, agreed: z.boolean() }),
    returns: State,
    summary: 'A member who is bound to a mini program says so there',
  }),
  stop: endpoint('POST', '/notices/stop', {
    permission: 'public',
    body: z.strictObject({ code: StopCode }),
    returns: z.object({ company: z.string() }),
    summary: 'The way out that stands in each of these messages: no more of them, at once and without signing in',
  }),
}
