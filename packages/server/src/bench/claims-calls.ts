import type { Call } from './http-line.ts'

/** Each lane takes one coupon after the other at a till of its own. */
export function callsOf({ credentials, dealIds }: { credentials: readonly string[]; dealIds: readonly number[] }) {
  return (lane: number): (() => Call) => {
    const credential = credentials[lane % credentials.length]!
    let turn = lane
    return () => ({
      method: 'POST',
      path: '/api/v1/userDeals/receive',
      headers: { authorization: `Device ${credential}`, 'idempotency-key': `claim-${dealIds.length}-${lane}-${turn}-${process.pid}` },
      body: JSON.stringify({ dealId: dealIds[turn++ % dealIds.length]! }),
    })
  }
}
