import { savedViews, userSettings, viewsAtMost, type Role } from '@forecourt/contract'
import { beforeEach, expect, test } from 'vitest'
import { browser, password, signedIn } from '../../testing/access.ts'
import { noon, setClock, world } from '../../testing/world.ts'

beforeEach(() => setClock(noon))

const paidToday = {
  page: 'allQuery',
  name: '今日已付',
  search: { status: 'paid', createdDate: 'today', sort: 'createdDate,desc' },
} as const
const columns = { show: ['orderNo', 'paidCents'], hide: ['remark'], widths: { orderNo: 180 } }

async function twoPeople(role: Role = 'station_leader') {
  const { company, station } = await world()
  const lin = await signedIn(company, { roles: ['admin'] })
  const chen = await signedIn(company, { roles: [{ role, stationId: station.id }] })
  return { company, station, lin, chen }
}
type Browser = Awaited<ReturnType<typeof signedIn>>
const namesSeen = async (who: Browser) => (await who.call(savedViews.list, {})).content.map(({ name }) => name)

test('what somebody looks at every morning is saved under a name, renamed, and deleted; nobody else sees it', async () => {
  const { lin, chen } = await twoPeople()
  const made = await chen.call(savedViews.create, { body: { ...paidToday, columns } })
  expect(made).toMatchObject({ ...paidToday, columns, shared: false, own: true, mayEdit: true })
  expect(await namesSeen(lin)).toEqual([])

  const { id, version } = made
  const next = { name: '今日', search: { status: 'paid' }, columns: null }
  expect(await chen.call(savedViews.update, { id, body: { version, ...next } })).toMatchObject({ ...next, version: version + 1 })
  expect(await chen.refused(savedViews.update, { id, body: { version, ...next } })).toBe('stale')
  expect(await lin.refused(savedViews.update, { id, body: { version, ...next } })).toBe('notFound')
  expect(await lin.refused(savedViews.delete, { id })).toBe('notFound')

  await chen.call(savedViews.delete, { id })
  expect(await namesSeen(chen)).toEqual([])
})

test('a view is shared by anyone who may share, seen by everyone of the company who opens the page, and taken back', async () => {
  const { lin, chen } = await twoPeople()
  const { id, version } = await lin.call(savedViews.create, { body: paidToday })
  expect(await chen.refused(savedViews.share, { id })).toBe('auth.forbidden')
  await lin.call(savedViews.share, { id })
  const [seen] = (await chen.call(savedViews.list, {})).content
  expect(seen).toMatchObject({ id, own: false, mayEdit: false, shared: true, savedBy: expect.any(String) })
  const body = { version: version + 1, name: 'Mine now', search: {}, columns: null }
  expect(await chen.refused(savedViews.update, { id, body })).toBe('auth.forbidden')
  expect(await chen.refused(savedViews.delete, { id })).toBe('auth.forbidden')

  await lin.call(savedViews.unshare, { id })
  expect(await namesSeen(chen)).toEqual([])
  expect(await namesSeen(lin)).toEqual([paidToday.name])
})

test('what is shared of a page that somebody may not open is not shown to them', async () => {
  const { lin, chen } = await twoPeople('station_salesman')
  const { id } = await lin.call(savedViews.create, { body: { page: 'auditLogs', name: 'At night', search: {} } })
  await lin.call(savedViews.share, { id })
  expect(await namesSeen(chen)).toEqual([])
  expect(await chen.refused(savedViews.create, { body: { page: 'auditLogs', name: 'Mine', search: {} } })).toBe('notFound')
})

test('a view of another company is not there, not even for anyone who sees all companies', async () => {
  const [here, there] = [await world(), await world()]
  const lin = await signedIn(here.company, { roles: ['admin'] })
  const { id } = await lin.call(savedViews.create, { body: paidToday })
  await lin.call(savedViews.share, { id })
  for (const role of ['admin', 'superAdmin'] as const) {
    const stranger = await signedIn(there.company, { roles: [role] })
    expect(await namesSeen(stranger)).toEqual([])
    for (const act of [savedViews.share, savedViews.unshare, savedViews.delete])
      expect(await stranger.refused(act, { id })).toBe('notFound')
    const body = { version: 2, name: 'Stolen', search: {}, columns: null }
    expect(await stranger.refused(savedViews.update, { id, body })).toBe('notFound')
  }
  expect(await namesSeen(lin)).toEqual([paidToday.name])
})

test('two views of one name on a page cannot be distinguished: neither one’s own, nor those that are shared', async () => {
  const { company, lin, chen } = await twoPeople('station_master')
  await lin.call(savedViews.create, { body: paidToday })
  expect(await lin.refused(savedViews.create, { body: paidToday })).toBe('savedView.taken')
  const { id } = await chen.call(savedViews.create, { body: paidToday })
  await chen.call(savedViews.share, { id })
  const [own] = (await lin.call(savedViews.list, {})).content
  expect(await lin.refused(savedViews.share, { id: own!.id })).toBe('savedView.sharedTaken')
  expect(await namesSeen(await signedIn(company, { roles: ['company_user'] }))).toEqual([paidToday.name])
})

test('so many views on a page and no more', async () => {
  const { chen } = await twoPeople()
  for (let turn = 0; turn < viewsAtMost; turn++) await chen.call(savedViews.create, { body: { ...paidToday, name: `View ${turn}` } })
  expect(await chen.refused(savedViews.create, { body: paidToday })).toBe('savedView.tooMany')
  await chen.call(savedViews.create, { body: { ...paidToday, page: 'fuelQuery' } })
})

// @req ACC-011
test('how somebody arranged their lists follows them to another machine, and is nobody else’s', async () => {
  const { company } = await world()
  const [desk, other] = [await signedIn(company, { roles: ['company_user'] }), await signedIn(company, { roles: ['company_user'] })]
  await desk.call(userSettings.keep, { body: { name: 'columns.allQuery', value: columns } })
  await desk.call(userSettings.keep, { body: { name: 'columns.allQuery', value: { ...columns, hide: [] } } })
  const phone = browser()
  await phone.raw('POST', '/users/login', { mobile: desk.mobile, password, companyId: company.code })
  expect((await phone.call(userSettings.list, {})).content).toMatchObject([{ name: 'columns.allQuery', value: { ...columns, hide: [] } }])
  expect((await other.call(userSettings.list, {})).content).toEqual([])
  await phone.call(userSettings.keep, { body: { name: 'columns.allQuery', value: null } })
  expect((await desk.call(userSettings.list, {})).content).toEqual([])
})

test.each([
  ['a name with a blank', { name: 'my columns', value: 1 }],
  ['a name that reaches further', { name: 'a.b.c', value: 1 }],
  ['nine thousand characters', { name: 'columns.allQuery', value: 'x'.repeat(9000) }],
])('a setting is refused: %s', async (_, body) => {
  const { chen } = await twoPeople()
  expect(await chen.refused(userSettings.keep, { body })).toBe('validation')
})
