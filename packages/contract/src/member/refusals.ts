import type { Refusals } from '../declaration.ts'

/** Members: merging two of them, leaving, WeChat. */
export const leaving = {
  'member.sameMember': { status: 409, field: 'otherId', zh: '请选择另一位会员', en: 'Choose another member' },
  'member.isStaff': { status: 409, zh: '{name} 是员工，不能按会员办理', en: '{name} is staff; this is for members only' },
  'member.leadsFleet': {
    status: 409,
    zh: '{name} 是单位“{fleet}”的负责人，请先更换负责人',
    en: '{name} manages the fleet “{fleet}”. Choose another manager first.',
  },
  'member.merged': { status: 409, zh: '该会员已合并到另一位会员', en: 'This member has been merged into another one' },
  'member.former': { status: 409, zh: '该会员已注销', en: 'This membership has been closed' },
  'member.otherIdentity': {
    status: 409,
    field: 'otherId',
    zh: '两位会员的身份证号不同，不是同一人',
    en: 'The ID numbers of the two members differ: they are two people',
  },
  'member.otherMobile': {
    status: 400,
    field: 'mobile',
    zh: '请选择两位会员之一的手机号',
    en: 'Choose the mobile number of one of the two members',
  },
  'member.holdsAccounts': {
    status: 409,
    zh: '还有未结清的卡：{cards}。请先退卡、退款或结清',
    en: 'Cards that are still to be settled: {cards}. Return, refund or settle them first.',
  },
  'member.noMobile': { status: 409, zh: '该会员没有手机号，无法发送验证码', en: 'This member has no mobile number to send a code to' },
  'member.notMiniProgram': { status: 403, zh: '只有小程序设备可以绑定微信', en: 'Only a mini program can bind WeChat' },
  'member.wechatTaken': {
    status: 409,
    field: 'openId',
    zh: '该微信已绑定另一位会员',
    en: 'This WeChat identity is bound to another member',
  },
  'member.wechatUnbound': { status: 409, zh: '该会员未绑定微信', en: 'This member is not bound to WeChat' },
  'member.codeWrong': { status: 403, field: 'code', zh: '验证码错误，还可尝试 {left} 次', en: 'Wrong code; tries left: {left}' },
  'member.codeSpent': {
    status: 410,
    field: 'code',
    zh: '验证码已失效，请重新获取',
    en: 'The code is no longer valid. Please have a new one sent.',
  },
} as const satisfies Refusals
