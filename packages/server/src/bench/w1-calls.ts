import type { Call } from './http-line.ts'
import type { Till } from './tills.ts'

interface Facts {
  readonly tills: readonly Till[]
  readonly once?: true
  readonly goodsEach?: number
  readonly couponEach?: number
}

/**
 * Each lane has tills of its own and goes from one to the next; every fifth sale is paid by card, the others by a slip. An article of the
 * shop is in each of them, or in each so many; with 0, in none. Of each so many sales one has a coupon of 1.00.
 */
export function callsOf({ tills, once, goodsEach = 1, couponEach = 0 }: Facts) {
  const lanes = Math.min(64, tills.length)
  const next = new Map(tills.map(till => [till, till.next]))
  const codes = new Map(tills.map(till => [till, [...(till.codes ?? [])]]))
  return (lane: number): (() => Call | undefined) => {
    const own = once && lane >= lanes ? [] : tills.filter((_, at) => at % lanes === lane % lanes)
    let turn = 0
    return () => {
      if (once && turn === own.length) return undefined
      const till = own[turn++ % own.length]!
      const sequence = next.get(till)!
      next.set(till, sequence + 1)
      const code = couponEach > 0 && sequence % couponEach === 0 ? codes.get(till)!.pop() : undefined
      return saleOf(till, sequence, goodsEach > 0 && sequence % goodsEach === 0, code)
    }
  }
}

function saleOf({ credential, stationId, nozzles, goods, cards }: Till, sequence: number, hasGoods: boolean, code?: string): Call {
  const some = <T>(of: readonly T[]): T => of[(sequence * 7) % of.length]!
  const byCard = (sequence + stationId) % 5 === 0
  return {
    method: 'POST',
    path: '/api/v1/orders',
    headers: { authorization: `Device ${credential}`, 'idempotency-key': `sale-${sequence}` },
    body: JSON.stringify({
      sequence,
      nozzleControlId: some(nozzles),
      ...(byCard ? { payType: 'card', userCardId: some(cards) } : { payType: 'wx', externalSerialNo: `${stationId}-${sequence}` }),
      lineItems: [
        { volumeCl: 1000 + ((sequence * 37) % 3000), ...(code && { discountCents: 100, coupons: [{ code, amountCents: 100 }] }) },
        ...(hasGoods ? [{ itemId: some(goods), pieces: 1 }] : []),
      ],
    }),
  }
}
