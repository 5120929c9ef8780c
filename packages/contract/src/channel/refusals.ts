import type { Refusals } from '../declaration.ts'

/** Payments at payment platforms. */
export const refusals = {
  'channel.notConnected': {
    status: 409,
    zh: '暂不支持通过该支付渠道收款；可以登记授权，对账单以文件导入',
    en: 'Payments by this platform are not supported yet. Its account can be entered, and its statements come by file.',
  },
  'channel.keysMissing': {
    status: 409,
    zh: '尚未设置{names}，不能收款',
    en: 'Missing: {names}. Without them no payment can be taken.',
  },
  'channel.codeUnfit': {
    status: 422,
    field: 'authCode',
    zh: '付款码不是该支付渠道的付款码',
    en: 'This is not a payment code of this platform',
  },
  'channel.testUnderWay': { status: 409, zh: '上一笔测试尚未结束', en: 'The last test has not ended yet' },
  'channel.notOpen': { status: 409, zh: '该笔支付已有结果，无需再查', en: 'It is known what became of this payment' },
  'channel.refundTooMuch': {
    status: 409,
    zh: '退款合计不能超过已支付的金额',
    en: 'Refunds together cannot exceed what was paid',
  },
} as const satisfies Refusals
