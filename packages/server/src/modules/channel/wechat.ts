import { exchange, jsonOf } from './exchange.ts'
import type { Asked, Credentials, Doubt, NoticeOf, Outcome, Platform, RefundOutcome } from './platform.ts'
import { wechatKeys } from './wechat-keys.ts'
import { authorization, decryptResource, signedOf } from './wechat-signature.ts'

interface Answer {
  readonly status: number
  readonly body: Record<string, unknown>
}

const objectOf = (value: unknown) => (typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {})
const textOf = (value: unknown) => (typeof value === 'string' ? value : '')

/** After these the platform itself does not know what became of the payment, or says to ask again. */
const undecided = ['SYSTEM_ERROR', 'BANK_ERROR', 'BANKERROR', 'USERPAYING', 'USER_PAYING', 'ORDER_PAID', 'ORDERPAID', 'OUT_TRADE_NO_USED']

interface Connection {
  readonly call: (account: Credentials, method: 'GET' | 'POST', path: string, sent?: object) => Promise<Answer | Doubt>
  readonly doubtOf: ReturnType<typeof wechatKeys>
}

function connectionTo(url: string, clock: () => Date): Connection {
  const doubtOf = wechatKeys(url, clock)

  async function call(account: Credentials, method: 'GET' | 'POST', path: string, sent?: object): Promise<Answer | Doubt> {
    const body = sent ? JSON.stringify(sent) : ''
    const headers = {
      accept: 'application/json',
      'content-type': 'application/json',
      authorization: authorization(account, { method, path, body, now: clock() }),
    }
    const reply = await exchange(`${url}${path}`, { method, headers, ...(sent && { body }) })
    if (typeof reply === 'string') return reply
    if (reply.status >= 500 || reply.status === 429) return 'busy'
    // A request whose signature is refused was not read, and its answer is not signed either.
    if (reply.status !== 401) {
      const signed = signedOf(name => reply.headers.get(name))
      const doubt = await doubtOf(account, signed, reply.text)
      if (doubt) return doubt
    }
    return { status: reply.status, body: jsonOf(reply.text) ?? {} }
  }
  return { call, doubtOf }
}

const failed = ({ body, status }: Answer) => ({
  state: 'failed' as const,
  code: textOf(body['code']) || String(status),
  words: textOf(body['message']).slice(0, 200),
})

/** A payment that is to be made. @returns what the platform says of it, or what became of it at once */
async function begin({ call }: Connection, account: Credentials, path: string, sent: object): Promise<Answer | Outcome> {
  const answer = await call(account, 'POST', path, sent)
  if (typeof answer === 'string') return { state: 'unknown', reason: answer }
  if (answer.status < 300) return answer
  const code = textOf(answer.body['code'])
  if (!undecided.includes(code)) return failed(answer)
  return code.startsWith('USER') ? { state: 'paying' } : { state: 'unknown', reason: 'busy' }
}

const ofAccount = ({ appId, merchantNo }: Credentials) => ({ appid: appId, mchid: merchantNo })
const amountOf = (cents: number) => ({ total: cents, currency: 'CNY' })
const numbered = (no: string) => `/v3/pay/transactions/out-trade-no/${encodeURIComponent(no)}`

type Act<Name extends keyof Platform> = (connection: Connection, ...given: Parameters<Platform[Name]>) => ReturnType<Platform[Name]>

const payByCode: Act<'payByCode'> = async (connection, account, { no, cents, description, authCode }) => {
  const payer = { auth_code: authCode }
  const sent = { ...ofAccount(account), description, out_trade_no: no, payer, amount: amountOf(cents) }
  const answer = await begin(connection, account, '/v3/pay/transactions/codepay', sent)
  return 'state' in answer ? answer : outcomeOf(account, { no, cents }, answer.body)
}

const showCode: Act<'showCode'> = async (connection, account, { no, cents, description, noticeUrl, until }) => {
  const expires = until.toISOString().replace(/\.\d+Z$/, '+00:00')
  const times = { notify_url: noticeUrl, time_expire: expires }
  const sent = { ...ofAccount(account), description, out_trade_no: no, ...times, amount: amountOf(cents) }
  const answer = await begin(connection, account, '/v3/pay/transactions/native', sent)
  if ('state' in answer) return answer
  const link = textOf(answer.body['code_url'])
  return link ? { state: 'shown', link } : { state: 'unknown', reason: 'form' }
}

const query: Act<'query'> = async ({ call }, account, { no, cents }) => {
  const answer = await call(account, 'GET', `${numbered(no)}?mchid=${encodeURIComponent(account.merchantNo)}`)
  if (typeof answer === 'string') return { state: 'unknown', reason: answer }
  if (answer.status === 404) return { state: 'none' }
  // A question that is refused says nothing of the payment.
  return answer.status === 200 ? outcomeOf(account, { no, cents }, answer.body) : { state: 'unknown', reason: 'status' }
}

const cancel: Act<'cancel'> = async ({ call }, account, no, how) => {
  const { appid, mchid } = ofAccount(account)
  const sent = { ...(how === 'code' && { appid }), mchid }
  const answer = await call(account, 'POST', `${numbered(no)}/${how === 'code' ? 'reverse' : 'close'}`, sent)
  if (typeof answer === 'string') return { state: 'unknown', reason: answer }
  if (answer.status === 404) return { state: 'none' }
  if (answer.status < 300 && answer.body['recall'] !== 'Y') return { state: 'closed' }
  return { state: 'unknown', reason: answer.status === 401 ? 'status' : 'busy' }
}

const refund: Act<'refund'> = async ({ call }, account, { no, cents }, { refundNo, cents: back, reason }) => {
  const amount = { refund: back, ...amountOf(cents) }
  const answer = await call(account, 'POST', '/v3/refund/domestic/refunds', { out_trade_no: no, out_refund_no: refundNo, reason, amount })
  if (typeof answer === 'string') return { state: 'unknown', reason: answer }
  if (answer.status < 300) return refundOutcomeOf(answer.body, { no, refundNo, cents: back })
  return undecided.includes(textOf(answer.body['code'])) ? { state: 'unknown', reason: 'busy' } : failed(answer)
}

const queryRefund: Act<'queryRefund'> = async ({ call }, account, no, { refundNo, cents }) => {
  const answer = await call(account, 'GET', `/v3/refund/domestic/refunds/${encodeURIComponent(refundNo)}`)
  if (typeof answer === 'string') return { state: 'unknown', reason: answer }
  if (answer.status === 404) return { state: 'none' }
  return answer.status === 200 ? refundOutcomeOf(answer.body, { no, refundNo, cents }) : { state: 'unknown', reason: 'status' }
}

const readNotice: Act<'readNotice'> = async ({ doubtOf }, account, { headers, body }) => {
  const signed = signedOf(name => headers[name])
  return (await doubtOf(account, signed, body)) ?? noticeOf(account, jsonOf(body))
}

/** WeChat Pay, APIv3, of merchants with an account of their own. @source pay.weixin.qq.com/doc/v3/merchant */
export function wechatAt(url: string, clock: () => Date): Platform {
  const connection = connectionTo(url, clock)
  return {
    payByCode: (...given) => payByCode(connection, ...given),
    showCode: (...given) => showCode(connection, ...given),
    query: (...given) => query(connection, ...given),
    cancel: (...given) => cancel(connection, ...given),
    refund: (...given) => refund(connection, ...given),
    queryRefund: (...given) => queryRefund(connection, ...given),
    readNotice: (...given) => readNotice(connection, ...given),
  }
}

/** What a payment's state is, where it is the one that was asked for, at this account and over this amount. */
function outcomeOf(account: Credentials, { no, cents }: Pick<Asked, 'no' | 'cents'>, said: Record<string, unknown>): Outcome {
  if (said['mchid'] !== account.merchantNo || said['appid'] !== account.appId) return { state: 'unknown', reason: 'account' }
  if (said['out_trade_no'] !== no) return { state: 'unknown', reason: 'form' }
  switch (said['trade_state']) {
    // A payment that was given back, in part or whole, was paid: what went back is asked for by the refund's own number.
    case 'SUCCESS':
    case 'REFUND':
      return paidOf(cents, said)
    case 'NOTPAY':
    case 'USERPAYING':
    case 'ACCEPT':
      return { state: 'paying' }
    case 'CLOSED':
    case 'REVOKED':
      return { state: 'closed' }
    case 'PAYERROR':
      return { state: 'failed', code: 'PAYERROR', words: textOf(said['trade_state_desc']).slice(0, 200) }
    default:
      return { state: 'unknown', reason: 'form' }
  }
}

function paidOf(cents: number, said: Record<string, unknown>): Outcome {
  const { total, currency = 'CNY' } = objectOf(said['amount'])
  if (total !== cents) return { state: 'unknown', reason: 'amount' }
  if (currency !== 'CNY') return { state: 'unknown', reason: 'currency' }
  const paidDate = new Date(textOf(said['success_time']))
  const theirNo = textOf(said['transaction_id'])
  return Number.isNaN(paidDate.getTime()) || !theirNo ? { state: 'unknown', reason: 'form' } : { state: 'paid', theirNo, cents, paidDate }
}

function refundOutcomeOf(
  said: Record<string, unknown>,
  { no, refundNo, cents }: { no: string; refundNo: string; cents: number },
): RefundOutcome {
  if (said['out_refund_no'] !== refundNo || said['out_trade_no'] !== no) return { state: 'unknown', reason: 'form' }
  if (objectOf(said['amount'])['refund'] !== cents) return { state: 'unknown', reason: 'amount' }
  switch (said['status']) {
    case 'SUCCESS':
      return { state: 'refunded', theirNo: textOf(said['refund_id']), cents }
    case 'PROCESSING':
      return { state: 'processing' }
    case 'CLOSED':
    case 'ABNORMAL':
      return { state: 'failed', code: textOf(said['status']), words: '' }
    default:
      return { state: 'unknown', reason: 'form' }
  }
}

/** What is inside a notice whose signature holds. The amount is compared by those who know the payment. */
function noticeOf(account: Credentials, said: Record<string, unknown> | undefined): NoticeOf | Doubt {
  const { ciphertext, nonce, associated_data: associated } = objectOf(said?.['resource'])
  if (typeof ciphertext !== 'string' || typeof nonce !== 'string' || !account.secrets.merchantKey) return 'form'
  try {
    const key = account.secrets.merchantKey
    const inside = jsonOf(decryptResource(key, { ciphertext, nonce, associated_data: textOf(associated) })) ?? {}
    const no = textOf(inside['out_trade_no'])
    const cents = objectOf(inside['amount'])['total']
    if (!no || typeof cents !== 'number') return 'form'
    const outcome = outcomeOf(account, { no, cents }, inside)
    return outcome.state === 'unknown' ? outcome.reason : { no, outcome }
  } catch {
    return 'signature'
  }
}
