import {
  addFleet,
  authTokens,
  companies,
  manualOrders,
  miniprograms,
  orders,
  type Resource,
  setFleetLeader,
  stations,
  transactions,
  userCards,
  users,
} from '@forecourt/contract'
import { beforeAll, describe, expect, test } from 'vitest'
import { signedIn } from './testing/access.ts'
import { makeCard } from './testing/card.ts'
import { forecourt } from './testing/forecourt.ts'
import { noon, setClock, world } from './testing/world.ts'

type World = Awaited<ReturnType<typeof world>>
let it: World
let lin: Awaited<ReturnType<typeof signedIn>>
let itemId: number
beforeAll(async () => {
  setClock(noon)
  it = await world()
  lin = await signedIn(it.company, { roles: ['admin'] })
  await lin.call(miniprograms.create, { body: { name: 'Fuel app', type: 'wxUser', appId: 'wx5e1f0c7a93b2d846' } })
  const account = { description: 'UMS', channel: 'ums', type: 0, merchantNo: '898310000000001' } as const
  await lin.call(authTokens.create, { body: account })
  await it.rows('update company set created_by_id = $1 where id = $2', [lin.id, it.company.id])
  await it.rows('update user_account set created_by_id = $1, modified_by_id = $1 where id = $1', [lin.id])
  const card = await makeCard(it, { principalCents: 500_00 })
  await it.rows('update user_card set user_id = $1 where id = $2', [lin.id, card.id])
  const stands = forecourt(it)
  itemId = (await stands.goods({ priceCents: 500 })).id
  const sale = {
    lineItems: [{ itemId, pieces: 2 }],
    createdDate: noon.toISOString(),
    payType: 'card',
    userCardId: card.id,
    remark: 'missed',
  }
  await lin.call(manualOrders.enter, { body: sale as never }, { station: String(it.station.id) })
})

/** The first record of a resource, with a relation in it. */
async function first(resource: Resource, path: string, by: 'list' | 'get'): Promise<Record<string, any>> {
  const { content } = await lin.call(resource.list, {
    query: { expand: path, size: 1, ...(resource.name === 'users' && { search: `id:${lin.id}` }) },
  })
  return by === 'list' ? content[0]! : lin.call(resource.get, { id: content[0]!.id, query: { expand: path } })
}
/** What stands at a path; of a list its first record. */
const at = (row: unknown, path: string) =>
  path.split('.').reduce<any>((here, step) => (Array.isArray(here[step]) && here[step].length > 0 ? here[step][0] : here[step]), row)

/** Each relation that the specification asks for by name, and whether its records are kept. @source spec 1 §7 */
const kept: [Resource, string][] = [
  [companies, 'createdBy.name'],
  [companies, 'stations'],
  [companies, 'authTokens'],
  [companies, 'miniPrograms'],
  [companies, 'miniPrograms.name'],
  [users, 'userCards'],
  [users, 'createdBy.name'],
  [users, 'modifiedBy.name'],
  [users, 'roles'],
  [orders, 'lineItems'],
  [orders, 'lineItems.item'],
  [orders, 'lineItems.item.category'],
  [orders, 'transactions'],
  [stations, 'company'],
  [transactions, 'userCard'],
  [transactions, 'order'],
  [transactions, 'user'],
  [transactions, 'station'],
  [userCards, 'card'],
] as unknown as [Resource, string][]

describe.each(kept.map(([resource, path]) => [resource.name, path, resource] as const))('GET /%s with expand=%s', (_, path, resource) => {
  test.each(['list', 'get'] as const)('shows the related record in the %s', async by => {
    expect(at(await first(resource, path, by), path)).toMatchObject(
      path.endsWith('.name') ? expect.any(String) : { id: expect.any(Number) },
    )
  })
})

// @req FLT-015
test('PUT /groups with expand=user answers the fleet with its leader, and changes nothing when the relation is unknown', async () => {
  const fleet = await lin.call(addFleet, { body: { name: 'Taxis' } })
  const leader = await signedIn(it.company, { roles: ['admin'] })
  await lin.call(setFleetLeader, { id: fleet.id, body: { userId: leader.id } })
  const put = (expand: string, name: string, version: number) => lin.raw('PUT', `/groups/${fleet.id}${expand}`, { name, version })
  expect((await put('?expand=userCards.card.what', 'Trucks', 1)).json().code).toBe('expand.unknown')
  const answer = (await put('?expand=user', 'Vans', 1)).json()
  expect(answer).toMatchObject({ name: 'Vans', version: 2, userId: leader.id, user: { id: leader.id, name: leader.name } })
  expect((await put('', 'Vans', 2)).json()).not.toHaveProperty('user')
})

/** Records that are not kept yet: the relation is known and empty. No row of the specification is met by that. */
const later: [Resource, string, unknown][] = [
  [users, 'cars', []],
  [users, 'group', []],
  [orders, 'userDeals', []],
  [orders, 'userDeals.deal', []],
  [orders, 'userInvoices', []],
  [orders, 'nozzleControl', null],
  [transactions, 'device', null],
] as unknown as [Resource, string, unknown][]

describe.each(later.map(([resource, path, empty]) => [resource.name, path, resource, empty] as const))(
  'GET /%s with expand=%s',
  (_, path, resource, empty) => {
    test.each(['list', 'get'] as const)('answers nothing of it in the %s', async by => {
      expect((await first(resource, path, by))[path.split('.')[0]!]).toEqual(empty)
    })
  },
)

test.each([
  [companies, 'miniPrograms.secret'],
  [orders, 'userInvoices.order'],
  [orders, 'userDeals.card'],
  [users, 'miniPrograms'],
])('what no specification asks for is refused: %#', async (resource, path) => {
  expect(await lin.refused((resource as unknown as Resource).list, { query: { expand: path } })).toBe('expand.unknown')
})

test('a sale that is only reckoned shows its goods, their category, and no coupons', async () => {
  const query = new URLSearchParams(['lineItems', 'item', 'category', 'userDeals', 'deal'].map(name => ['expand', name]))
  const reply = await lin.raw(
    'POST',
    `/orders/preview?${query}`,
    { lineItems: [{ itemId, pieces: 1 }] },
    { station: String(it.station.id) },
  )
  expect(reply.json()).toMatchObject({ lineItems: [{ item: { id: itemId, category: { id: expect.any(Number) } } }], userDeals: [] })
})
