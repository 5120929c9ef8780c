import { createHash, createPublicKey, createSign, createVerify, X509Certificate } from 'node:crypto'
import { issueCertificate, type Issued } from './certificate.ts'
import { Trades, type Refused, type Trade } from './trades.ts'

/*
 * Alipay's open gateway as a server: the face-to-face payments of opendocs.alipay.com, RSA2, with plain keys and with certificates. It
 * checks what it is sent as strictly as the platform, and knows nothing of how the product is written.
 */

export interface AlipayAccount {
  readonly appId: string
  readonly merchantNo: string
  readonly merchant: Issued
  /** Whether the account signs with certificates. */
  readonly certified: boolean
}

const inTenYears = () => new Date(Date.now() + 10 * 365 * 86_400_000)
const refusals: Readonly<Record<Refused, [string, string]>> = {
  exists: ['ACQ.CONTEXT_INCONSISTENT', '交易信息被篡改'],
  tooLittle: ['ACQ.BUYER_BALANCE_NOT_ENOUGH', '买家余额不足'],
  oldCode: ['ACQ.PAYMENT_AUTH_CODE_INVALID', '支付失败，获取顾客账户信息失败，请顾客刷新付款码后重新收款'],
  unknown: ['ACQ.TRADE_NOT_EXIST', '交易不存在'],
  notPaid: ['ACQ.TRADE_STATUS_ERROR', '交易状态不合法'],
  tooMuch: ['ACQ.REFUND_AMT_NOT_EQUAL_TOTAL', '退款金额超过可退金额'],
}
type Body = Record<string, unknown>

const failedAs = (refused: Refused): Body => {
  const [code, words] = refusals[refused]
  return { code: '40004', msg: 'Business Failed', sub_code: code, sub_msg: words }
}
const unsigned = { code: '40002', msg: 'Invalid Arguments', sub_code: 'isv.invalid-signature', sub_msg: '验签出错' }
const done = { code: '10000', msg: 'Success' }
const yuan = (cents: number): string => (cents / 100).toFixed(2)
const minuteMs = 60_000
/** As the platform writes moments, in its own zone. */
const moment = (at: Date): string => new Date(at.getTime() + 8 * 60 * minuteMs).toISOString().slice(0, 19).replace('T', ' ')

export class Alipay {
  readonly trades: Trades
  readonly accounts = new Map<string, AlipayAccount>()
  readonly platform: Issued = issueCertificate(
    'rsa',
    { C: 'CN', O: 'Ant Financial', CN: 'Ant Financial Class 2 R1' },
    { until: inTenYears(), serial: '21' },
  )
  readonly root: Issued = issueCertificate(
    'rsa',
    { C: 'CN', O: 'Ant Financial', CN: 'Ant Financial Root R1' },
    { until: inTenYears(), serial: '11' },
  )
  readonly #clock: () => Date

  constructor(clock: () => Date) {
    this.#clock = clock
    this.trades = new Trades(clock)
  }

  /** The platform's own public key, bare, as merchants are shown it. */
  get publicKey(): string {
    return createPublicKey(this.platform.certificate).export({ type: 'spki', format: 'der' }).toString('base64')
  }

  openAccount(appId: string, merchantNo: string, { certified = false } = {}): AlipayAccount {
    const merchant = issueCertificate('rsa', { C: 'CN', O: 'Merchant', CN: appId }, { until: inTenYears(), serial: `3${appId.slice(-7)}` })
    const account = { appId, merchantNo, merchant, certified }
    this.accounts.set(appId, account)
    return account
  }

  /** @param query the gateway's address behind its question mark @param body the form that was sent */
  answer(query: string, body: string): string {
    const fields = Object.fromEntries([...new URLSearchParams(query), ...new URLSearchParams(body)])
    const account = this.accounts.get(fields['app_id'] ?? '')
    const name = `${String(fields['method']).replaceAll('.', '_')}_response`
    if (!account || !this.#isSigned(account, fields)) return `{"${name}":${JSON.stringify(unsigned)}}`
    const part = JSON.stringify(
      this.#route(account, fields['method'] ?? '', JSON.parse(fields['biz_content'] ?? '{}'), fields['notify_url']),
    )
    const certificate = account.certified ? `,"alipay_cert_sn":"${numberOf(this.platform.certificate)}"` : ''
    return `{"${name}":${part}${certificate},"sign":"${this.#sign(part)}"}`
  }

  /** The notice that a trade was paid, as a form. @param over what is altered after it was signed */
  notice(trade: Trade, over: Readonly<Record<string, string>> = {}): string {
    const account = [...this.accounts.values()].find(({ merchantNo }) => merchantNo === trade.merchantNo)!
    const fields: Record<string, string> = {
      notify_time: moment(this.#clock()),
      notify_type: 'trade_status_sync',
      notify_id: createHash('md5').update(trade.theirNo).digest('hex'),
      charset: 'utf-8',
      version: '1.0',
      app_id: account.appId,
      seller_id: account.merchantNo,
      trade_no: trade.theirNo,
      out_trade_no: trade.no,
      trade_status: 'TRADE_SUCCESS',
      total_amount: yuan(trade.cents),
      receipt_amount: yuan(trade.cents),
      gmt_payment: moment(trade.paidDate ?? this.#clock()),
    }
    const sign = this.#sign(joined(fields))
    return new URLSearchParams({ ...fields, ...over, sign, sign_type: 'RSA2' }).toString()
  }

  #sign(text: string): string {
    return createSign('RSA-SHA256').update(text, 'utf8').sign(this.platform.privateKey, 'base64')
  }

  #isSigned({ merchant, certified }: AlipayAccount, fields: Record<string, string>): boolean {
    const { sign = '', ...signed } = fields
    const near = Math.abs(Date.parse(`${fields['timestamp']?.replace(' ', 'T')}+08:00`) - this.#clock().getTime()) <= 15 * minuteMs
    const numbers = [fields['app_cert_sn'], fields['alipay_root_cert_sn']]
    const fits = !certified || (numbers[0] === numberOf(merchant.certificate) && numbers[1] === numberOf(this.root.certificate))
    const holds = createVerify('RSA-SHA256').update(joined(signed), 'utf8').verify(createPublicKey(merchant.certificate), sign, 'base64')
    return near && fits && holds && fields['sign_type'] === 'RSA2'
  }

  #route(account: AlipayAccount, method: string, asked: any, noticeUrl: string | undefined): Body {
    const { merchantNo } = account
    const no = asked.out_trade_no
    switch (method) {
      case 'alipay.trade.pay':
        return this.#open(account, asked, undefined, 'code')
      case 'alipay.trade.precreate':
        return this.#open(account, asked, noticeUrl, 'shown')
      case 'alipay.trade.query': {
        const trade = this.trades.look(merchantNo, no)
        return trade && (trade.how === 'code' || trade.state !== 'waiting') ? this.#shown(trade) : failedAs('unknown')
      }
      case 'alipay.trade.cancel': {
        const trade = this.trades.find(merchantNo, no)
        const action = trade?.state === 'paid' ? 'refund' : 'close'
        this.trades.cancel(merchantNo, no)
        return { ...done, out_trade_no: no, trade_no: trade?.theirNo, retry_flag: 'N', action }
      }
      case 'alipay.trade.refund':
        return this.#refund(merchantNo, asked)
      case 'alipay.trade.fastpay.refund.query': {
        const trade = this.trades.find(merchantNo, no)
        const refund = trade?.refunds.get(asked.out_request_no)
        if (!trade) return failedAs('unknown')
        // A refund that is not known is answered by success without any of its fields.
        if (!refund) return done
        const shown = { out_trade_no: no, trade_no: trade.theirNo, out_request_no: refund.refundNo, refund_amount: yuan(refund.cents) }
        return { ...done, ...shown, total_amount: yuan(trade.cents), refund_status: 'REFUND_SUCCESS' }
      }
      default:
        return { code: '40002', msg: 'Invalid Arguments', sub_code: 'isv.invalid-method', sub_msg: '不存在的方法名' }
    }
  }

  #open({ merchantNo }: AlipayAccount, asked: any, noticeUrl: string | undefined, how: Trade['how']): Body {
    const { out_trade_no: no, total_amount: amount, subject, auth_code: authCode } = asked
    const fits = /^[\w-]{1,64}$/.test(no) && /^\d+\.\d\d$/.test(amount) && typeof subject === 'string' && subject.length > 0
    const paysBy = how === 'shown' || (asked.scene === 'bar_code' && /^(?:2[5-9]|30)\d{14,22}$/.test(authCode))
    if (!fits || !paysBy) return { code: '40004', msg: 'Business Failed', sub_code: 'ACQ.INVALID_PARAMETER', sub_msg: '参数无效' }
    const trade = this.trades.open({ merchantNo, no, cents: Math.round(Number(amount) * 100), how, noticeUrl, authCode })
    if (typeof trade === 'string') return failedAs(trade)
    if (how === 'shown') return { ...done, out_trade_no: no, qr_code: trade.link }
    if (trade.state === 'waiting') return { code: '10003', msg: 'order success pay inprocess', out_trade_no: no, trade_no: trade.theirNo }
    const paid = { total_amount: yuan(trade.cents), receipt_amount: yuan(trade.cents), gmt_payment: moment(trade.paidDate!) }
    return { ...done, trade_no: trade.theirNo, out_trade_no: no, ...paid }
  }

  #refund(merchantNo: string, asked: any): Body {
    const trade = this.trades.find(merchantNo, asked.out_trade_no)
    const known = trade?.refunds.has(asked.out_request_no) ?? false
    const cents = Math.round(Number(asked.refund_amount) * 100)
    const made = this.trades.refund(merchantNo, asked.out_trade_no, { refundNo: asked.out_request_no, cents })
    if (typeof made === 'string') return failedAs(made)
    const shown = { trade_no: trade!.theirNo, out_trade_no: trade!.no, refund_fee: yuan(this.trades.refunded(trade!)) }
    return { ...done, ...shown, fund_change: known ? 'N' : 'Y' }
  }

  #shown(trade: Trade): Body {
    const wholly = trade.state === 'paid' && this.trades.refunded(trade) === trade.cents
    const states = {
      paid: wholly ? 'TRADE_CLOSED' : 'TRADE_SUCCESS',
      waiting: 'WAIT_BUYER_PAY',
      closed: 'TRADE_CLOSED',
      failed: 'TRADE_CLOSED',
    }
    const paid = trade.paidDate ? { send_pay_date: moment(trade.paidDate) } : {}
    const shown = { out_trade_no: trade.no, trade_no: trade.theirNo, trade_status: states[trade.state] }
    return { ...done, ...shown, total_amount: yuan(trade.cents), ...paid }
  }
}

/** What is signed: by name, without what is empty. */
const joined = (fields: Readonly<Record<string, string>>): string =>
  Object.entries(fields)
    .filter(([, value]) => value !== '')
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, value]) => `${name}=${value}`)
    .join('&')

/** The number of a certificate: MD5 over its issuer, read from its end, and its serial number in decimal digits. */
function numberOf(certificate: string): string {
  const { issuer, serialNumber } = new X509Certificate(certificate)
  const parts = issuer.split('\n').toReversed()
  return createHash('md5')
    .update(parts.join(',') + BigInt(`0x${serialNumber}`).toString(10))
    .digest('hex')
}
