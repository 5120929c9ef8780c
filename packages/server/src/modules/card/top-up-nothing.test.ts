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
  expect(await clerk.refused(chargeUserCard, { id, body: { ...body, giftCents: 1 } })).toBe('allowed')
  expect(await pursesOf(id)).toMatchObject({ principal: 20_00, gift: 1 })
})
