import { exchange, jsonOf } from './exchange.ts'
import { certificateFields, isSigned, partOf, signedText, signText } from './alipay-signature.ts'
import type { Asked, Credentials, Doubt, NoticeOf, Outcome, Platform, RefundOutcome } from './platform.ts'

/** The platform's clock, in which its requests are dated. */
const platformZone = 'Asia/Shanghai'
const momentOf = (now: Date): string =>
  Temporal.Instant.from(now.toISOString())
    .toZonedDateTimeISO(platformZone)
    .toPlainDateTime()
    .toString({ smallestUnit: 'second' })
    .replace('T', ' ')

/** @returns undefined where it is none */
function instantOf(text: unknown): Date | undefined {
  try {
    return new Date(Temporal.PlainDateTime.from(String(text).replace(' ', 'T')).toZonedDateTime(platformZone).epochMilliseconds)
  } catch {
    return undefined
  }
}

/** 12.34 for 1234 cents; never by way of a fraction. */
const yuanOf = (cents: number): string => `${Math.trunc(cents / 100)}.${String(cents % 100).padStart(2, '0')}`

/** @returns NaN where it is no amount */
export function centsOf(yuan: unknown): number {
  const [, whole, part = ''] = /^(\d{1,11})(?:\.(\d{1,2}))?$/.exec(String(yuan)) ?? []
  return whole === undefined ? Number.NaN : Number(whole) * 100 + Number(part.padEnd(2, '0'))
}

type Said = Readonly<Record<string, unknown>>
const textOf = (value: unknown) => (typeof value === 'string' ? value : '')

/** After these the platform itself does not know what became of the call. */
const undecided = [
  'ACQ.SYSTEM_ERROR',
  'SYSTEM_ERROR',
  'aop.ACQ.SYSTEM_ERROR',
  'isp.unknow-error',
  'ACQ.TRADE_HAS_SUCCESS',
  'ACQ.REFUND_CHARGE_ERROR',
]
const failedOf = (said: Said) => ({
  state: 'failed' as const,
  code: textOf(said['sub_code']) || textOf(said['code']),
  words: (textOf(said['sub_msg']) || textOf(said['msg'])).slice(0, 200),
})

interface Connection {
  readonly call: (account: Credentials, method: string, content: object, further?: Record<string, string>) => Promise<Said | Doubt>
  readonly clock: () => Date
}

function connectionTo(gateway: string, clock: () => Date): Connection {
  async function call(account: Credentials, method: string, content: object, further: Record<string, string> = {}): Promise<Said | Doubt> {
    const fields = {
      app_id: account.appId,
      method,
      format: 'JSON',
      charset: 'utf-8',
      sign_type: 'RSA2',
      timestamp: momentOf(clock()),
      version: '1.0',
      ...certificateFields(account),
      ...further,
      biz_content: JSON.stringify(content),
    }
    const { biz_content: body, ...query } = { ...fields, sign: signText(account.secrets.merchantPrivateKey!, signedText(fields)) }
    const reply = await exchange(`${gateway}?${new URLSearchParams(query)}`, {
      method: 'POST',
      headers: { accept: 'application/json', 'content-type': 'application/x-www-form-urlencoded;charset=utf-8' },
      body: new URLSearchParams({ biz_content: body }).toString(),
    })
    if (typeof reply === 'string') return reply
    return reply.status === 200 ? answerOf(account, method, reply.text) : 'busy'
  }
  return { call, clock }
}

type Act<Name extends keyof Platform> = (connection: Connection, ...given: Parameters<Platform[Name]>) => ReturnType<Platform[Name]>

const payByCode: Act<'payByCode'> = async ({ call }, account, { no, cents, description, authCode }) => {
  const said = await call(account, 'alipay.trade.pay', {
    out_trade_no: no,
    total_amount: yuanOf(cents),
    subject: description,
    scene: 'bar_code',
    auth_code: authCode,
    timeout_express: '5m',
  })
  if (typeof said === 'string') return { state: 'unknown', reason: said }
  if (said['code'] === '10003') return { state: 'paying' }
  if (said['code'] !== '10000') return refusedOf(said)
  return said['out_trade_no'] === no ? paidOf(cents, said, 'gmt_payment') : { state: 'unknown', reason: 'form' }
}

const showCode: Act<'showCode'> = async ({ call, clock }, account, { no, cents, description, noticeUrl, until }) => {
  const minutes = Math.max(1, Math.ceil((until.getTime() - clock().getTime()) / 60_000))
  const asked = { out_trade_no: no, total_amount: yuanOf(cents), subject: description, timeout_express: `${minutes}m` }
  const said = await call(account, 'alipay.trade.precreate', asked, { notify_url: noticeUrl })
  if (typeof said === 'string') return { state: 'unknown', reason: said }
  if (said['code'] !== '10000') return refusedOf(said)
  const link = textOf(said['qr_code'])
  return link && said['out_trade_no'] === no ? { state: 'shown', link } : { state: 'unknown', reason: 'form' }
}

const query: Act<'query'> = async ({ call }, account, { no, cents }) => {
  const said = await call(account, 'alipay.trade.query', { out_trade_no: no })
  if (typeof said === 'string') return { state: 'unknown', reason: said }
  if (said['sub_code'] === 'ACQ.TRADE_NOT_EXIST') return { state: 'none' }
  // A question that is refused says nothing of the payment.
  return said['code'] === '10000' ? outcomeOf({ no, cents }, said, 'send_pay_date') : { state: 'unknown', reason: 'status' }
}

const cancel: Act<'cancel'> = async ({ call }, account, no) => {
  const said = await call(account, 'alipay.trade.cancel', { out_trade_no: no })
  if (typeof said === 'string') return { state: 'unknown', reason: said }
  return said['code'] === '10000' && said['retry_flag'] !== 'Y' ? { state: 'closed' } : { state: 'unknown', reason: 'busy' }
}

const refund: Act<'refund'> = async ({ call }, account, { no }, { refundNo, cents, reason }) => {
  const asked = { out_trade_no: no, refund_amount: yuanOf(cents), out_request_no: refundNo, refund_reason: reason }
  const said = await call(account, 'alipay.trade.refund', asked)
  if (typeof said === 'string') return { state: 'unknown', reason: said }
  if (said['code'] !== '10000') return refusedOf(said)
  if (said['out_trade_no'] !== no) return { state: 'unknown', reason: 'form' }
  // Without a change of money the call was a repeat, or is still at work: only asking for the refund tells.
  return said['fund_change'] === 'Y' ? { state: 'refunded', theirNo: textOf(said['trade_no']), cents } : { state: 'processing' }
}

const queryRefund: Act<'queryRefund'> = async ({ call }, account, no, { refundNo, cents }) => {
  const said = await call(account, 'alipay.trade.fastpay.refund.query', { out_trade_no: no, out_request_no: refundNo })
  if (typeof said === 'string') return { state: 'unknown', reason: said }
  if (said['sub_code'] === 'ACQ.TRADE_NOT_EXIST' || said['sub_code'] === 'TRADE_NOT_EXIST') return { state: 'none' }
  if (said['code'] !== '10000') return { state: 'unknown', reason: 'status' }
  if (said['refund_status'] !== 'REFUND_SUCCESS') return said['out_request_no'] === undefined ? { state: 'none' } : { state: 'processing' }
  if (said['out_request_no'] !== refundNo || centsOf(said['refund_amount']) !== cents) return { state: 'unknown', reason: 'amount' }
  return { state: 'refunded', theirNo: textOf(said['trade_no']), cents }
}

/** Alipay's open platform, face-to-face payments. @source opendocs.alipay.com: alipay.trade.pay and its kin */
export function alipayAt(gateway: string, clock: () => Date): Platform {
  const connection = connectionTo(gateway, clock)
  return {
    payByCode: (...given) => payByCode(connection, ...given),
    showCode: (...given) => showCode(connection, ...given),
    query: (...given) => query(connection, ...given),
    cancel: (...given) => cancel(connection, ...given),
    refund: (...given) => refund(connection, ...given),
    queryRefund: (...given) => queryRefund(connection, ...given),
    readNotice: (account, { body }) => Promise.resolve(noticeOf(account, body)),
  }
}

/** What the platform says, where its signature over exactly that text holds. */
function answerOf({ secrets }: Credentials, method: string, text: string): Said | Doubt {
  const whole = jsonOf(text)
  if (!whole) return 'form'
  const name = `${method.replaceAll('.', '_')}_response`
  const part = partOf(text, name)
  // A request that the gateway does not take at all, for its signature for one, is answered without a signature, and nothing was done.
  if (part === undefined) return refusal(whole['error_response']) ?? 'form'
  if (!isSigned(secrets.platformKey ?? '', part, textOf(whole['sign']))) return refusal(whole[name]) ?? 'signature'
  return jsonOf(part) ?? 'form'
}

/** Codes by which the gateway says that a request never reached the payments behind it. */
const unread = ['40001', '40002', '20001', '40006']
const refusal = (said: unknown): Said | undefined =>
  unread.includes(textOf((said as Said | undefined)?.['code'])) ? (said as Said) : undefined

function refusedOf(said: Said): Extract<Outcome & RefundOutcome, { state: 'failed' | 'unknown' }> {
  const undone = said['code'] === '20000' || undecided.includes(textOf(said['sub_code']))
  return undone ? { state: 'unknown', reason: 'busy' } : failedOf(said)
}

function paidOf(cents: number, said: Said, date: string): Outcome {
  if (centsOf(said['total_amount']) !== cents) return { state: 'unknown', reason: 'amount' }
  if ((said['trans_currency'] ?? 'CNY') !== 'CNY') return { state: 'unknown', reason: 'currency' }
  const paidDate = instantOf(said[date])
  const theirNo = textOf(said['trade_no'])
  return paidDate && theirNo ? { state: 'paid', theirNo, cents, paidDate } : { state: 'unknown', reason: 'form' }
}

function outcomeOf({ no, cents }: Pick<Asked, 'no' | 'cents'>, said: Said, date: string): Outcome {
  if (said['out_trade_no'] !== no) return { state: 'unknown', reason: 'form' }
  switch (said['trade_status']) {
    case 'TRADE_SUCCESS':
    case 'TRADE_FINISHED':
      return paidOf(cents, said, date)
    case 'WAIT_BUYER_PAY':
      return { state: 'paying' }
    case 'TRADE_CLOSED':
      return { state: 'closed' }
    default:
      return { state: 'unknown', reason: 'form' }
  }
}

/** Notices come as a form whose fields, without signature and its kind, are signed. */
function noticeOf({ appId, secrets }: Credentials, body: string): NoticeOf | Doubt {
  const fields = Object.fromEntries(new URLSearchParams(body))
  const { sign = '', sign_type: kind, ...signed } = fields
  if (kind !== 'RSA2' || !isSigned(secrets.platformKey ?? '', signedText(signed), sign)) return 'signature'
  if (signed['app_id'] !== appId) return 'account'
  const no = signed['out_trade_no'] ?? ''
  const cents = centsOf(signed['total_amount'])
  if (!no || Number.isNaN(cents)) return 'form'
  const outcome = outcomeOf({ no, cents }, signed, 'gmt_payment')
  return outcome.state === 'unknown' ? outcome.reason : { no, outcome }
}
