import type { Call } from './http-line.ts'
import type { UnpaidOrder } from './w2.ts'

interface Facts {
  readonly tills: readonly string[]
  readonly dues: readonly UnpaidOrder[]
  readonly lanes: number
  readonly plate?: string
}

/** The lanes take turns at the orders that wait. */
export function callsOf({ tills, dues, lanes, plate }: Facts) {
  return (lane: number): (() => Call | undefined) => {
    let turn = lane - lanes
    return () => {
      const due = dues[(turn += lanes)]
      if (!due) return undefined
      const [order, till, userCardId] = due
      return {
        method: 'POST',
        path: `/api/v1/orders/${order}/cardPay`,
        headers: { authorization: `Device ${tills[till]}`, 'idempotency-key': `pay-${order}` },
        body: JSON.stringify({ userCardId, plate }),
      }
    }
  }
}
