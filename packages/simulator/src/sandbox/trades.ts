/** What a platform itself has in its book, which tests hold against ours. Money in cents. */
export interface Trade {
  readonly merchantNo: string
  readonly no: string
  readonly cents: number
  readonly theirNo: string
  readonly how: 'code' | 'shown'
  readonly noticeUrl: string | undefined
  readonly openedDate: Date
  readonly link: string | undefined
  state: 'waiting' | 'paid' | 'closed' | 'failed'
  paidDate: Date | undefined
  /** How often we have asked since the customer was asked for a password. */
  asked: number
  readonly patience: number
  readonly refunds: Map<string, { readonly refundNo: string; readonly cents: number; readonly theirNo: string }>
}

/** What a customer does whose code is read; the last two digits of a code say which of them they are. */
export const customers = {
  '01': { does: 'asksForPassword', after: 2 },
  '02': { does: 'hasTooLittle' },
  '03': { does: 'showsOldCode' },
  '04': { does: 'walksAway', after: Number.POSITIVE_INFINITY },
} as const

export type Refused = 'exists' | 'tooLittle' | 'oldCode' | 'unknown' | 'notPaid' | 'tooMuch'

/** The trades of one platform. */
export class Trades {
  readonly all = new Map<string, Trade>()
  #count = 0
  readonly #clock: () => Date

  constructor(clock: () => Date) {
    this.#clock = clock
  }

  find = (merchantNo: string, no: string): Trade | undefined => this.all.get(`${merchantNo} ${no}`)

  /** The same number with the same amount is the same trade. */
  open(asked: Pick<Trade, 'merchantNo' | 'no' | 'cents' | 'how'> & { noticeUrl?: string | undefined; authCode?: string }): Trade | Refused {
    const { merchantNo, no, cents, how, noticeUrl, authCode = '' } = asked
    const known = this.find(merchantNo, no)
    if (known) return known.cents === cents && known.how === how ? known : 'exists'
    const customer = customers[authCode.slice(-2) as keyof typeof customers] as (typeof customers)[keyof typeof customers] | undefined
    if (customer?.does === 'hasTooLittle') return 'tooLittle'
    if (customer?.does === 'showsOldCode') return 'oldCode'
    const now = this.#clock()
    const theirNo = this.#number(now)
    const trade: Trade = {
      merchantNo,
      no,
      cents,
      how,
      theirNo,
      noticeUrl,
      openedDate: now,
      link: how === 'shown' ? `sandbox://pay/${theirNo}` : undefined,
      state: 'waiting',
      paidDate: undefined,
      asked: 0,
      patience: customer && 'after' in customer ? customer.after : 0,
      refunds: new Map(),
    }
    this.all.set(`${merchantNo} ${no}`, trade)
    if (how === 'code' && !customer) this.pay(trade)
    return trade
  }

  /** The customer of a code agrees once they were waited for; each question is a moment that passed. */
  look(merchantNo: string, no: string): Trade | undefined {
    const trade = this.find(merchantNo, no)
    if (trade?.state === 'waiting' && trade.how === 'code' && ++trade.asked >= trade.patience) this.pay(trade)
    return trade
  }

  pay(trade: Trade): void {
    if (trade.state !== 'waiting') return
    trade.state = 'paid'
    trade.paidDate = this.#clock()
  }

  /** What was paid goes back whole; what was not is closed. A number that is not known yet is closed too: it can never be paid. */
  cancel(merchantNo: string, no: string): Trade | undefined {
    const trade = this.find(merchantNo, no)
    if (!trade) return undefined
    if (trade.state === 'paid') this.refund(merchantNo, no, { refundNo: `${no}-reverse`, cents: trade.cents })
    trade.state = 'closed'
    return trade
  }

  /** The same number of a refund is the same refund. */
  refund(merchantNo: string, no: string, { refundNo, cents }: { refundNo: string; cents: number }) {
    const trade = this.find(merchantNo, no)
    if (!trade) return 'unknown' as const
    if (trade.state !== 'paid') return 'notPaid' as const
    const known = trade.refunds.get(refundNo)
    if (known) return known.cents === cents ? known : ('exists' as const)
    if (this.refunded(trade) + cents > trade.cents) return 'tooMuch' as const
    const refund = { refundNo, cents, theirNo: this.#number(this.#clock()) }
    trade.refunds.set(refundNo, refund)
    return refund
  }

  refunded = (trade: Trade): number => [...trade.refunds.values()].reduce((sum, { cents }) => sum + cents, 0)

  #number(now: Date): string {
    this.#count++
    return `42000${now.toISOString().replaceAll(/\D/g, '').slice(0, 14)}${String(this.#count).padStart(9, '0')}`
  }
}
