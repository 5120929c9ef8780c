import { goodsDocuments, items, lineItems, orderIntake, transactions } from '@forecourt/contract'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { proofOf } from '../../testing/access.ts'
import { forecourt } from '../../testing/forecourt.ts'
import { invariantsOf } from '../../testing/invariants.ts'
import { asDevice } from '../../testing/order.ts'
import { refunder } from '../../testing/refund.ts'
import { world } from '../../testing/world.ts'

const pieces = fc.integer({ min: 1, max: 9 })
const which = fc.integer({ min: 0, max: 2 })
const act = fc.oneof(
  fc.record({ kind: fc.constant('sell' as const), which, pieces }),
  fc.record({ kind: fc.constant('sellByHand' as const), which, pieces }),
  fc.record({ kind: fc.constant('refund' as const), turn: fc.nat(50), back: fc.integer({ min: 0, max: 9 }) }),
  fc.record({ kind: fc.constant('receive' as const), which, pieces }),
  fc.record({ kind: fc.constant('writeOff' as const), which, pieces }),
  fc.record({ kind: fc.constant('count' as const), which, pieces: fc.integer({ min: 0, max: 20 }) }),
  fc.record({ kind: fc.constant('reverse' as const), turn: fc.nat(50) }),
)
type Act = typeof act extends fc.Arbitrary<infer A> ? A : never

interface Sold {
  readonly txn: number
  readonly line: number
  readonly which: number
  left: number
  cents: number
}

/** A shop of three articles, and beside it a plain list of how many there are: both are told the same, and say the same at each step. */
async function shop() {
  const it = await world()
  const boss = await it.staff({ role: 'admin', over: { stationId: it.station.id } })
  const stands = forecourt(it)
  const goods = [await stands.goods({ inventory: 10 }), await stands.goods({ inventory: 0 }), await stands.goods({ inventory: 3 })]
  const device = asDevice(it, (await stands.device()).id)
  const { refund, refused } = refunder(boss)
  const model = [10, 0, 3]
  const sold: Sold[] = []
  const documents: { id: number; which: number; pieces: number }[] = []
  const stationId = it.station.id
  const line = (of: number, count: number) => [{ itemId: goods[of]!.id, pieces: count }]
  const noteSale = async (id: number, of: number, count: number) => {
    const [txn] = (await boss.call(transactions.list, { query: { search: `order.id:${id}` } })).content
    const [own] = (await boss.call(lineItems.list, { query: { search: `order.id:${id}` } })).content
    sold.push({ txn: txn!.id, line: own!.id, which: of, left: count, cents: count * 500 })
  }
  const shelves = () =>
    Promise.all(
      goods.map(async ({ id }) => {
        const { inventory, oversold } = await boss.call(items.get, { id })
        return inventory - oversold
      }),
    )
  return { it, boss, device, goods, model, sold, documents, stationId, line, noteSale, refund, refused, shelves }
}
type Shop = Awaited<ReturnType<typeof shop>>

/** One act, in the product and in the list. */
function stepOf({ boss, device, goods, model, sold, documents, stationId, line, noteSale, refund, refused }: Shop) {
  let sequence = 0
  return async (next: Act): Promise<void> => {
    if (next.kind === 'sell') {
      const body = { sequence: ++sequence, payType: 'cash' as const, lineItems: line(next.which, next.pieces) }
      const { id } = await device.call(orderIntake.take, { body })
      model[next.which]! -= next.pieces
      await noteSale(id, next.which, next.pieces)
    } else if (next.kind === 'sellByHand') {
      const answer = await boss.refused(orderIntake.take, { body: { payType: 'cash', lineItems: line(next.which, next.pieces) } })
      expect(answer).toBe(model[next.which]! >= next.pieces ? 'allowed' : 'item.stockShort')
      if (answer === 'allowed') model[next.which]! -= next.pieces
    } else if (next.kind === 'refund') {
      const sale = sold[next.turn % sold.length]
      if (!sale || sale.cents < 100) return
      const request = { amountCents: 100, reason: 'paidWrong' as const, returned: [{ lineItemId: sale.line, pieces: next.back }] }
      if (next.back > sale.left) return expect(await refused(sale.txn, request)).toBe('refund.tooManyPieces')
      await refund(sale.txn, request)
      sale.cents -= 100
      sale.left -= next.back
      model[sale.which]! += next.back
    } else if (next.kind === 'receive') {
      const { id } = await boss.call(goodsDocuments.receive, { body: { stationId, items: line(next.which, next.pieces) } })
      model[next.which]! += next.pieces
      documents.push({ id, which: next.which, pieces: next.pieces })
    } else if (next.kind === 'writeOff') {
      const body = { stationId, reason: 'damaged' as const, items: line(next.which, next.pieces) }
      const reply = await boss.send(goodsDocuments.writeOff, { body })
      expect(reply.statusCode).toBe(model[next.which]! >= next.pieces ? 200 : 409)
      if (reply.statusCode !== 200) return
      model[next.which]! -= next.pieces
      documents.push({ id: reply.json<{ id: number }>().id, which: next.which, pieces: -next.pieces })
    } else if (next.kind === 'count') {
      const { id } = await boss.call(goodsDocuments.count, { body: { stationId } })
      await boss.call(goodsDocuments.scan, { id, body: { code: goods[next.which]!.code, pieces: next.pieces } })
      const proven = { action: 'goods.stocktake', subject: `goodsDocuments:${id}` } as const
      await boss.call(goodsDocuments.book, { id, body: { pinProof: await proofOf(boss.actor, proven) } })
      model[next.which] = next.pieces
    } else {
      const at = next.turn % documents.length
      const document = documents[at]
      if (!document) return
      const answer = await boss.refused(goodsDocuments.reverse, { id: document.id, body: {} })
      const fits = document.pieces < 0 || model[document.which]! >= document.pieces
      expect(answer).toBe(fits ? 'allowed' : 'goods.stockShort')
      if (!fits) return
      model[document.which]! -= document.pieces
      documents.splice(at, 1)
    }
  }
}

test('whatever is sold, refunded, received, written off, counted and taken back: each shelf holds what a plain list says', async () => {
  const [story] = fc.sample(fc.array(act, { minLength: 120, maxLength: 120 }), { numRuns: 1, seed: 1902 })
  const stage = await shop()
  const { it, shelves, model } = stage
  const step = stepOf(stage)
  for (const next of story!) {
    await step(next)
    expect(await shelves(), JSON.stringify(next)).toEqual(model)
  }
  expect((await invariantsOf(it)).filter(({ breaches }) => breaches > 0)).toEqual([])
})
