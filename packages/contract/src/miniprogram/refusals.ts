import type { Refusals } from '../declaration.ts'

export const refusals = {
  'miniProgram.typeTaken': {
    status: 409,
    field: 'type',
    zh: '该类型已有启用的小程序或公众号，请先停用原有的',
    en: 'There is an active one of this type already. Disable that one first.',
  },
  'miniProgram.appIdTaken': { status: 409, field: 'appId', zh: '该 AppID 已经登记', en: 'This AppID is registered already' },
  'miniProgram.appIdUnfit': {
    status: 400,
    field: 'appId',
    zh: '微信的 AppID 为 wx 加 16 位小写字母或数字，支付宝的为 16 位数字',
    en: 'An AppID of WeChat is wx and 16 lower-case letters or digits; one of Alipay has 16 digits',
  },
  /** @source requirement ORG-034 */
  'miniProgram.notAuthorized': {
    status: 409,
    field: 'miniProgramId',
    zh: '油企尚未授权小程序或公众号',
    en: 'Company has not authorized a mini program or official account',
  },
  'miniProgram.disabled': { status: 409, field: 'miniProgramId', zh: '“{name}”已停用', en: '“{name}” is disabled' },
  'miniProgram.forStaff': {
    status: 409,
    field: 'miniProgramId',
    zh: '“{name}”供员工使用，请选择面向顾客的小程序或公众号',
    en: '“{name}” is for staff. Choose one that customers open.',
  },
  'qrcode.ruleMissing': {
    status: 409,
    field: 'miniProgramId',
    zh: '“{name}”尚未设置二维码规则（链接前缀），不能生成小程序码',
    en: '“{name}” has no QR rule (link prefix) yet, so no codes can be made',
  },
  'qrcode.notPromoter': { status: 409, field: 'ids', zh: '“{name}”不是推广员', en: '“{name}” is not a promoter' },
  'qrcode.dealNotPromoted': {
    status: 409,
    field: 'dealId',
    zh: '优惠券“{name}”不可推广，或已停用、领完、结束',
    en: 'Promoters may not hand out the coupon “{name}”, or it is disabled, used up or over',
  },
  'qrcode.unknown': { status: 404, zh: '这不是有效的小程序码', en: 'This is no valid code' },
} as const satisfies Refusals
