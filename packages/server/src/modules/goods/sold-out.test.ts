import { items, lineItems, transactions } from '@forecourt/contract'
import { expect, test } from 'vitest'
import { Line } from '../../bench/http-line.ts'
import { forecourt } from '../../testing/forecourt.ts'
import { refunder } from '../../testing/refund.ts'
import { dice, scaled, seed } from '../../testing/sampling.ts'
import { credentialOf, prove, startServer, tell } from '../../testing/servers.ts'
import { setClock, world } from '../../testing/world.ts'

const [servers, sales, stock] = [scaled(2, 4), scaled(200, 2_000), scaled(150, 1_500)]
const tillsEach = 4

test(`${sales} sales of ${stock} pieces by tills at ${servers} servers, some of them given back: the shelf equals its moves`, {
  timeout: 600_000,
}, async () => {
  setClock(new Date())
  const it = await world()
  const boss = await it.staff({ role: 'admin', over: { stationId: it.station.id } })
  const stands = forecourt(it)
  const [cola, endless] = [await stands.goods({ inventory: stock }), await stands.goods()]
  const { refund } = refunder(boss)
  const draw = dice(seed)
  const sold: number[] = []
  let [left, back] = [sales, 0]

  const sell = async (line: Line, headers: { authorization: string }, sequence: number) => {
    const lines = [
      { itemId: cola.id, pieces: 1 },
      { itemId: endless.id, pieces: 1 },
    ]
    const body = JSON.stringify({ sequence, payType: 'cash', lineItems: lines })
    for (;;) {
      const reply = await line.ask({ method: 'POST', path: '/api/v1/orders', headers, body })
      // One that was told to come again says the same once more.
      if (reply.status === 503) continue
      expect(reply.status, reply.body).toBe(200)
      return (JSON.parse(reply.body) as { id: number }).id
    }
  }
  const giveBack = async (id: number) => {
    const [payment] = (await boss.call(transactions.list, { query: { search: `order.id:${id}` } })).content
    const [line] = (await boss.call(lineItems.list, { query: { search: `order.id:${id},item.id:${cola.id}` } })).content
    await refund(payment!.id, { amountCents: 5_00, reason: 'paidWrong', returned: [{ lineItemId: line!.id, pieces: 1 }] })
    back++
  }
  const running = await Promise.all(Array.from({ length: servers }, () => startServer()))
  const tills = running.flatMap(({ address }) => Array.from({ length: tillsEach }, () => address))
  await Promise.all(
    tills.map(async address => {
      const headers = await credentialOf(it.company.id, (await stands.device()).id)
      const line = await Line.open(address)
      for (let sequence = 1; left-- > 0; sequence++) {
        const id = await sell(line, headers, sequence)
        sold.push(id)
        if (draw() < 0.1) await giveBack(id)
      }
      line.close()
    }),
  )
  tell(`${sales} sales at ${servers} servers`, { back })

  expect(sold).toHaveLength(sales)
  expect(new Set(sold).size).toBe(sales)
  expect(back).toBeGreaterThan(0)
  // What was sold beyond the book is said as such, and an article that nobody counts has no number.
  const rest = stock - sales + back
  expect(await boss.call(items.get, { id: cola.id })).toMatchObject({ inventory: Math.max(0, rest), oversold: Math.max(0, -rest) })
  expect(await boss.call(items.get, { id: endless.id })).toMatchObject({ inventory: -1, oversold: 0 })
  expect(await prove()).toContain('every invariant holds')
})
