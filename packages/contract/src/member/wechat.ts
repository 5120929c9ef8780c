import { z } from 'zod'
import { endpoint } from '../kit.ts'
import { Id, Instant, Name, SixDigits } from '../units.ts'

/** As the platform gives them: letters, digits, hyphen and underscore. */
const AppId = z
  .string()
  .trim()
  .regex(/^[\w-]{6,40}$/, 'wechatId')
const OpenId = z
  .string()
  .trim()
  .regex(/^[\w-]{16,64}$/, 'wechatId')

/** How a platform tells a mini program who has opened it. */
export const OpenIdentity = z.strictObject({ appId: AppId, openId: OpenId })

/** 微信绑定: a member is known to the mini program of a company. @source decisions ME13 */
export const memberWechat = {
  /** Never says the identity itself. */
  read: endpoint('GET', '/users/:id/wechat', {
    permission: 'member.read',
    returns: z.object({ wechatBound: z.boolean(), content: z.array(z.object({ id: Id, appId: z.string(), boundDate: Instant })) }),
    summary: 'Whether a member is bound to WeChat, and in which mini programs',
  }),
  code: endpoint('POST', '/users/:id/wechat/code', {
    permission: 'device.self',
    returns: z.object({
      /** A part of the number that it goes to. */
      recipient: z.string(),
      expiration: Instant,
    }),
    summary: 'A mini program has a code sent to the mobile number of a member',
  }),
  bind: endpoint('POST', '/users/:id/wechat', {
    permission: 'device.self',
    idempotent: true,
    body: OpenIdentity.extend({ code: SixDigits }),
    returns: z.object({ id: Id, wechatBound: z.literal(true) }),
    summary: 'Binds a member to WeChat with the code from the SMS; of one mini program one identity of a member',
  }),
  unbind: endpoint('POST', '/users/:id/wechat/unbind', {
    permission: 'member.wechat',
    body: z.strictObject({ reason: Name(200) }),
    returns: z.object({ id: Id, unbound: z.int() }),
    summary: 'Unbinds a member from WeChat, with the reason',
  }),
}
