import { cardLife, cardMoney, chargeUserCard, points, userCards } from '@forecourt/contract'
import { expect, test } from 'vitest'
import { proofOf } from '../../testing/access.ts'
import { makeCard, pursesOf } from '../../testing/card.ts'
import { loyal } from '../../testing/points.ts'

// @req MEM-036
test('a member’s money is topped up, given back, corrected, frozen, thawed and paid out by calls of their own; so are points', async () => {
  const it = await loyal()
  const { id } = await makeCard(it)
  const master = await it.staff({ role: 'station_master', stationIds: [it.station.id], over: { stationId: it.station.id } })
  const why = { remark: 'At the counter' }
  const proven = async (action: 'adjust' | 'freeze' | 'return', amountCents: number) => ({
    amountCents,
    ...why,
    pinProof: await proofOf(master.actor, { action: `card.${action}`, subject: `userCards:${id}`, amountCents }),
  })
  const cash = { payType: 'cash', withoutReceipt: true } as const
  await master.call(chargeUserCard, { id, body: { amountCents: 100_00, ...cash } })
  const wrong = await master.call(chargeUserCard, { id, body: { amountCents: 30_00, ...cash } })
  const taken = { action: 'card.refundCharge', subject: `userCardDetails:${wrong.id}`, amountCents: 30_00 } as const
  const refund = { detailId: wrong.id, ...why, pinProof: await proofOf(master.actor, taken) }
  expect(await master.call(cardMoney.refundCharge, { id, body: refund })).toMatchObject({ principalCents: 100_00 })
  expect(await master.call(cardMoney.adjust, { id, body: await proven('adjust', -10_00) })).toMatchObject({ principalCents: 90_00 })
  expect(await master.call(cardMoney.freeze, { id, body: await proven('freeze', 20_00) })).toMatchObject({ lockCents: 20_00 })
  expect(await master.call(cardMoney.thaw, { id, body: { amountCents: 20_00, ...why } })).toMatchObject({
    principalCents: 90_00,
    lockCents: 0,
  })
  await master.call(cardLife.cardReturn, { id, body: { ...(await proven('return', 90_00)), chipPresent: true } })
  expect(await pursesOf(id)).toEqual({ principal: 0, gift: 0, lock: 0, debt: 0 })
  expect((await master.call(userCards.get, { id })).closedTime).not.toBeNull()

  expect(await it.give(150)).toMatchObject({ points: 150 })
  expect(await it.deduct(30)).toMatchObject({ points: 120 })
  expect((await it.boss.call(points.ofMember, { id: it.card.userId! })).score).toMatchObject({ points: 120 })
})
