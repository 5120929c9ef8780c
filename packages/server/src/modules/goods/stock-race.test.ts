import { goodsDocuments, items, lineItems, orderIntake, transactions } from '@forecourt/contract'
import { expect, test } from 'vitest'
import { forecourt } from '../../testing/forecourt.ts'
import { invariantsOf } from '../../testing/invariants.ts'
import { asDevice } from '../../testing/order.ts'
import { refunder } from '../../testing/refund.ts'
import { world } from '../../testing/world.ts'

const tills = 4
const perTill = 50

async function shop(inventory: number) {
  const it = await world()
  const boss = await it.staff({ role: 'admin', over: { stationId: it.station.id } })
  const stands = forecourt(it)
  const cola = await stands.goods({ inventory })
  const endless = await stands.goods()
  const devices = []
  for (let turn = 0; turn < tills; turn++) devices.push(asDevice(it, (await stands.device()).id))
  const broken = async () => (await invariantsOf(it)).filter(({ breaches }) => breaches > 0)
  return { ...it, boss, cola, endless, devices, broken }
}

test('four tills sell one article at once, beyond the book, while it is received and refunded: the shelf equals its moves', async () => {
  const { boss, cola, endless, devices, station, broken } = await shop(150)
  const { refund } = refunder(boss)
  const told = (of: number, turn: number) => ({
    sequence: of * 10_000 + turn + 1,
    payType: 'cash' as const,
    lineItems: [
      { itemId: cola.id, pieces: 1 },
      { itemId: endless.id, pieces: 1 },
    ],
  })
  const selling = devices.map(async (device, of) => {
    for (let from = 0; from < perTill; from += 10) {
      const orders = Array.from({ length: 10 }, (_, turn) => told(of, from + turn))
      const { content } = await device.call(orderIntake.takeBatch, { body: { orders } })
      expect(content.every(({ refusal }) => refusal === null)).toBe(true)
      const id = content[0]!.order!.id
      const [payment] = (await boss.call(transactions.list, { query: { search: `order.id:${id}` } })).content
      const [line] = (await boss.call(lineItems.list, { query: { search: `order.id:${id},item.id:${cola.id}` } })).content
      await refund(payment!.id, { amountCents: 5_00, reason: 'paidWrong', returned: [{ lineItemId: line!.id, pieces: 1 }] })
    }
  })
  const receiving = Array.from({ length: 10 }, () =>
    boss.call(goodsDocuments.receive, { body: { stationId: station.id, items: [{ itemId: cola.id, pieces: 1 }] } }),
  )
  await Promise.all([...selling, ...receiving])

  // 150 + 10 received − 200 sold + 20 that came back.
  expect(await boss.call(items.get, { id: cola.id })).toMatchObject({ inventory: 0, oversold: 20 })
  expect(await boss.call(items.get, { id: endless.id })).toMatchObject({ inventory: -1, oversold: 0 })
  expect(await broken()).toEqual([])
})

test('of persons who sell the last pieces at once, as many do as there are pieces', async () => {
  const { boss, cola, broken } = await shop(7)
  const answers = await Promise.all(
    Array.from({ length: 20 }, () =>
      boss.refused(orderIntake.take, { body: { payType: 'cash', lineItems: [{ itemId: cola.id, pieces: 1 }] } }),
    ),
  )
  expect(answers.filter(answer => answer === 'allowed')).toHaveLength(7)
  expect(new Set(answers)).toEqual(new Set(['allowed', 'item.stockShort']))
  expect(await boss.call(items.get, { id: cola.id })).toMatchObject({ inventory: 0, oversold: 0 })
  expect(await broken()).toEqual([])
})
