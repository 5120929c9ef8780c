import { assignRole, userDeals, users } from '@forecourt/contract'
import { beforeEach, expect, test } from 'vitest'
import { signedIn } from '../../testing/access.ts'
import { noon, setClock, world } from '../../testing/world.ts'

beforeEach(() => setClock(noon))

// @req MKT-029
test('a prohibition of issuing coupons by hand keeps that alone from its holder: they still see and recall what was issued', async () => {
  const { company, station } = await world()
  const wu = await signedIn(company, { roles: ['admin'] })
  const lin = await signedIn(company, { roles: [{ role: 'station_master', stationId: station.id }] })
  const outcomes = async () => [
    await lin.refused(userDeals.issue, { body: { dealId: 1, codes: 1, reason: 'Sorry' } }),
    await lin.refused(userDeals.recall, { id: 1, body: { reason: 'Sorry' } }),
    (await lin.call(userDeals.list, {})).totalElements,
  ]
  expect(await outcomes()).toEqual(['notFound', 'notFound', 0])
  const { roles } = await wu.call(users.get, { id: lin.id })
  const { id, version } = roles![0]!
  await wu.call(assignRole, { id, body: { version, menus: null, buttons: ['issueCoupon'] } })
  expect(await outcomes()).toEqual(['auth.forbidden', 'notFound', 0])
})
