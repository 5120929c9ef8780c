import { userCardDetails } from '@forecourt/contract'
import { expect, test } from 'vitest'
import { generous } from '../../testing/gifts.ts'
import { credentialOf, prove, startServer } from '../../testing/servers.ts'

const servers = 2
const each = 40

// Two programs on one database: what one of them has locked the other waits for.
test('two servers sell to one member and pay the same orders at once: each order gives once, and the books hold', {
  timeout: 120_000,
}, async () => {
  const it = await generous({ giftPercent: 10, frozenCents: 10, giftPoints: 1 })
  const headers = { ...(await credentialOf(it.company.id, it.till.id)), 'content-type': 'application/json' }
  const running = await Promise.all(Array.from({ length: servers }, () => startServer()))
  const send = async (turn: number, path: string, body: object, key: string) => {
    for (;;) {
      const { address } = running[turn % servers]!
      const reply = await fetch(`${address}/api/v1${path}`, {
        method: 'POST',
        headers: { ...headers, 'idempotency-key': key },
        body: JSON.stringify(body),
      })
      if (reply.status !== 503) return { status: reply.status, body: (await reply.json()) as { id?: number; code?: string } }
    }
  }
  const sale = (turn: number, over: object) => ({
    sequence: turn + 1,
    lineItems: [{ itemId: it.article.id, pieces: 1 }],
    userCardId: it.buyer.id,
    ...over,
  })
  const outcomes: Record<string, number> = {}
  const count = (outcome: string) => void (outcomes[outcome] = (outcomes[outcome] ?? 0) + 1)
  await Promise.all(
    Array.from({ length: each }, async (_, turn) => {
      const paid = await send(turn, '/orders', sale(2 * turn, { payType: 'cash' }), `sale ${turn}`)
      count(`sold ${paid.status}`)
      const open = await send(turn + 1, '/orders', sale(2 * turn + 1, {}), `open ${turn}`)
      const pay = (at: number) => send(at, `/orders/${open.body.id}/cashPay`, {}, `pay ${turn} ${at}`)
      for (const { status } of await Promise.all([pay(0), pay(1)])) count(`paid ${status}`)
    }),
  )
  expect(outcomes).toEqual({ 'sold 200': each, 'paid 200': each, 'paid 409': each })
  expect(await it.purses()).toEqual({ principal: 1_000_00, gift: 2 * each * 1_00, lock: 2 * each * 10, debt: 0 })
  // The servers have earned points of the sales as well.
  const [booked] = await it.rows<{ points: number }>(`select sum(points)::int as points from points_detail where type = 'saleGift'`)
  expect(booked).toEqual({ points: 2 * each })
  const { totalElements } = await it.boss.call(userCardDetails.list, { query: { search: `userCard.id:${it.buyer.id},type:reward` } })
  expect(totalElements).toBe(2 * each)
  expect(await prove()).toContain('every invariant holds')
})
