import { authTokens, payTemplates, stationAccounts, stations, type Parsed } from '@forecourt/contract'
import { beforeEach, expect, test } from 'vitest'
import { asSent } from '../../testing/access.ts'
import { noon, setClock, world } from '../../testing/world.ts'

beforeEach(() => setClock(noon))

type Body = Parsed<typeof payTemplates.create>['body']
const wx = { payType: 'wx', disabled: false, serialNo: true } as const

async function office() {
  const it = await world()
  const west = await it.addStation('Riverside West')
  const lin = await it.staff({ role: 'admin' })
  let turn = 0
  const account = async (over: { type?: 0 | 1 | 2 } = {}) => {
    const merchantNo = `89831000000000${++turn}`
    return (await lin.call(authTokens.create, { body: { description: `Account ${turn}`, channel: 'ums', type: 0, merchantNo, ...over } }))
      .id
  }
  const add = (over: Partial<Body> = {}) => lin.call(payTemplates.create, { body: { name: 'Standard', ...over } })
  const accountsAt = async (id: number) => (await lin.call(stationAccounts.get, { id })).accounts
  const shown = (id: number, ...stationIds: number[]) => lin.call(payTemplates.preview, { id, body: { stationIds } })
  const seen = ({ version, content }: Awaited<ReturnType<typeof shown>>) => ({
    version,
    stations: content.map(({ stationId, accountsVersion, stationVersion }) => ({ stationId, accountsVersion, stationVersion })),
  })
  return { ...it, west, lin, account, add, accountsAt, shown, seen }
}
const line = (authTokenId: number, over: object = {}) => ({ authTokenId, priority: 1, ratio: 100, disabled: false, ...over })

// @req PAY-003 PAY-012
test('a template is added, edited and deleted; its name is its own, and its accounts stay', async () => {
  const { lin, add, account } = await office()
  const one = await account()
  const made = await add({ description: 'For all', accounts: [line(one)], payTypes: [wx] })
  expect(made).toMatchObject({ name: 'Standard', description: 'For all', accounts: [line(one)], payTypes: [wx], version: 1 })
  const refused = async (body: object) => lin.refused(payTemplates.create, { body: body as never })
  expect(await refused({ name: 'Standard' })).toBe('payTemplate.nameTaken')
  expect(await refused({ name: 'Half', accounts: [line(one, { ratio: 50 })] })).toBe('merchant.sharesNotWhole')
  expect(await refused({ name: 'Twice', accounts: [line(one), line(one)] })).toBe('merchant.twice')
  expect(await refused({ name: 'None', accounts: [line(987_654_321)] })).toBe('notFound')
  expect(await refused({ name: 'Twice', payTypes: [wx, wx] })).toBe('validation')
  expect((await lin.call(payTemplates.list, {})).totalElements).toBe(1)

  expect(await lin.refused(authTokens.delete, { id: one })).toBe('merchant.inUse')
  const body = { ...asSent(payTemplates.update, made), name: 'Renamed', accounts: [] }
  expect(await lin.call(payTemplates.update, { id: made.id, body })).toMatchObject({ name: 'Renamed', accounts: [], version: 2 })
  expect(await lin.refused(payTemplates.update, { id: made.id, body })).toBe('stale')
  expect(await lin.refused(authTokens.delete, { id: one })).toBe('allowed')
  await lin.call(payTemplates.delete, { id: made.id })
  expect((await lin.call(payTemplates.list, {})).totalElements).toBe(0)
})

// @req PAY-003 PAY-016
test('what a template would change is shown, and then done at all stations in one act', async () => {
  const { lin, station, west, account, add, accountsAt, shown, seen, audits } = await office()
  const [one, two, three] = [await account(), await account(), await account({ type: 1 })]
  await lin.call(stationAccounts.set, { id: station.id, body: { version: 0, accounts: [line(one), line(three)] } })
  const { id } = await add({ accounts: [line(one, { ratio: 60 }), line(two, { ratio: 40 })], payTypes: [wx] })
  const preview = await shown(id, station.id, west.id)
  expect(preview.content).toMatchObject([
    {
      stationId: station.id,
      accountsVersion: 1,
      added: ['Account 2'],
      changed: ['Account 1'],
      removed: ['Account 3'],
      payTypesChange: true,
    },
    { stationId: west.id, accountsVersion: 0, added: ['Account 1', 'Account 2'], changed: [], removed: [], payTypesChange: true },
  ])
  expect(await accountsAt(west.id)).toEqual([])

  expect(await lin.call(payTemplates.apply, { id, body: seen(preview) })).toEqual({ id, stations: 2 })
  for (const at of [station.id, west.id]) {
    expect(await accountsAt(at)).toEqual([line(one, { ratio: 60 }), line(two, { ratio: 40 })])
    expect((await lin.call(stations.get, { id: at, query: { expand: ['config.payTypes'] } })).config).toEqual({ payTypes: [wx] })
  }
  const noted = (await audits()).filter(({ action }) => action === 'payTemplates.apply')
  expect(noted.map(({ detail }) => detail)).toEqual([{ name: 'Standard', stations: [station.id, west.id] }])
  const again = await shown(id, station.id)
  expect(again.content).toMatchObject([{ added: [], changed: [], removed: [], payTypesChange: false }])
})

// @req PAY-003
test('where a station or the template has changed since it was shown, nothing is done anywhere', async () => {
  const { lin, station, west, account, add, accountsAt, shown, seen } = await office()
  const one = await account()
  const made = await add({ accounts: [line(one)] })
  const preview = await shown(made.id, station.id, west.id)
  await lin.call(stationAccounts.set, { id: west.id, body: { version: 0, accounts: [] } })
  expect(await lin.refused(payTemplates.apply, { id: made.id, body: seen(preview) })).toBe('stale')
  expect(await accountsAt(station.id)).toEqual([])
  const next = await shown(made.id, station.id)
  await lin.call(payTemplates.update, { id: made.id, body: { ...asSent(payTemplates.update, made), description: 'Other' } })
  expect(await lin.refused(payTemplates.apply, { id: made.id, body: seen(next) })).toBe('stale')
  expect(await accountsAt(station.id)).toEqual([])
})

// @req PAY-003
test('a template without pay types leaves those of the station, and one without accounts leaves its accounts', async () => {
  const { lin, station, account, add, accountsAt, shown, seen } = await office()
  const one = await account()
  await lin.call(stationAccounts.set, { id: station.id, body: { version: 0, accounts: [line(one)] } })
  const { id } = await add({ payTypes: [wx] })
  await lin.call(payTemplates.apply, { id, body: seen(await shown(id, station.id)) })
  expect(await accountsAt(station.id)).toEqual([line(one)])
  const plain = await add({ name: 'Accounts', accounts: [line(one)] })
  await lin.call(payTemplates.apply, { id: plain.id, body: seen(await shown(plain.id, station.id)) })
  expect((await lin.call(stations.get, { id: station.id, query: { expand: ['config.payTypes'] } })).config).toEqual({ payTypes: [wx] })
})

// @req PAY-003
test('a master applies it where they work; another company’s templates and stations are not there', async () => {
  const { lin, staff, station, west, account, add, shown, seen } = await office()
  const made = await add({ accounts: [line(await account())] })
  const master = await staff({ role: 'station_master', stationIds: [station.id] })
  expect(await master.refused(payTemplates.preview, { id: made.id, body: { stationIds: [west.id] } })).toBe('notFound')
  expect(await master.refused(payTemplates.apply, { id: made.id, body: seen(await shown(made.id, west.id)) })).toBe('notFound')
  expect(await master.refused(payTemplates.apply, { id: made.id, body: seen(await shown(made.id, station.id)) })).toBe('allowed')
  const other = await office()
  expect(await other.lin.refused(payTemplates.preview, { id: made.id, body: { stationIds: [other.station.id] } })).toBe('notFound')
  const theirs = await other.add()
  expect(await other.lin.refused(payTemplates.preview, { id: theirs.id, body: { stationIds: [station.id] } })).toBe('notFound')
  expect((await lin.call(payTemplates.list, {})).totalElements).toBe(1)
})
