import { orders, resources, stations, userCards, users } from '@forecourt/contract'
import { expect, test } from 'vitest'
import { makeCard } from '../../testing/card.ts'
import { owned, world } from '../../testing/world.ts'

// @req SEC-029
test('of a record that a user may not read, they see the label where another refers to it, and no more', async () => {
  const all = await world()
  const card = await makeCard(all)
  await owned(`update user_account set email = 'wang@river.example', remark = 'pays late' where id = $1`, [card.userId])
  const reader = await all.staff('card.userCard.read')
  const row = await reader.call(userCards.get, { id: card.id, query: { expand: 'user.roles,card,userCardDetails' } })
  expect(Object.keys(row.user!)).toEqual(['id', 'name', 'mobile'])
  expect(Object.keys(row.card!)).toEqual(['id', 'name', 'type'])
  expect(row.userCardDetails).toEqual([])

  const manager = await all.staff('card.userCard.read', 'access.user.read', 'card.product.read')
  const whole = await manager.call(userCards.get, { id: card.id, query: { expand: 'user.roles,card' } })
  expect(whole.user).toMatchObject({ email: 'wang@river.example', roles: [] })
  expect(whole.card).toHaveProperty('giftFirst')
})

test('the label of a colleague is the name alone: a member is known by the mobile number, staff are not', async () => {
  const all = await world()
  const card = await makeCard(all)
  await owned('update user_account set is_staff = true where id = $1', [card.userId])
  const reader = await all.staff('card.userCard.read')
  const row = await reader.call(userCards.get, { id: card.id, query: { expand: 'user' } })
  expect(Object.keys(row.user!)).toEqual(['id', 'name'])
  const found = async (search: string) => (await reader.call(userCards.list, { query: { search } })).totalElements
  expect([await found('user.mobile:1*'), await found('user.mobile<>null'), await found('user.name:*Wang*')]).toEqual([0, 0, 1])
})

test('nor can they find it out by searching or sorting', async () => {
  const all = await world()
  const card = await makeCard(all)
  const reader = await all.staff('card.userCard.read')
  const found = async (search: string) => (await reader.call(userCards.list, { query: { search } })).totalElements
  expect(await found(`user.id:${card.userId}`)).toBe(1)
  expect(await found('user.name:*Wang*')).toBe(1)
  for (const query of [
    { search: 'user.email:*a*' },
    { search: 'user.remark:null' },
    { search: 'user.company.code:*a*' },
    { search: 'userCardDetails.amountCents>0' },
    { sort: 'user.email,asc' },
    { sort: 'card.createdDate,desc' },
  ])
    expect([query, await reader.refused(userCards.list, { query })]).toEqual([query, 'search_unknown_field'])
})

test('a label names fields that the record has, and none that is secret', async () => {
  for (const { name, label = [], row } of resources.values())
    expect([name, label.filter(field => !(field in row.shape))]).toEqual([name, []])
  expect([users.label, stations.label, orders.label]).toEqual([['name', 'mobile'], ['code', 'name', 'timeZone'], ['orderNo']])
})
