import { orderPayments, orderRefunds, orders, refunds, transactions } from '@forecourt/contract'
import { beforeEach, expect, test } from 'vitest'
import { proofOf } from '../../testing/access.ts'
import { invariantsOf } from '../../testing/invariants.ts'
import { shop } from '../../testing/order.ts'
import { refunder } from '../../testing/refund.ts'
import { noon, owned, setClock } from '../../testing/world.ts'

beforeEach(() => setClock(noon))

/** A station whose master may let orders go for nothing; orders come to 240.00. */
async function generous() {
  const it = await shop()
  const master = await it.staff({ role: 'station_master', over: { stationId: it.station.id } })
  const proof = (id: number, amountCents: number) => proofOf(master.actor, { action: 'order.free', subject: `orders:${id}`, amountCents })
  const body = async (id: number, amountCents: number) => ({ reason: 'Fuel spilt by the pump', pinProof: await proof(id, amountCents) })
  const free = async (id: number, amountCents = 240_00) => master.call(orderPayments.free, { id, body: await body(id, amountCents) })
  const refused = async (id: number, over: object = {}, amountCents = 240_00) =>
    master.refused(orderPayments.free, { id, body: { ...(await body(id, amountCents)), ...over } })
  const read = (id: number) => master.call(orders.get, { id })
  const paymentsOf = async (id: number) =>
    (await master.call(transactions.list, { query: { search: `order.id:${id}`, sort: 'id,asc' } })).content
  /** What the company has let go for nothing, by the book. */
  const expense = async () => {
    const [found] = await owned<{ cents: number }>(
      `select coalesce(-sum(balance_cents), 0)::int as cents from ledger_balance where company_id = $1 and kind = 'freeExpense'`,
      [it.company.id],
    )
    return found!.cents
  }
  const broken = async () => (await invariantsOf(it)).filter(({ breaches }) => breaches > 0)
  return {
    ...it,
    master,
    body,
    free,
    refused,
    read,
    paymentsOf,
    expense,
    broken,
    refund: refunder(master).refund,
    revoke: refunder(master).revoke,
    refusedRefund: refunder(master).refused,
  }
}

test('what is still due of an order goes for nothing: the company bears it, with the reason, and no till has it', async () => {
  const it = await generous()
  const { id } = await it.sell()
  await it.lin.call(orderPayments.cash, { id, body: { amountCents: 100_00 } })
  const paid = await it.free(id, 140_00)
  expect(paid).toMatchObject({
    status: 'success',
    paidCents: 240_00,
    payType: 'free',
    transaction: { payType: 'free', amountCents: 140_00 },
  })
  expect(await it.read(id)).toMatchObject({ status: 'success', moneyFlow: 'mixed' })
  expect(await it.paymentsOf(id)).toMatchObject([
    { payType: 'cash', amountCents: 100_00, reason: null },
    { payType: 'free', amountCents: 140_00, reason: 'Fuel spilt by the pump' },
  ])
  expect(await it.expense()).toBe(140_00)
  expect(await it.broken()).toEqual([])
})

test('it is taken back as any payment, and never paid out: what was due is due no more, and the expense is gone', async () => {
  const it = await generous()
  const { id } = await it.sell()
  await it.free(id)
  const [payment] = await it.paymentsOf(id)
  expect(await it.refusedRefund(payment!.id, { amountCents: 40_00, mode: 'cash' })).toBe('refund.notPaidOut')
  await it.refund(payment!.id, { amountCents: 40_00 })
  expect(await it.expense()).toBe(200_00)
  await it.revoke(id, 200_00)
  expect(await it.read(id)).toMatchObject({ refundedCents: 240_00 })
  expect((await it.master.call(refunds.list, { query: { search: `order.id:${id}`, sort: 'id,asc' } })).content).toMatchObject([
    { payType: 'free', amountCents: 40_00, paidOutCents: 0 },
    { payType: 'free', amountCents: 200_00, paidOutCents: 0, revoked: true },
  ])
  expect(await it.expense()).toBe(0)
  expect(await it.broken()).toEqual([])
})

test('it asks for a right of its own, a reason and the own PIN for this very order and amount; nothing is done without', async () => {
  const it = await generous()
  const { id } = await it.sell()
  const other = await it.sell()
  const leader = await it.staff({ role: 'station_leader', over: { stationId: it.station.id } })
  expect(await leader.refused(orderPayments.free, { id, body: await it.body(id, 240_00) })).toBe('auth.forbidden')
  expect(await it.refused(id, { reason: ' ' })).toBe('validation')
  expect(await it.refused(id, {}, 239_00)).toBe('pin.proof')
  expect(await it.refused(id, { pinProof: (await it.body(other.id, 240_00)).pinProof })).toBe('pin.proof')
  expect(await it.paymentsOf(id)).toEqual([])
  await it.free(id)
  expect(await it.refused(id)).toBe('order.alreadyPaid')
  expect(await (await shop()).lin.refused(orderRefunds.revokePreview, { id })).toBe('notFound')
  expect(await it.broken()).toEqual([])
})
