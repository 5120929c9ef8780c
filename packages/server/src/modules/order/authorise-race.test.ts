import { cardHolds, orderIntake } from '@forecourt/contract'
import { expect, test } from 'vitest'
import { proofOf } from '../../testing/access.ts'
import { makeCard, pursesOf } from '../../testing/card.ts'
import { holdingShop } from '../../testing/hold.ts'
import { invariantsOf } from '../../testing/invariants.ts'
import type { Told } from '../../testing/order.ts'
import { dice, scaled, seed } from '../../testing/sampling.ts'
import { noon, setClock } from '../../testing/world.ts'

const principalCents = 400_00
const giftCents = 60_00
const halfHour = new Date(noon.getTime() + 30 * 60_000)

type It = Awaited<ReturnType<typeof holdingShop>>
type Row = { id: number; status: string; orderId: number | null; capturedCents: number | null }

/** Records of the pump, of which some come twice and in any order, by one sale or by many at once. */
async function deliver(it: It, sales: readonly Told[], draw: () => number): Promise<void> {
  const sent = [...sales, ...sales.filter(() => draw() < 0.5)].map(sale => [draw(), sale] as const)
  const order = sent.toSorted(([a], [b]) => a - b).map(([, sale]) => sale)
  const middle = Math.floor(draw() * order.length)
  const together = order.slice(0, middle)
  const batch = async () => {
    const { content } = await it.device.call(orderIntake.takeBatch, { body: { orders: together } })
    expect(content.map(({ refusal }) => refusal)).toEqual(together.map(() => null))
  }
  await Promise.all([
    ...(together.length > 0 ? [batch()] : []),
    ...order.slice(middle).map(body => it.device.call(orderIntake.take, { body })),
  ])
}

/**
 * Holds of one card, all of whose ends come at once: the record of the pump, the device that says that nothing was delivered, the half hour
 * that is over, and a leader who releases. One kind of end may come before all others.
 */
async function race(it: It, draw: () => number, first?: 'record' | 'void') {
  const card = await makeCard(it, { principalCents, giftCents, giftFirst: draw() < 0.5 })
  const holds: { id: number; fill: Told | undefined; cents: number; approvedCents: number }[] = []
  for (let turn = 0; turn < 3; turn++) {
    const { id, approvedCents } = await it.ask({ cardNumber: card.number, wantedCents: 20_00 + Math.floor(draw() * 130_00) })
    // Some deliver nothing and send no record; some deliver more than was approved.
    const volumeCl = draw() < 0.25 && first !== 'record' ? undefined : 50 + Math.floor(draw() * 20_00)
    const fill = volumeCl === undefined ? undefined : it.fill(id, volumeCl)
    holds.push({ id, fill, cents: (volumeCl ?? 0) * 8, approvedCents })
  }
  const fills = holds.flatMap(({ fill }) => (fill ? [fill] : []))
  const record = () => deliver(it, fills, draw)
  if (first === 'record') await record()
  if (first === 'void') for (const { id } of holds) await it.device.call(cardHolds.void, { id })
  const acts: (() => Promise<unknown>)[] = [record, () => it.gray(halfHour)]
  for (const { id, approvedCents } of holds) {
    const subject = { action: 'card.release', subject: `authorisations:${id}`, amountCents: approvedCents } as const
    const pinProof = await proofOf(it.lin.actor, subject)
    if (draw() < 0.6) acts.push(() => it.device.refused(cardHolds.void, { id }))
    if (draw() < 0.4) acts.push(() => it.device.refused(cardHolds.pulled, { id }))
    acts.push(() => it.lin.refused(cardHolds.release, { id, body: { reason: 'Broken', pinProof } }))
  }
  const order = acts.map(act => [draw(), act] as const).toSorted(([a], [b]) => a - b)
  await Promise.all(order.map(([, act]) => act()))
  return { card, holds }
}

test('holds whose ends all come at once: each ends once, each record is paid once at its own amount, and no cent is lost', {
  timeout: 300_000,
}, async () => {
  setClock(noon)
  const it = await holdingShop()
  const draw = dice(seed)
  const ends = new Set<string>()
  const until = performance.now() + scaled(10_000, 240_000)
  for (let turn = 0; turn < scaled(40, 670) && (turn < 5 || performance.now() < until); turn++) {
    const { card, holds } = await race(it, draw, turn === 0 ? 'record' : turn === 1 ? 'void' : undefined)
    const rows = await it.rows<Row>(
      `select id, status, order_id as "orderId", captured_cents as "capturedCents" from card_authorisation where user_card_id = $1`,
      [card.id],
    )
    const paid = await it.rows<{ cents: number }>(
      `select -amount_cents as cents from user_card_detail where user_card_id = $1 and type = 'consume'`,
      [card.id],
    )
    const delivered = holds.filter(({ fill }) => fill).map(({ cents }) => cents)
    expect(paid.map(({ cents }) => cents).toSorted((a, b) => a - b)).toEqual(delivered.toSorted((a, b) => a - b))
    let heldCents = 0
    for (const { id, fill, cents, approvedCents } of holds) {
      const row = rows.find(each => each.id === id)!
      ends.add(row.status)
      if (row.status === 'captured') expect(row.capturedCents).toBe(cents)
      if (fill) expect(['captured', 'voided', 'released']).toContain(row.status)
      if (row.status === 'open' || row.status === 'gray') heldCents += approvedCents
    }
    const { principal, gift, lock, debt } = await pursesOf(card.id)
    expect(lock).toBe(heldCents)
    expect(principal + gift + lock + debt).toBe(principalCents + giftCents - delivered.reduce((sum, cents) => sum + cents, 0))
  }
  expect(ends).toContain('captured')
  expect(ends).toContain('voided')
  expect((await invariantsOf(it)).filter(({ breaches }) => breaches > 0)).toEqual([])
})
