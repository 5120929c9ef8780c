import { orderPayments, orderRefunds, transactions } from '@forecourt/contract'
import { beforeEach, expect, test } from 'vitest'
import { proofOf } from '../../testing/access.ts'
import { limitedShop } from '../../testing/card-limits.ts'
import { invariantsOf } from '../../testing/invariants.ts'
import { noon, setClock, tamper } from '../../testing/world.ts'
import { dateMovements, refundToCard } from './index.ts'

beforeEach(() => setClock(noon))
const hour = 3_600_000
const later = (hours: number) => setClock(new Date(noon.getTime() + hours * hour))

test('fills of a day are counted, a fill that is paid in parts once, and those of yesterday not', async () => {
  const it = await limitedShop({ own: { dayFillsMax: 2, fillCentsMax: 200_00 } })
  const { id } = await it.sell()
  const part = (amountCents: number) => it.lin.refused(orderPayments.card, { id, body: { userCardId: it.card.id, amountCents } })
  expect(await part(100_00)).toBe('allowed')
  expect(await part(100_01)).toBe('card.fillLimit')
  expect(await part(100_00)).toBe('allowed')
  expect(await it.use()).toMatchObject([{ period: 'day', cents: 200_00, volumeCl: 25_00, fills: 1 }, { period: 'month' }])
  const small = { lineItems: [{ volumeCl: 10_00 }] }
  expect(await it.pay(small)).toBe('paid')
  expect(await it.pay(small)).toBe('card.fillsLimit')
  // Goods are no fill.
  expect(await it.pay({ nozzleControlId: undefined, lineItems: [{ itemId: it.goods.id, pieces: 1 }] })).toBe('paid')
  later(12)
  expect(await it.pay(small)).toBe('paid')
})

test('what is given back is free again on the day on which it was paid, in money, fuel and fills, and the count is proven', async () => {
  const it = await limitedShop({ own: { dayFillsMax: 1, dayClMax: 30_00 } })
  expect(await it.pay()).toBe('paid')
  const {
    content: [txn],
  } = await it.lin.call(transactions.list, {})
  const refund = async (amountCents: number) => {
    const pinProof = await proofOf(it.lin.actor, { action: 'order.refund', subject: `transactions:${txn!.id}`, amountCents })
    await it.lin.call(orderRefunds.refund, {
      id: txn!.id,
      body: { amountCents, mode: 'original', reason: 'paidWrong', pinProof },
    } as never)
  }
  await refund(80_00)
  expect(await it.use()).toMatchObject([
    { cents: 160_00, volumeCl: 20_00, fills: 1 },
    { period: 'month', cents: 160_00 },
  ])
  expect(await it.pay({ lineItems: [{ volumeCl: 10_00 }] })).toBe('card.fillsLimit')
  await refund(160_00)
  expect(await it.use()).toMatchObject([
    { cents: 0, volumeCl: 0, fills: 0 },
    { cents: 0, volumeCl: 0, fills: 0 },
  ])
  expect(await it.pay()).toBe('paid')

  const use = async () => (await invariantsOf(it)).find(({ invariant }) => invariant === 'CD21')!
  expect(await use()).toMatchObject({ checked: 2, breaches: 0 })
  await tamper('update card_use set volume_cl = volume_cl + 1 where user_card_id = $1 and period = $2', [it.card.id, 'day'])
  expect(await use()).toMatchObject({ breaches: 1, examples: [`use of card ${it.card.number} in day 2026-05-01`] })
})

test('a day is that of the station of sale, wherever the caller sits', async () => {
  const it = await limitedShop({ own: { dayCentsMax: 300_00 } })
  await it.rows(`update station set time_zone = 'Asia/Tokyo' where id = $1`, [it.station.id])
  // 23:30 in Tokyo, 22:30 in Shanghai.
  later(10.5)
  expect(await it.pay()).toBe('paid')
  later(11)
  expect(await it.pay()).toBe('paid')
  expect((await it.use()).filter(({ period }) => period === 'day').map(({ begins }) => begins)).toEqual(['2026-05-01', '2026-05-02'])
})

test('a payment whose date is corrected counts on its right day, with what was given back of it', async () => {
  const it = await limitedShop({ own: { dayCentsMax: 300_00 } })
  await it.pay()
  const [{ id }] = (await it.rows<{ id: number }>(`select id from user_card_detail where user_card_id = $1 and type = 'consume'`, [
    it.card.id,
  ])) as [{ id: number }]
  await it.within(ctx => refundToCard(ctx, { detailId: id, amountCents: 80_00, ref: 'back:1' }))
  await it.within(ctx => dateMovements(ctx, [{ id, at: '2026-04-30T04:00:00.000Z' }]))
  expect((await it.use()).map(({ period, begins, cents, volumeCl, fills }) => [period, begins, cents, volumeCl, fills])).toEqual([
    ['month', '2026-04-01', 160_00, 20_00, 1],
    ['day', '2026-04-30', 160_00, 20_00, 1],
    ['day', '2026-05-01', 0, 0, 0],
    ['month', '2026-05-01', 0, 0, 0],
  ])
  expect((await invariantsOf(it)).filter(({ invariant, breaches }) => invariant === 'CD21' && breaches > 0)).toEqual([])
})

test('where the fuel of a day is used up, goods are still paid', async () => {
  const it = await limitedShop({ own: { dayClMax: 30_00, dayFillsMax: 1 } })
  expect(await it.pay()).toBe('paid')
  expect(await it.pay({ lineItems: [{ volumeCl: 1 }] })).toBe('card.dayVolumeLimit')
  expect(await it.pay({ nozzleControlId: undefined, lineItems: [{ itemId: it.goods.id, pieces: 1 }] })).toBe('paid')
})
