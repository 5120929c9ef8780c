import { chargeUserCard } from '@forecourt/contract'
import { expect, test } from 'vitest'
import { makeCard, pursesOf } from '../../testing/card.ts'
import { world } from '../../testing/world.ts'

// @req MEM-011
test.each([
  ['zh', '请填写充值金额或赠送金额'],
  ['en', 'Enter an amount or a gift amount'],
] as const)('a top-up of nothing is refused on its amount, in words (%s), and a gift alone is something', async (language, message) => {
  const it = await world()
  const clerk = await it.staff({ role: 'station_leader', stationIds: [it.station.id], over: { stationId: it.station.id } })
  const { id } = await makeCard(it, { principalCents: 20_00 })
  const body = { stationId: it.station.id, amountCents: 0 }
  const reply = await clerk.send(chargeUserCard, { id, body }, { language })
  expect([reply.statusCode, reply.json()]).toMatchObject([
    400,
    { code: 'validation', field: 'amountCents', detail: { issues: [{ field: 'amountCents', code: 'topUpNothing', message }] } },
  ])
  expect(await pursesOf(id)).toMatchObject({ principal: 20_00, gift: 0 })
  expect((await it.audits()).filter(({ action }) => action === 'card.charge')).toEqual([])
  expect(await clerk.refused(chargeUserCard, { id, body: { ...body, mode: 'gift', giftCents: 1, remark: 'Opening day' } })).toBe('allowed')
  expect(await pursesOf(id)).toMatchObject({ principal: 20_00, gift: 1 })
})

// @req MEM-011 MEM-012
test('money needs a tender, a mere gift has none, and nothing at all is no top-up', async () => {
  const riverside = await world()
  const lin = await riverside.staff('card.charge', 'card.giveGift')
  const { id } = await makeCard(riverside)
  const charge = (body: object) => lin.refused(chargeUserCard, { id, body: { stationId: riverside.station.id, ...body } as never })
  const gift = { mode: 'gift', amountCents: 0, giftCents: 5_00, remark: 'Opening day' }
  expect(await charge(gift)).toBe('allowed')
  const wrongGifts = [{ remark: '' }, { payType: 'cash' }, { amountCents: 1, payType: 'wx' }, { giftCents: 0 }, { giftCents: -1 }]
  for (const wrong of [...wrongGifts, { giftCents: undefined }, { mode: 'amount' }])
    expect(await charge({ ...gift, ...wrong }), JSON.stringify(wrong)).toBe('validation')
  const money = { amountCents: 5_00, payType: 'wx' }
  for (const wrong of [
    { payType: undefined },
    { amountCents: 0, payType: undefined },
    { giftCents: 0 },
    { payType: 'card' },
    { amountCents: 0.5 },
  ])
    expect(await charge({ ...money, ...wrong }), JSON.stringify(wrong)).toBe('validation')
  expect(await pursesOf(id)).toMatchObject({ principal: 0, gift: 5_00 })
})
