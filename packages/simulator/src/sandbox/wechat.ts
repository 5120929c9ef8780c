import { createCipheriv, createPublicKey, createSign, createVerify, randomBytes, X509Certificate } from 'node:crypto'
import { issueCertificate, type Issued } from './certificate.ts'
import { Trades, type Refused, type Trade } from './trades.ts'

/*
 * WeChat Pay as a server: APIv3 as pay.weixin.qq.com describes it to merchants. It checks what it is sent as strictly as the platform, and
 * knows nothing of how the product is written.
 */

export interface WechatAccount {
  readonly appId: string
  readonly merchantNo: string
  /** APIv3 key, 32 bytes. */
  readonly merchantKey: string
  readonly merchant: Issued
}
interface Asked {
  readonly method: string
  /** With its query. */
  readonly path: string
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly body: string
}
interface Answered {
  readonly status: number
  readonly headers: Record<string, string>
  readonly body: string
}

const inTenYears = () => new Date(Date.now() + 10 * 365 * 86_400_000)
const minuteMs = 60_000

const refusals: Readonly<Record<Refused, [number, string, string]>> = {
  exists: [403, 'OUT_TRADE_NO_USED', '商户订单号重复'],
  tooLittle: [403, 'NOT_ENOUGH', '用户余额不足'],
  oldCode: [403, 'AUTH_CODE_EXPIRED', '付款码已过期，请刷新后再试'],
  unknown: [404, 'ORDER_NOT_EXIST', '订单不存在'],
  notPaid: [400, 'INVALID_REQUEST', '订单未支付'],
  tooMuch: [403, 'NOT_ENOUGH', '退款金额超过可退金额'],
}

export class Wechat {
  readonly trades: Trades
  readonly accounts = new Map<string, WechatAccount>()
  /** Those that the platform hands out; it signs with the last one. */
  readonly certificates: Issued[] = []
  readonly #clock: () => Date
  /** How far its clock is from the true time, in milliseconds. */
  clockOffMs = 0

  constructor(clock: () => Date) {
    this.#clock = clock
    this.trades = new Trades(clock)
    this.rotate()
  }

  /** A new key of the platform: those before stay known. */
  rotate(): void {
    const serial = `5${randomBytes(19).toString('hex').slice(1)}`
    this.certificates.push(issueCertificate('rsa', { O: 'Tenpay.com', CN: 'Tenpay.com sign' }, { until: inTenYears(), serial }))
  }

  openAccount(merchantNo: string, appId: string): WechatAccount {
    const serial = `6${randomBytes(19).toString('hex').slice(1)}`
    const merchant = issueCertificate('rsa', { O: 'Merchant', CN: merchantNo }, { until: inTenYears(), serial })
    const account = { appId, merchantNo, merchantKey: randomBytes(16).toString('hex'), merchant }
    this.accounts.set(merchantNo, account)
    return account
  }

  answer(asked: Asked): Answered {
    const account = this.#sender(asked)
    if (!account) return { status: 401, headers: json, body: JSON.stringify({ code: 'SIGN_ERROR', message: '签名错误' }) }
    const [path, query = ''] = asked.path.split('?') as [string, string?]
    const [status, body] = this.#route(
      account,
      `${asked.method} ${path}`,
      asked.body ? JSON.parse(asked.body) : {},
      new URLSearchParams(query),
    )
    const text = body === undefined ? '' : JSON.stringify(body)
    return { status, headers: { ...json, ...this.signature(text) }, body: text }
  }

  /** The headers by which the platform signs what it sends. */
  signature(text: string, key = this.certificates.at(-1)!): Record<string, string> {
    const timestamp = String(Math.floor((this.#clock().getTime() + this.clockOffMs) / 1000))
    const nonce = randomBytes(16).toString('hex')
    const signature = createSign('RSA-SHA256').update(`${timestamp}\n${nonce}\n${text}\n`).sign(key.privateKey, 'base64')
    return {
      'Wechatpay-Serial': new X509Certificate(key.certificate).serialNumber,
      'Wechatpay-Timestamp': timestamp,
      'Wechatpay-Nonce': nonce,
      'Wechatpay-Signature': signature,
    }
  }

  /** The notice that a trade was paid. @param over what is altered in it, as somebody would who only guesses */
  notice(trade: Trade, over: object = {}): { readonly headers: Record<string, string>; readonly body: string } {
    const account = this.accounts.get(trade.merchantNo)!
    const resource = this.#encrypted(account, JSON.stringify({ ...this.#shown(account, trade), ...over }), 'transaction')
    const event = { id: randomBytes(8).toString('hex'), create_time: isoOf(this.#clock()), event_type: 'TRANSACTION.SUCCESS' }
    const body = JSON.stringify({ ...event, resource_type: 'encrypt-resource', summary: '支付成功', resource })
    return { headers: { ...json, ...this.signature(body) }, body }
  }

  #sender({ method, path, headers, body }: Asked): WechatAccount | undefined {
    const written = /^WECHATPAY2-SHA256-RSA2048 (.+)$/.exec(String(headers['authorization'] ?? ''))?.[1] ?? ''
    const said = Object.fromEntries([...written.matchAll(/(\w+)="([^"]*)"/g)].map(([, name, value]) => [name, value!]))
    const account = this.accounts.get(said['mchid'] ?? '')
    if (!account) return undefined
    const certificate = new X509Certificate(account.merchant.certificate)
    const near = Math.abs(Number(said['timestamp']) * 1000 - this.#clock().getTime()) <= 5 * minuteMs
    const lines = `${method}\n${path}\n${said['timestamp']}\n${said['nonce_str']}\n${body}\n`
    const holds = createVerify('RSA-SHA256')
      .update(lines)
      .verify(createPublicKey(account.merchant.certificate), said['signature'] ?? '', 'base64')
    return near && holds && said['serial_no'] === certificate.serialNumber ? account : undefined
  }

  #route(account: WechatAccount, call: string, body: any, query: URLSearchParams): [number, unknown?] {
    if (call === 'GET /v3/certificates') return [200, { data: this.certificates.map(one => this.#handedOut(account, one)) }]
    if (call === 'POST /v3/pay/transactions/codepay') return this.#open(account, body, 'code')
    if (call === 'POST /v3/pay/transactions/native') return this.#open(account, body, 'shown')
    if (call === 'POST /v3/refund/domestic/refunds') return this.#refund(account, body)
    const refunded = /^GET \/v3\/refund\/domestic\/refunds\/([^/]+)$/.exec(call)
    if (refunded) return this.#refundAsked(account, decodeURIComponent(refunded[1]!))
    const [, no, act] = /\/v3\/pay\/transactions\/out-trade-no\/([^/]+?)(?:\/(close|reverse))?$/.exec(call) ?? []
    if (no === undefined) return [404, { code: 'RESOURCE_NOT_EXISTS', message: '无此接口' }]
    const said = act ? body.mchid : query.get('mchid')
    if (said !== account.merchantNo) return [400, { code: 'MCH_NOT_EXISTS', message: '商户号不符' }]
    const trade = act ? this.trades.find(account.merchantNo, no) : this.trades.look(account.merchantNo, no)
    if (!trade) return refusalOf('unknown')
    if (!act) return [200, this.#shown(account, trade)]
    if (act === 'close' && trade.state === 'paid') return [400, { code: 'ORDER_PAID', message: '订单已支付' }]
    this.trades.cancel(account.merchantNo, no)
    return act === 'close' ? [204] : [200, { appid: account.appId, mchid: account.merchantNo, out_trade_no: no }]
  }

  #open(account: WechatAccount, body: any, how: Trade['how']): [number, unknown?] {
    const fits = body.appid === account.appId && body.mchid === account.merchantNo && /^[\w*|-]{6,32}$/.test(body.out_trade_no)
    const whole = Number.isInteger(body.amount?.total) && body.amount.total > 0 && body.amount.currency === 'CNY'
    const said = typeof body.description === 'string' && body.description.length > 0 && body.description.length <= 127
    const paysBy = how === 'code' ? /^1[0-5]\d{16}$/.test(body.payer?.auth_code) : typeof body.notify_url === 'string'
    if (!fits || !whole || !said || !paysBy) return [400, { code: 'PARAM_ERROR', message: '参数错误' }]
    const { out_trade_no: no, notify_url: noticeUrl, payer } = body
    const opened = { merchantNo: account.merchantNo, no, cents: body.amount.total, how, noticeUrl, authCode: payer?.auth_code }
    const trade = this.trades.open(opened)
    if (typeof trade === 'string') return refusalOf(trade)
    return how === 'shown' ? [200, { code_url: trade.link }] : [200, this.#shown(account, trade)]
  }

  #refund(account: WechatAccount, body: any): [number, unknown?] {
    const trade = this.trades.find(account.merchantNo, body.out_trade_no)
    if (!trade) return refusalOf('unknown')
    const { refund, total, currency } = body.amount ?? {}
    if (total !== trade.cents || currency !== 'CNY' || !Number.isInteger(refund) || refund <= 0 || !body.out_refund_no)
      return [400, { code: 'PARAM_ERROR', message: '金额不符' }]
    const made = this.trades.refund(account.merchantNo, trade.no, { refundNo: body.out_refund_no, cents: refund })
    return typeof made === 'string' ? refusalOf(made) : [200, shownRefund(trade, made)]
  }

  #refundAsked(account: WechatAccount, refundNo: string): [number, unknown?] {
    for (const trade of this.trades.all.values()) {
      const refund = trade.merchantNo === account.merchantNo ? trade.refunds.get(refundNo) : undefined
      if (refund) return [200, shownRefund(trade, refund)]
    }
    return [404, { code: 'RESOURCE_NOT_EXISTS', message: '退款单不存在' }]
  }

  #shown({ appId }: WechatAccount, trade: Trade) {
    const shown = {
      appid: appId,
      mchid: trade.merchantNo,
      out_trade_no: trade.no,
      trade_type: trade.how === 'code' ? 'MICROPAY' : 'NATIVE',
    }
    const waiting = trade.how === 'code' ? 'USERPAYING' : 'NOTPAY'
    const states = { paid: trade.refunds.size > 0 ? 'REFUND' : 'SUCCESS', waiting, closed: 'CLOSED', failed: 'PAYERROR' }
    const amount = { total: trade.cents, payer_total: trade.cents, currency: 'CNY', payer_currency: 'CNY' }
    const paid = trade.paidDate ? { transaction_id: trade.theirNo, success_time: isoOf(trade.paidDate), bank_type: 'OTHERS' } : {}
    return { ...shown, trade_state: states[trade.state], trade_state_desc: '', amount, ...paid }
  }

  #handedOut(account: WechatAccount, { certificate }: Issued) {
    const { serialNumber, validFromDate, validToDate } = new X509Certificate(certificate)
    const times = { effective_time: isoOf(validFromDate), expire_time: isoOf(validToDate) }
    return { serial_no: serialNumber, ...times, encrypt_certificate: this.#encrypted(account, certificate, 'certificate') }
  }

  #encrypted({ merchantKey }: WechatAccount, text: string, associated: string) {
    const nonce = randomBytes(6).toString('hex')
    const cipher = createCipheriv('aes-256-gcm', merchantKey, nonce)
    cipher.setAAD(Buffer.from(associated))
    const ciphertext = Buffer.concat([cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]).toString('base64')
    return { algorithm: 'AEAD_AES_256_GCM', nonce, associated_data: associated, ciphertext }
  }
}

const json = { 'Content-Type': 'application/json; charset=utf-8' }
/** As the platform writes moments: to the second, in its own zone. */
const isoOf = (at: Date): string => `${new Date(at.getTime() + 8 * 60 * minuteMs).toISOString().slice(0, 19)}+08:00`
const refusalOf = (refused: Refused): [number, unknown] => {
  const [status, code, message] = refusals[refused]
  return [status, { code, message }]
}
const shownRefund = (trade: Trade, { refundNo, cents, theirNo }: { refundNo: string; cents: number; theirNo: string }) => ({
  refund_id: theirNo,
  out_refund_no: refundNo,
  transaction_id: trade.theirNo,
  out_trade_no: trade.no,
  status: 'SUCCESS',
  amount: { total: trade.cents, refund: cents, currency: 'CNY' },
})
