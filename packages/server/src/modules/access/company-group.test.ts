import { companyGroups, savedViews, stations, users, userSettings } from '@forecourt/contract'
import { beforeEach, expect, test } from 'vitest'
import { asSent, browser, password, person, signedIn } from '../../testing/access.ts'
import { noon, setClock, unique, world } from '../../testing/world.ts'

beforeEach(() => setClock(noon))

// @req ORG-004 ORG-059 ORG-060
test('a head office sees the companies it groups, from the moment one joins until the moment it leaves', async () => {
  const [here, there, far] = [await world(), await world(), await world()]
  const root = await signedIn(here.company, { roles: ['superAdmin'] })
  const name = `River group ${unique()}`
  const group = await root.call(companyGroups.create, { body: { name, companyIds: [here.company.id, there.company.id] } })
  expect(group).toMatchObject({ name, users: 0, companies: [{ id: here.company.id }, { id: there.company.id }] })

  const facts = { name: 'Hua', mobile: '13655550000', password: 'otter-in-the-river' }
  const { id: userId } = await root.call(companyGroups.addUser, { id: group.id, body: { ...facts, companyId: here.company.id } })
  const stray = { ...facts, mobile: '13655550001', companyId: far.company.id }
  expect(await root.refused(companyGroups.addUser, { id: group.id, body: stray })).toBe('companyGroup.companyOutside')
  const hua = browser()
  await hua.raw('POST', '/users/login', { mobile: facts.mobile, password: facts.password, companyId: here.company.code })
  const seen = async () => new Set((await hua.call(stations.list, {})).content.map(({ id }) => id))
  expect(await seen()).toEqual(new Set([here.station.id, there.station.id]))

  const now = await root.call(companyGroups.get, { id: group.id })
  const { version } = now
  await root.call(companyGroups.update, { id: group.id, body: { version, name, companyIds: [here.company.id, far.company.id] } })
  expect(await seen()).toEqual(new Set([here.station.id, far.station.id]))
  expect(await root.refused(companyGroups.update, { id: group.id, body: { version, name, companyIds: [here.company.id] } })).toBe('stale')
  expect(await root.refused(companyGroups.delete, { id: group.id })).toBe('companyGroup.hasUsers')

  const listed = await root.call(users.list, { query: { search: `roles.companyGroupId:${group.id}` } })
  expect(listed.content.map(({ id }) => id)).toEqual([userId])
  // What the head office gave stays when the form sends it back.
  const row = await root.call(users.get, { id: userId })
  await root.call(users.update, { id: userId, body: { ...asSent(users.update, row), remark: 'north' } })
  expect((await root.call(users.get, { id: userId })).roles).toMatchObject([{ defaultRole: 'company_group', companyGroupId: group.id }])

  await root.call(companyGroups.dismissUser, { id: group.id, body: { userId } })
  expect(await hua.refused(stations.list, {})).toBe('auth.required')
  expect(await root.refused(companyGroups.delete, { id: group.id })).toBe('allowed')
})

test('who works in another company of their head office keeps settings and views there, and proves by their PIN', async () => {
  const [here, there] = [await world(), await world()]
  const root = await signedIn(here.company, { roles: ['superAdmin'] })
  const company = String(there.company.id)
  const away = await signedIn(here.company, { roles: ['superAdmin'] }, { company })
  await away.call(users.pin, { id: away.id, body: { password, pin: '274951' } })

  await root.call(userSettings.keep, { body: { name: 'tabs', value: { order: ['home'] } } })
  await away.call(userSettings.keep, { body: { name: 'tabs', value: { order: ['home'] } } })
  await away.call(userSettings.keep, { body: { name: 'tabs', value: { order: ['orders'] } } })
  expect((await away.call(userSettings.list, {})).content).toMatchObject([{ name: 'tabs', value: { order: ['orders'] } }])

  const view = await away.call(savedViews.create, { body: { page: 'allQuery', name: 'Over there', search: {} } })
  await away.call(savedViews.share, { id: view.id })
  expect((await away.call(savedViews.list, {})).content).toMatchObject([{ id: view.id, shared: true, own: true }])
  expect((await root.call(savedViews.list, {})).content).toEqual([])

  const action = { action: 'order.refund', subject: 'transactions:1', amountCents: 100 } as const
  expect(await away.call(users.verifyPin, { id: away.id, body: { pin: '274951', ...action } })).toMatchObject({ proof: expect.any(String) })
})

test('an administrator sees the groups of their own company, of others nothing, and changes none', async () => {
  const [here, there] = [await world(), await world()]
  const root = await signedIn(here.company, { roles: ['superAdmin'] })
  const make = (ids: number[]) => root.call(companyGroups.create, { body: { name: `G${unique()}`, companyIds: ids } })
  const [both, theirs] = [await make([here.company.id, there.company.id]), await make([there.company.id])]
  const wu = await signedIn(here.company, { roles: ['admin'] })
  expect((await wu.call(companyGroups.list, {})).content).toMatchObject([{ id: both.id, companies: [{ id: here.company.id }] }])
  expect(await wu.refused(companyGroups.get, { id: theirs.id })).toBe('notFound')
  expect(await wu.refused(companyGroups.create, { body: { name: 'Mine', companyIds: [here.company.id] } })).toBe('auth.forbidden')
  const lin = await signedIn(here.company, { roles: [{ role: 'station_master', stationId: here.station.id }] })
  expect(await lin.refused(companyGroups.list, {})).toBe('auth.forbidden')
})

test.each([
  ['a name that is taken', { name: 'Taken' }, 'companyGroup.nameTaken'],
  ['no company', { companyIds: [] }, 'validation'],
  ['a company that is not there', { companyIds: [987654321] }, 'notFound'],
])('a group with %s is refused', async (_, over, code) => {
  const { company } = await world()
  const root = await signedIn(company, { roles: ['superAdmin'] })
  await root.refused(companyGroups.create, { body: { name: 'Taken', companyIds: [company.id] } })
  expect(await root.refused(companyGroups.create, { body: { name: `G${unique()}`, companyIds: [company.id], ...over } })).toBe(code)
})

// @req ORG-061
test('a super administrator finds users across companies; anyone who signs in is seen, and their sessions ended, one or all', async () => {
  const [here, there] = [await world(), await world()]
  const root = await signedIn(here.company, { roles: ['superAdmin'] })
  const fang = await signedIn(there.company, { roles: ['admin'] })
  const found = await root.call(users.list, { query: { search: `id:${fang.id}`, expand: 'company' } })
  expect(found.content).toMatchObject([{ id: fang.id, company: { id: there.company.id } }])

  const second = browser({}, { client: 'web/2' })
  await second.raw('POST', '/users/login', { mobile: fang.mobile, password, companyId: there.company.code })
  const { content } = await root.call(users.sessions, { id: fang.id })
  expect(content).toHaveLength(2)
  const one = content.find(({ client }) => client.startsWith('web/2'))!
  expect(await root.call(users.endSessions, { id: fang.id, body: { sessionId: one.id } })).toEqual({ ended: 1 })
  expect([await second.refused(stations.list, {}), await fang.refused(stations.list, {})]).toEqual(['auth.required', 'allowed'])
  expect(await root.refused(users.endSessions, { id: fang.id, body: { sessionId: one.id } })).toBe('notFound')
  await root.call(users.endSessions, { id: fang.id, body: {} })
  expect(await fang.refused(stations.list, {})).toBe('auth.required')
  expect((await there.audits()).at(-1)).toMatchObject({ action: 'access.session.endOf', detail: { ended: 1 } })

  const lin = await signedIn(there.company, { roles: [{ role: 'station_master', stationId: there.station.id }] })
  const admin = await person(there.company, { roles: ['admin', { role: 'station_bill', stationId: there.station.id }] })
  expect([await lin.refused(users.sessions, { id: admin.id }), await lin.refused(users.endSessions, { id: admin.id, body: {} })]).toEqual([
    'user.outOfReach',
    'user.outOfReach',
  ])
  expect(await lin.refused(users.sessions, { id: root.id })).toBe('notFound')
})
