import {
  addFleet,
  cardStops,
  fleets,
  issueUserCard,
  sessions,
  setCompanyConfig,
  setFleetLeader,
  transferUserCard,
  userCardDetails,
  userCards,
} from '@forecourt/contract'
import { expect, test } from 'vitest'
import { browser, password, person, signedIn } from '../../testing/access.ts'
import { makeCard, pursesOf } from '../../testing/card.ts'
import { owned, unique, world } from '../../testing/world.ts'

async function scene() {
  const all = await world()
  const lin = await all.staff()
  const { id: groupId } = await lin.call(addFleet, { body: { name: 'Taxis' } })
  const master = await makeCard(all, { kind: 'master', principalCents: 500_00, giftCents: 30_00, groupId })
  const sub = await makeCard(all, { kind: 'sub', parentId: master.id, name: 'A·1001', cardId: master.cardId })
  const move = (type: 'assign' | 'withdraw', amountCents: number, who = lin) =>
    who.refused(transferUserCard, { id: master.id, body: { toId: sub.id, type, amountCents } })
  return { ...all, lin, groupId, master, sub, move }
}

// @req FLT-005
test('a fleet shares the money of its master card or allocates it to its sub cards', async () => {
  const { lin } = await scene()
  for (const valueMode of ['share', 'assign'] as const) {
    const { id } = await lin.call(addFleet, { body: { name: `Fleet ${valueMode}`, valueMode } })
    expect(await lin.call(fleets.get, { id })).toMatchObject({ valueMode })
    expect((await lin.call(fleets.list, { query: { search: `valueMode:${valueMode},name:Fleet*` } })).content.map(row => row.id)).toEqual([
      id,
    ])
  }
  expect(await lin.refused(addFleet, { body: { name: 'Vans', valueMode: 'both' as never } })).toBe('validation')
  const plain = await lin.call(addFleet, { body: { name: 'Plain' } })
  expect(plain).toMatchObject({ valueMode: 'assign' })
  // What moves money is an act of its own.
  const body = { name: 'Plain', valueMode: 'share', version: plain.version } as never
  expect(await lin.refused(fleets.update, { id: plain.id, body })).toBe('validation')
})

// @req MEM-018 MEM-034
test('principal goes from the master card to a sub card and back, never more than is there, and both statements say so', async () => {
  const { lin, master, sub, move, groupId } = await scene()
  expect((await lin.call(userCards.get, { id: sub.id })).groupId).toBe(groupId)
  const done = await lin.call(transferUserCard, {
    id: master.id,
    body: { toId: sub.id, type: 'assign', amountCents: 200_00, remark: 'May' },
  })
  const said = { id: master.id, toId: sub.id, type: 'assign', amountCents: 200_00, giftCents: 0 }
  expect(done).toEqual({ ...said, valueCents: 330_00, toValueCents: 200_00 })
  expect(await pursesOf(master.id)).toMatchObject({ principal: 300_00, gift: 30_00 })
  expect(await pursesOf(sub.id)).toMatchObject({ principal: 200_00, gift: 0 })
  expect(await move('assign', 300_01)).toBe('card.insufficientBalance')
  expect(await move('withdraw', 200_01)).toBe('card.insufficientBalance')
  expect(await move('withdraw', 50_00)).toBe('allowed')
  for (const amountCents of [0, -1, 0.5]) expect(await move('assign', amountCents)).toBe('validation')
  expect(await lin.refused(transferUserCard, { id: master.id, body: { toId: sub.id, type: 'give' as never, amountCents: 1 } })).toBe(
    'validation',
  )

  const { content } = await lin.call(userCardDetails.list, { query: { search: `userCard.id:${sub.id}`, sort: 'id' } })
  expect(content.map(({ type, amountCents, balanceAfterCents }) => [type, amountCents, balanceAfterCents])).toEqual([
    ['assign', 200_00, 200_00],
    ['assign', -50_00, 150_00],
  ])
  expect(content[0]!.remark).toBe('May')
  expect(await move('withdraw', 150_00)).toBe('allowed')
  expect(await move('assign', 500_00)).toBe('allowed')
  expect([await pursesOf(master.id), await pursesOf(sub.id)]).toMatchObject([{ principal: 0 }, { principal: 500_00 }])
})

// @req MEM-034
test('a lost driver’s card gets nothing; what is on it can be taken back', async () => {
  const { lin, master, sub, move } = await scene()
  await move('assign', 100_00)
  await lin.call(cardStops.loss, { id: sub.id, body: {} })
  expect(await move('assign', 1)).toBe('card.lost')
  expect(await move('withdraw', 60_00)).toBe('allowed')
  // A master card that is lost takes nothing back.
  await lin.call(cardStops.loss, { id: master.id, body: {} })
  expect(await move('withdraw', 40_00)).toBe('card.lost')
})

test('two who allocate the last money at once: one of them does', async () => {
  const { move } = await scene()
  const both = await Promise.all([move('assign', 400_00), move('assign', 400_00), move('assign', 400_00)])
  expect(both.toSorted((a, b) => a.localeCompare(b))).toEqual(['allowed', 'card.insufficientBalance', 'card.insufficientBalance'])
})

// @req MEM-034
test('only a master card is given a fleet, and a sub card is its own master’s', async () => {
  const { lin, groupId, master, sub, ...all } = await scene()
  const body = {
    number: `7000${unique()}`,
    cardId: master.cardId,
    groupId,
    holderName: 'Wu',
    holderMobile: `135${String(unique()).padStart(8, '0')}`,
  }
  expect(await lin.refused(issueUserCard, { body })).toBe('card.groupForbidden')
  expect(await lin.refused(transferUserCard, { id: sub.id, body: { toId: master.id, type: 'assign', amountCents: 1 } })).toBe(
    'card.notOfMaster',
  )
  expect(await lin.refused(transferUserCard, { id: master.id, body: { toId: master.id, type: 'assign', amountCents: 1 } })).toBe(
    'card.notOfMaster',
  )
  const theirs = await makeCard(all, { kind: 'master', principalCents: 5_00 })
  expect(await lin.refused(transferUserCard, { id: theirs.id, body: { toId: sub.id, type: 'assign', amountCents: 1 } })).toBe(
    'card.notOfMaster',
  )
})

// @req ACC-025 FLT-018 MEM-033
test('the leader signs in with the company’s code, has their fleet alone, and sets limits but not the plastic', async () => {
  const { company, lin, groupId, master, sub } = await scene()
  const wang = await signedIn(company, { roles: ['group_master'] })
  expect((await wang.call(userCards.list, {})).totalElements).toBe(0)
  const feng = await person(company, { roles: ['user'] })
  await lin.call(setFleetLeader, { id: groupId, body: { userId: feng.id } })
  const other = await lin.call(addFleet, { body: { name: 'Trucks' } })
  expect(await lin.refused(setFleetLeader, { id: other.id, body: { userId: feng.id } })).toBe('fleet.leaderTaken')
  expect(await lin.refused(addFleet, { body: { name: 'Trucks' } })).toBe('fleet.nameTaken')

  const confirm = { pricePercent: 10, amountCents: 500_00 }
  await lin.call(setCompanyConfig, { id: company.id, body: { version: 1, config: { confirm } } })
  const page = browser()
  await page.call(sessions.login, { body: { mobile: feng.mobile, password, companyId: company.code } })
  const profile = await page.call(sessions.profile, {})
  expect(profile).toMatchObject({ defaultRole: 'group_master', fleet: { id: groupId, name: 'Taxis', userCardId: master.id, confirm } })
  const { content } = await page.call(userCards.list, { query: { sort: 'id' } }, { Role: 'group_master' })
  expect(content.map(({ id }) => id)).toEqual([master.id, sub.id])

  const { version, userId, passwordFromCents, paymentCentsMax, remark } = content[1]!
  const body = { version, name: 'A·1002', userId, passwordFromCents, paymentCentsMax, dayCentsMax: 300_00, remark }
  for (const plastic of [{ userId: wang.id }, { passwordFromCents: 1_00 }])
    expect(await page.refused(userCards.update, { id: sub.id, body: { ...body, ...plastic } })).toBe('auth.forbidden')
  expect(await page.call(userCards.update, { id: sub.id, body })).toMatchObject({ name: 'A·1002', dayCentsMax: 300_00 })

  await lin.call(setFleetLeader, { id: groupId, body: { userId: null } })
  expect(await page.refused(sessions.profile, {})).toBe('auth.required')
})

test('cards are found and ordered by their fleet under the name card.group, from their movements too', async () => {
  const all = await world()
  const lin = await all.staff()
  const [ours, plain] = [await makeCard(all, { principalCents: 10_00 }), await makeCard(all)]
  const { id: fleetId } = await lin.call(addFleet, { body: { name: 'Taxis', valueMode: 'share' } })
  await owned('update user_card set group_id = $1 where id = $2', [fleetId, ours.id])
  const found = async (search: string) => (await lin.call(userCards.list, { query: { search } })).content.map(({ id }) => id)
  expect(await found(`card.group.id:${fleetId}`)).toEqual([ours.id])
  expect(await found('card.group.name:Taxi*,card.type:debit')).toEqual([ours.id])
  expect(await found('card.group<>null')).toEqual([ours.id])
  expect(await found('card.group:null')).toEqual([plain.id])
  expect((await lin.call(userCards.list, { query: { sort: 'card.group.name,asc' } })).content[0]!.id).toBe(ours.id)
  expect(await lin.refused(userCardDetails.list, { query: { search: 'userCard.card.group.name:Taxis' } })).toBe('allowed')
  expect(await lin.refused(userCards.list, { query: { search: 'card.groups:null' } })).toBe('search_unknown_field')
})
