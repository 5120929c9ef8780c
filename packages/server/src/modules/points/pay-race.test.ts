import { orderPayments, orderRefunds, points as calls, redemptions } from '@forecourt/contract'
import { beforeEach, expect, test } from 'vitest'
import { generous } from '../../testing/gifts.ts'
import { books } from '../../testing/order.ts'
import { invariantsOf } from '../../testing/invariants.ts'
import { payingPoints } from '../../testing/paying-points.ts'
import { refundBody, revokeProof } from '../../testing/refund.ts'
import { pointsStore } from '../../testing/reward.ts'
import { scaled } from '../../testing/sampling.ts'
import { noon, owned, setClock } from '../../testing/world.ts'

beforeEach(() => setClock(noon))
/** Two that wait for each other are told apart by the database after a second, and one of them is asked again: it must not come to that. */
const deadlocks = async () =>
  (await owned<{ count: number }>('select deadlocks::int as count from pg_stat_database where datname = current_database()'))[0]!.count

type Sent = Awaited<ReturnType<Awaited<ReturnType<typeof payingPoints>>['lin']['send']>>
/** As every client does, asked once more where the server has no connection free. @returns the status, and the code of a refusal */
async function patiently(send: () => Promise<Sent>): Promise<{ status: number; code?: string; body: any }> {
  for (;;) {
    const reply = await send()
    if (reply.statusCode === 503) continue
    const body = reply.json()
    return { status: reply.statusCode, ...(reply.statusCode >= 400 && { code: body.code as string }), body }
  }
}

test('one call is one payment, however often it is sent; two of one order at once pay it once', async () => {
  const it = await payingPoints()
  await it.give(100_000)
  const { id } = await it.sale()
  const send = (body: object, key: string) => patiently(() => it.lin.send(orderPayments.points, { id, body }, { 'idempotency-key': key }))
  const same = await Promise.all(Array.from({ length: 6 }, () => send({ points: 3_000 }, 'once')))
  expect(same.map(({ status }) => status)).toEqual(Array(6).fill(200))
  expect(new Set(same.map(({ body }) => body.transaction.id)).size).toBe(1)
  expect(await send({ points: 2_999 }, 'once')).toMatchObject({ status: 422, code: 'idempotency.reused' })
  expect((await it.score()).points).toBe(97_000)

  const many = await Promise.all(Array.from({ length: 6 }, (_, turn) => send({ points: 9_000 }, `each ${turn}`)))
  expect(many.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(many.filter(({ code }) => code === 'points.aboveShare')).toHaveLength(5)
  expect((await it.score()).points).toBe(88_000)
  expect(await it.broken()).toEqual([])
})

// @req MEM-019
test('payments, rewards, corrections and refunds of one member at once: what is left is what each of them says', {
  timeout: 120_000,
}, async () => {
  const it = await pointsStore()
  await owned('update points_rule set pay_cents = 1 where company_id = $1', [it.company.id])
  const reward = await it.reward({ points: 30, stock: -1 })
  const master = await it.staff({ role: 'station_master', over: { stationId: it.station.id } })
  const sale = async () => (await it.sell({ cardNumber: it.buyer.number })).id
  const rounds = scaled(12, 120)
  const orders = await Promise.all(Array.from({ length: 2 * rounds }, sale))
  const outcomes: Record<string, number> = {}
  let left = (await it.holds()).points
  const noted = async (name: string, change: number, asked: ReturnType<typeof patiently>) => {
    const { status, code, body } = await asked
    const outcome = `${name} ${code ?? status}`
    outcomes[outcome] = (outcomes[outcome] ?? 0) + 1
    if (status < 300) left += change
    return status < 300 ? body : undefined
  }
  const payAndBack = async (turn: number) => {
    const paid = await noted(
      'pay',
      -60,
      patiently(() => it.lin.send(orderPayments.points, { id: orders[turn]!, body: { points: 60 } })),
    )
    if (!paid || turn % 2) return
    const body = await refundBody(master, paid.transaction.id, { amountCents: 40 })
    await noted(
      'back',
      40,
      patiently(() => master.send(orderRefunds.refund, { id: paid.transaction.id, body })),
    )
  }
  const redeem = () =>
    noted(
      'redeem',
      -30,
      patiently(() => it.hand.send(redemptions.redeem, { body: { userCardId: it.account.points, rewardId: reward.id } })),
    )
  const deduct = async () => {
    const body = { points: 20, remark: 'Why', pinProof: await it.proof('deduct', it.account.points, 20) }
    await noted(
      'deduct',
      -20,
      patiently(() => it.boss.send(calls.deduct, { id: it.account.points, body })),
    )
  }
  await Promise.all(
    Array.from({ length: rounds }, async (_, turn) => {
      await Promise.all([payAndBack(2 * turn), payAndBack(2 * turn + 1), redeem(), deduct(), it.earn()])
    }),
  )
  const allowed = /^(pay|back|redeem|deduct) (200|points\.insufficient)$/
  expect(Object.keys(outcomes).filter(outcome => !allowed.test(outcome))).toEqual([])
  expect(await it.holds()).toMatchObject({ points: left, owedPoints: 0 })
  const book = await books(it)
  const sums = Object.entries(book).filter(([kind]) => kind.startsWith('points') && kind !== 'pointsExpense')
  expect(sums.reduce((sum, [, count]) => sum + count, 0)).toBe(0)
  expect(await it.broken()).toEqual([])
  expect(await deadlocks()).toBe(0)
})

test('goods that give to the card of a member are paid by points, in cash and given back at once: nobody stands in another’s way', {
  timeout: 120_000,
}, async () => {
  const it = await generous({ giftPercent: 10, giftPoints: 5 })
  await owned('update points_rule set pay_cents = 1 where company_id = $1', [it.company.id])
  await it.give(500_000)
  const revokeBody = async (id: number, amountCents: number) => ({ pinProof: await revokeProof(it.lin, id, amountCents) })
  // Of each pair one gives something, the other is fuel for as much and gives nothing.
  const buys = (turn: number) =>
    turn % 2 ? it.buys({ payType: undefined }) : it.sell({ userCardId: it.buyer.id, lineItems: [{ volumeCl: 1_25 }] })
  const turns = Array.from({ length: scaled(24, 120) }, async (_, turn) => {
    const { id } = await buys(turn)
    const points = await patiently(() => it.lin.send(orderPayments.points, { id, body: { points: turn % 3 ? 400 : 1_000 } }))
    const paid = [points]
    if (turn % 3 === 1) paid.push(await patiently(() => it.lin.send(orderPayments.cash, { id, body: {} })))
    if (turn % 3 === 2) paid.push(await patiently(() => it.lin.send(orderPayments.card, { id, body: { userCardId: it.buyer.id } })))
    if (turn % 4 < 3) {
      const body = await revokeBody(id, 10_00)
      paid.push(await patiently(() => it.lin.send(orderRefunds.revoke, { id, body })))
    }
    return paid.map(({ status, code }) => code ?? status)
  })
  expect([...new Set((await Promise.all(turns)).flat())]).toEqual([200])
  expect((await invariantsOf(it)).filter(({ breaches }) => breaches > 0)).toEqual([])
  expect(await deadlocks()).toBe(0)
})
