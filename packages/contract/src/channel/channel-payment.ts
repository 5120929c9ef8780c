import { z } from 'zod'
import { endpoint, resource } from '../kit.ts'
import type { Channel } from '../merchant/channel.ts'
import { actsBy } from '../status-acts.ts'
import { Cents, Instant, Pattern, Ref } from '../units.ts'

/** `asked`: not sent yet; `unsure`: it was sent, and nobody can say what became of it until the platform or its bill does. */
export const ChannelPaymentState = z.enum(['asked', 'paying', 'paid', 'failed', 'closed', 'unsure'])
export const ChannelRefundState = z.enum(['asked', 'processing', 'refunded', 'failed', 'unsure'])

/** Why an answer of a platform is missing, or not believed. */
export const channelDoubts = [
  'silent',
  'unreachable',
  'status',
  'signature',
  'clock',
  'form',
  'amount',
  'currency',
  'account',
  'busy',
] as const
const Doubt = z.enum(channelDoubts).nullable()

/** What a platform answered where it refused, in its own words. */
const refused = { failureCode: z.string(), failureWords: z.string(), doubt: Doubt }
const dated = { createdDate: Instant, decidedDate: Instant.nullable() }

const payments = resource('channelPayments', {
  table: 'channel_payment',
  scope: 'company',
  permission: 'channel.payment',
  body: z.object({}),
  read: {
    companyId: Ref('companies'),
    authTokenId: Ref('authTokens'),
    kind: z.enum(['test']),
    /** Our number at the platform. */
    paymentNo: z.string(),
    amountCents: Cents,
    description: z.string(),
    state: ChannelPaymentState,
    /** The platform's number; empty until it is paid. */
    theirNo: z.string(),
    paidDate: Instant.nullable(),
    ...refused,
    ...dated,
  },
  many: { refunds: ['channelRefunds', 'paymentId'] },
  label: ['paymentNo', 'state'],
  sort: 'createdDate,desc',
  versioned: false,
  acts: ['list', 'get'],
})

/** What goes back of a payment, by the account that took it. */
export const channelRefunds = resource('channelRefunds', {
  table: 'channel_refund',
  scope: 'company',
  permission: 'channel.payment',
  body: z.object({}),
  read: {
    companyId: Ref('companies'),
    paymentId: Ref('channelPayments'),
    refundNo: z.string(),
    amountCents: Cents,
    reason: z.string(),
    state: ChannelRefundState,
    theirNo: z.string(),
    ...refused,
    ...dated,
  },
  label: ['refundNo', 'state'],
  sort: 'createdDate,desc',
  versioned: false,
  acts: ['list', 'get'],
})

/** What a test takes and gives back. @source requirement PAY-010, decisions PY13 */
export const testCents = 1

/** 付款码: what a customer shows to be charged by. WeChat Pay has 18 digits, Alipay 16 to 24. */
const authCode = Pattern(/^\d{16,24}$/, 'authCode')
const codes: Partial<Record<Channel, RegExp>> = { wx: /^1[0-5]\d{16}$/, ali: /^(?:2[5-9]|30)\d{14,22}$/ }
/** Whether a payment can be taken by a code of this channel: only of those whose protocol is spoken here. */
export const connectedChannels = Object.keys(codes) as readonly Channel[]
export const isCodeOf = (channel: Channel, code: string): boolean => codes[channel]?.test(code) ?? false

/** 平台支付: a payment at a payment platform, from before it is asked for. @source decisions PY2, PY7, PY8, PY13 */
export const channelPayments = {
  ...payments,
  test: endpoint('POST', '/authTokens/:id/test', {
    permission: 'channel.test',
    idempotent: true,
    body: z.strictObject({ authCode }),
    returns: payments.row,
    rows: true,
    summary: 'Takes 0.01 by a payment code with this account, and gives it back; both are real money',
  }),
  query: endpoint('POST', '/channelPayments/:id/query', {
    permission: 'channel.test',
    returns: payments.row,
    rows: true,
    summary: 'Asks the platform once more what became of a payment',
  }),
}

export const channelPaymentActs = actsBy('channelPayments.state', ChannelPaymentState, {
  query: { call: channelPayments.query, in: ['asked', 'paying', 'unsure'] },
})
