import type { Actions, Refusals } from '../declaration.ts'

export const actions = {
  'notice.agree': { zh: '会员同意接收优惠短信', en: 'A member agreed to offers by SMS' },
  'notice.stop': { zh: '会员不再接收优惠短信', en: 'A member stopped offers by SMS' },
} as const satisfies Actions

export const refusals = {
  'notice.codeUnknown': { status: 404, field: 'code', zh: '链接无效或已失效', en: 'This link is not valid any more' },
  'notice.notMember': { status: 409, field: 'wechat', zh: '尚未绑定会员', en: 'This identity is not bound to a member' },
} as const satisfies Refusals
