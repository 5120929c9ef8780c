import { orderPayments, orderRefunds, orders, setCompanyConfig } from '@forecourt/contract'
import { beforeEach, expect, test } from 'vitest'
import { makeCard, pursesOf } from '../../testing/card.ts'
import { shop } from '../../testing/order.ts'
import { refundBody, revokeProof } from '../../testing/refund.ts'
import { noon, setClock } from '../../testing/world.ts'

beforeEach(() => setClock(noon))

/** An order of 240.00 paid in cash, in a company where 100.00 is a large amount. */
async function paid() {
  const it = await shop()
  const boss = await it.staff({ role: 'admin' })
  const config = { confirm: { pricePercent: 10, amountCents: 100_00 } }
  await boss.call(setCompanyConfig, { id: it.company.id, body: { version: 1, config } })
  const { id } = await it.sell()
  const { transaction } = await it.lin.call(orderPayments.cash, { id, body: {} })
  const refundedCents = async () => (await it.lin.call(orders.get, { id })).refundedCents
  return { ...it, id, txn: transaction.id, refundedCents }
}

test.each([
  [99_99, undefined, 'allowed'],
  [100_00, undefined, 'amount.unusual'],
  [100_00, 10_00, 'amount.unusual'],
  [100_00, 100_00, 'allowed'],
  [10_00, 100_00, 'amount.unusual'],
])('a refund of %d, confirmed as %s: %s', async (amountCents, confirmAmountCents, outcome) => {
  const { lin, txn, refundedCents } = await paid()
  const body = { ...(await refundBody(lin, txn, { amountCents })), ...(confirmAmountCents && { confirmAmountCents }) }
  expect(await lin.refused(orderRefunds.refund, { id: txn, body })).toBe(outcome)
  expect(await refundedCents()).toBe(outcome === 'allowed' ? amountCents : 0)
  // What was refused has not used up the PIN.
  if (outcome !== 'allowed')
    expect(await lin.refused(orderRefunds.refund, { id: txn, body: { ...body, confirmAmountCents: amountCents } })).toBe('allowed')
})

test.each([
  [undefined, 'amount.unusual'],
  [24_00, 'amount.unusual'],
  [240_00, 'allowed'],
])('a revocation of 240.00, confirmed as %s: %s', async (confirmAmountCents, outcome) => {
  const { lin, id, refundedCents } = await paid()
  const body = { pinProof: await revokeProof(lin, id, 240_00), ...(confirmAmountCents && { confirmAmountCents }) }
  expect(await lin.refused(orderRefunds.revoke, { id, body })).toBe(outcome)
  expect(await refundedCents()).toBe(outcome === 'allowed' ? 240_00 : 0)
})

test('what revoking would give back is shown beforehand, as long as nothing was given back; looking changes nothing', async () => {
  const { lin, id, txn, refundedCents } = await paid()
  const look = () => lin.call(orderRefunds.revokePreview, { id })
  expect(await look()).toEqual({ amountCents: 240_00, refusal: null })
  await lin.call(orderRefunds.refund, { id: txn, body: await refundBody(lin, txn, { amountCents: 40_00 }) })
  expect(await look()).toEqual({ amountCents: 200_00, refusal: null })
  expect(await refundedCents()).toBe(40_00)
  await lin.call(orderRefunds.revoke, {
    id,
    body: { pinProof: await revokeProof(lin, id, 200_00), confirmAmountCents: 200_00 },
  })
  expect(await look()).toMatchObject({ amountCents: 0, refusal: { code: 'order.cannotBeRevoked' } })
})

test('why a payment cannot be revoked is explained beforehand: another took it, or its shift is over; one under way can', async () => {
  const it = await paid()
  const wu = await it.staff({ role: 'station_leader', stationIds: [it.station.id], over: { stationId: it.station.id } })
  const refused = { amountCents: 240_00, refusal: { code: 'order.cannotBeRevoked' } }
  expect(await wu.call(orderRefunds.revokePreview, { id: it.id })).toMatchObject(refused)

  const card = await makeCard(it, { principalCents: 500_00 })
  const byCard = await it.sell()
  await it.lin.call(orderPayments.card, { id: byCard.id, body: { userCardId: card.id } })
  expect(await it.lin.call(orderRefunds.revokePreview, { id: byCard.id })).toEqual({ amountCents: 240_00, refusal: null })
  expect(await pursesOf(card.id)).toMatchObject({ principal: 260_00 })

  const underWay = await it.sell()
  await it.lin.call(orderPayments.lock, { id: underWay.id })
  expect(await wu.call(orderRefunds.revokePreview, { id: underWay.id })).toEqual({ amountCents: 0, refusal: null })

  setClock(new Date(noon.getTime() + 24 * 60 * 60_000))
  expect(await it.lin.call(orderRefunds.revokePreview, { id: it.id })).toMatchObject(refused)
})
