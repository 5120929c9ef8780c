import { addFleet, transferUserCard, userCardDetails } from '@forecourt/contract'
import { beforeEach, describe, expect, test } from 'vitest'
import { proofOf } from '../../testing/access.ts'
import { makeCard, pursesOf } from '../../testing/card.ts'
import { invariantsOf } from '../../testing/invariants.ts'
import { noon, owned, setClock, world } from '../../testing/world.ts'

beforeEach(() => setClock(noon))
type Money = readonly [amountCents: number, giftCents?: number]

/** A member with two cards of one product, the first with 100.00 and a gift of 8.00, and a leader who may move money. */
async function counter() {
  const it = await world()
  const lin = await it.staff({ role: 'station_leader', stationIds: [it.station.id], over: { stationId: it.station.id } })
  const old = await makeCard(it, { principalCents: 100_00, giftCents: 8_00 })
  const other = await makeCard(it, { cardId: old.cardId, userId: old.userId })
  const sent = async (toId: number, [amountCents, giftCents = 0]: Money, from = old.id, over: object = {}) => ({
    id: from,
    body: {
      toId,
      type: 'move' as const,
      amountCents,
      giftCents,
      remark: 'One card is enough',
      pinProof: await proofOf(lin.actor, { action: 'card.move', subject: `userCards:${from}`, amountCents: amountCents + giftCents }),
      ...over,
    },
  })
  return { ...it, lin, old, other, sent }
}

test('money goes from one card of a member to the other, principal as principal and gift as gift, and both statements say so', async () => {
  const { lin, old, other, sent, ...it } = await counter()
  expect(await lin.call(transferUserCard, await sent(other.id, [30_00, 5_00]))).toMatchObject({
    type: 'move',
    amountCents: 30_00,
    giftCents: 5_00,
    valueCents: 73_00,
    toValueCents: 35_00,
  })
  await lin.call(transferUserCard, await sent(other.id, [0, 3_00]))
  await lin.call(transferUserCard, await sent(other.id, [70_00]))
  expect(await pursesOf(old.id)).toEqual({ principal: 0, gift: 0, lock: 0, debt: 0 })
  expect(await pursesOf(other.id)).toEqual({ principal: 100_00, gift: 8_00, lock: 0, debt: 0 })
  const { content } = await lin.call(userCardDetails.list, { query: { search: `userCard.id:${other.id}`, sort: 'id' } })
  expect(content.map(row => [row.type, row.principalCents, row.giftCents, row.balanceAfterCents])).toEqual([
    ['assign', 30_00, 5_00, 35_00],
    ['assign', 0, 3_00, 38_00],
    ['assign', 70_00, 0, 108_00],
  ])
  expect((await it.audits()).filter(({ action }) => action === 'card.move')[0]).toMatchObject({
    subject: `userCards:${old.id}`,
    detail: { to: other.number, amountCents: 30_00, giftCents: 5_00 },
  })
  expect((await it.events()).filter(({ topic }) => topic === 'card.moved')).toHaveLength(3)
  expect((await invariantsOf(it)).filter(({ breaches }) => breaches > 0)).toEqual([])
})

describe('a move is refused, and nothing has moved:', () => {
  const table: [string, (it: Awaited<ReturnType<typeof counter>>) => Promise<Parameters<typeof move>[1]>, string][] = [
    ['more principal than there is', async ({ sent, other }) => sent(other.id, [100_01]), 'card.insufficientBalance'],
    ['more gift than there is', async ({ sent, other }) => sent(other.id, [0, 8_01]), 'card.insufficientBalance'],
    ['nothing', async ({ sent, other }) => sent(other.id, [0, 0]), 'validation'],
    ['to itself', async ({ sent, old }) => sent(old.id, [1_00]), 'card.sameCard'],
    ['to another member', async it => it.sent((await makeCard(it, { cardId: it.old.cardId })).id, [1_00]), 'card.otherHolder'],
    ['to a card of nobody', async it => it.sent((await makeCard(it, { kind: 'anonymous' })).id, [1_00]), 'card.otherHolder'],
    ['to another product', async it => it.sent((await makeCard(it, { userId: it.old.userId })).id, [1_00]), 'card.otherProduct'],
    ['to a card of another company', async it => it.sent((await makeCard(await world())).id, [1_00]), 'notFound'],
    ['with a PIN for less', async ({ sent, other, old }) => sent(other.id, [1_00], old.id, { amountCents: 2_00 }), 'pin.proof'],
    ['without a PIN', async ({ sent, other, old }) => sent(other.id, [1_00], old.id, { pinProof: undefined }), 'validation'],
    ...(
      [
        ['lose', 'card.lost'],
        ['disable', 'card.disabled'],
        ['lock', 'card.locked'],
        ['overspend', 'card.overspent'],
      ] as const
    ).map(([status, code]): (typeof table)[number] => [
      `to a card that is ${status}`,
      async ({ sent, other }) => {
        await owned('update user_card set status = $2 where id = $1', [other.id, status])
        return sent(other.id, [1_00])
      },
      code,
    ]),
    [
      'to a card whose last day is over',
      async ({ sent, other }) => {
        await owned(`update user_card set valid_until = '2026-04-30' where id = $1`, [other.id])
        return sent(other.id, [1_00])
      },
      'card.expired',
    ],
  ]
  const move = (it: Awaited<ReturnType<typeof counter>>, sent: Awaited<ReturnType<typeof it.sent>>) =>
    it.lin.refused(transferUserCard, sent)
  test.each(table)('%s', async (_, of, code) => {
    const it = await counter()
    expect(await move(it, await of(it))).toBe(code)
    expect(await pursesOf(it.old.id)).toEqual({ principal: 100_00, gift: 8_00, lock: 0, debt: 0 })
  })
})

test('two master cards of one fleet share its money; who leads the fleet allocates, and does not move', async () => {
  const it = await counter()
  const admin = await it.staff()
  const { id: groupId } = await admin.call(addFleet, { body: { name: 'Taxis' } })
  const first = await makeCard(it, { kind: 'master', groupId, principalCents: 50_00, userId: it.old.userId })
  // From the time when a fleet could have several.
  const second = await makeCard(it, { kind: 'master', cardId: first.cardId })
  await it.rows('update user_card set group_id = $1 where id = $2', [groupId, second.id])
  const sub = await makeCard(it, { kind: 'sub', parentId: first.id, cardId: first.cardId })
  expect(await it.lin.refused(transferUserCard, await it.sent(second.id, [20_00], first.id))).toBe('allowed')
  expect(await it.lin.refused(transferUserCard, await it.sent(sub.id, [20_00], first.id))).toBe('card.otherHolder')
  const leader = await it.staff('card.assign')
  expect(await leader.refused(transferUserCard, await it.sent(second.id, [20_00], first.id))).toBe('auth.forbidden')
  expect(await pursesOf(second.id)).toMatchObject({ principal: 20_00 })
})
