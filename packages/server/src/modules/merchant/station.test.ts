import { authTokens, stationAccounts, stationAuthTokens } from '@forecourt/contract'
import { beforeEach, expect, test } from 'vitest'
import type { z } from 'zod'
import { asSent } from '../../testing/access.ts'
import { noon, owned, setClock, world } from '../../testing/world.ts'
import { accountFor } from './index.ts'

beforeEach(() => setClock(noon))

type New = z.input<NonNullable<typeof authTokens.create.body>>
type Line = z.input<NonNullable<typeof stationAccounts.set.body>>['accounts'][number]

async function office() {
  const it = await world()
  const lin = await it.staff({ role: 'admin' })
  const master = await it.staff({ role: 'station_master', stationIds: [it.station.id] })
  let turn = 0
  const add = async (over: Partial<New> = {}) => {
    const base = { description: `Account ${++turn}`, channel: 'wx', type: 0, appId: 'wx5e1f0c7a93b2d846' } as const
    return (await lin.call(authTokens.create, { body: { ...base, merchantNo: `16000000${10 + turn}`, ...over } })).id
  }
  const { id } = it.station
  const read = () => lin.call(stationAccounts.get, { id })
  const assign = async (...accounts: Line[]) => lin.call(stationAccounts.set, { id, body: { version: (await read()).version, accounts } })
  const refusedAssign = async (...accounts: Line[]) => {
    const reply = await lin.send(stationAccounts.set, { id, body: { version: (await read()).version, accounts } })
    return reply.statusCode === 200 ? ['allowed'] : [reply.json().code, reply.json().field]
  }
  return { ...it, lin, master, add, read, assign, refusedAssign }
}

// @req PAY-011 PAY-012 PAY-016
test('a station’s accounts are assigned, reordered, shared anew and removed, each time all in one save', async () => {
  const { master, station, add, read, assign, audits, lin } = await office()
  const [one, two] = [await add(), await add()]
  expect(await read()).toEqual({ version: 0, accounts: [] })
  const first = { authTokenId: one, priority: 1, ratio: 60, disabled: false }
  const next = { authTokenId: two, priority: 1, ratio: 40, disabled: false }
  expect(await master.call(stationAccounts.set, { id: station.id, body: { version: 0, accounts: [first, next] } })).toEqual({
    id: station.id,
    version: 1,
  })
  expect(await read()).toEqual({ version: 1, accounts: [first, next] })
  const page = await master.call(stationAuthTokens.list, { query: { expand: 'authToken' } })
  expect(page.content).toMatchObject([
    { stationId: station.id, authTokenId: one, channel: 'wx', type: 0, billType: 0, ratio: 60, authToken: { description: 'Account 1' } },
    { authTokenId: two, ratio: 40 },
  ])
  // The one goes behind the other: each has all of its priority then.
  await assign({ authTokenId: one, priority: 2 }, { authTokenId: two, priority: 1 })
  expect((await read()).accounts.map(({ authTokenId, priority, ratio }) => [authTokenId, priority, ratio])).toEqual([
    [two, 1, 100],
    [one, 2, 100],
  ])
  await assign({ authTokenId: two })
  expect((await lin.call(stationAuthTokens.list, {})).totalElements).toBe(1)
  // Saved twice from one reading: the second would undo what it has not seen.
  expect(await master.refused(stationAccounts.set, { id: station.id, body: { version: 2, accounts: [] } })).toBe('stale')
  expect(await master.refused(stationAccounts.set, { id: station.id, body: { version: 0, accounts: [] } })).toBe('stale')
  const noted = (await audits()).filter(({ action }) => action === 'stations.authTokens')
  expect(noted.map(({ subject, detail }) => [subject, detail.from.length, detail.to.length])).toEqual([
    [`stations:${station.id}`, 0, 2],
    [`stations:${station.id}`, 2, 2],
    [`stations:${station.id}`, 2, 1],
  ])
})

// @req PAY-011
test.each<[string, (ids: readonly number[]) => Line[], string, string | undefined]>([
  ['one with all', ([one]) => [{ authTokenId: one! }], 'allowed', undefined],
  ['one with less than all', ([one]) => [{ authTokenId: one!, ratio: 99 }], 'merchant.sharesNotWhole', 'accounts'],
  [
    'two that come to more',
    ([one, two]) => [
      { authTokenId: one!, ratio: 60 },
      { authTokenId: two!, ratio: 60 },
    ],
    'merchant.sharesNotWhole',
    'accounts',
  ],
  [
    'two of which one is switched off',
    ([one, two]) => [{ authTokenId: one! }, { authTokenId: two!, ratio: 60, disabled: true }],
    'allowed',
    undefined,
  ],
  [
    'two of two priorities with half each',
    ([one, two]) => [
      { authTokenId: one!, ratio: 50 },
      { authTokenId: two!, ratio: 50, priority: 2 },
    ],
    'merchant.sharesNotWhole',
    'accounts',
  ],
  ['two of two purposes with all each', ([one, , top]) => [{ authTokenId: one! }, { authTokenId: top! }], 'allowed', undefined],
  ['two of two accounts with all each', ([one, , , second]) => [{ authTokenId: one! }, { authTokenId: second! }], 'allowed', undefined],
  [
    'the same twice',
    ([one]) => [
      { authTokenId: one!, ratio: 50 },
      { authTokenId: one!, ratio: 50 },
    ],
    'merchant.twice',
    'accounts',
  ],
  ['one that there is not', () => [{ authTokenId: 987_654_321 }], 'notFound', 'accounts'],
])('%s: shares of accounts that are alike come to 100', async (_, lines, code, field) => {
  const { add, refusedAssign, read } = await office()
  const ids = [await add(), await add(), await add({ type: 1 }), await add({ billType: 1 })]
  const refused = await refusedAssign(...lines(ids))
  expect(refused).toEqual(field === undefined ? [code] : [code, field])
  expect((await read()).version).toBe(code === 'allowed' ? 1 : 0)
})

// @req PAY-011
test('the database keeps shares whole by itself, when the transaction ends', async () => {
  const { add, assign, company, station } = await office()
  const [one, two] = [await add(), await add()]
  await assign({ authTokenId: one, ratio: 60 }, { authTokenId: two, ratio: 40 })
  const broken = (statement: string, ...values: unknown[]) =>
    owned(statement, [company.id, ...values]).then(
      () => undefined,
      (error: { constraint?: string }) => error.constraint,
    )
  const sharesNotWhole = 'merchant.sharesNotWhole'
  expect(await broken('update station_merchant set ratio = 50 where company_id = $1 and auth_token_id = $2', one)).toBe(sharesNotWhole)
  expect(await broken('delete from station_merchant where company_id = $1 and auth_token_id = $2', two)).toBe(sharesNotWhole)
  expect(await broken('update station_merchant set disabled = true where company_id = $1 and auth_token_id = $2', two)).toBe(sharesNotWhole)
  expect(await broken('update station_merchant set ratio = 100 - ratio where company_id = $1')).toBeUndefined()
  expect(await broken('update merchant_account set type = 1 where company_id = $1 and id = $2', one)).toMatch(/fkey/)
  expect(await broken('delete from station_merchant where company_id = $1 and station_id = $2', station.id)).toBeUndefined()
})

// @req ORG-033 PAY-016
test('what asks for an account where none is assigned is told so, in both languages', async () => {
  const { lin, station, add, assign, company, within } = await office()
  const ask = (language: string, query: { type: 0 | 1 | 2; channel?: 'wx' | 'ali' }) =>
    lin.send(stationAccounts.next, { id: station.id, query }, { language })
  const missing = { code: 'merchant.notAssigned', field: 'stationId' }
  expect((await ask('en', { type: 0 })).json()).toMatchObject({
    ...missing,
    message: 'Authorization not assigned to a station or company',
  })
  expect((await ask('zh', { type: 0 })).json()).toMatchObject({ ...missing, message: '未给油站或油企分配支付授权' })
  const sale = await add()
  // Of the company, and not yet of the station.
  expect((await ask('en', { type: 0 })).json()).toMatchObject(missing)
  await assign({ authTokenId: sale })
  expect((await ask('en', { type: 0 })).json()).toMatchObject({ authTokenId: sale, channel: 'wx', billType: 0, description: 'Account 1' })
  for (const query of [{ type: 1 }, { type: 0, channel: 'ali' }] as const) expect((await ask('en', query)).json()).toMatchObject(missing)
  await lin.call(authTokens.update, {
    id: sale,
    body: { ...asSent(authTokens.update, await lin.call(authTokens.get, { id: sale })), disabled: true },
  })
  expect((await ask('en', { type: 0 })).json()).toMatchObject(missing)
  const payment = { amountCents: 1, taken: [] }
  const asked = { companyId: company.id, stationId: station.id, purpose: 0, channels: ['wx'], payment } as const
  await expect(within(ctx => accountFor(ctx.tx, asked))).rejects.toMatchObject({ code: 'merchant.notAssigned' })
})

// @req PAY-011 PAY-016
test('the payment goes to the account that is furthest below its share of the day', async () => {
  const { add, assign, company, station, within } = await office()
  const [one, two] = [await add(), await add()]
  await assign({ authTokenId: one, ratio: 60 }, { authTokenId: two, ratio: 40 })
  const goesTo = async (taken: readonly [number, number][]) => {
    const payment = { amountCents: 50_00, taken: taken.map(([authTokenId, cents]) => ({ authTokenId, billType: 0 as const, cents })) }
    const asked = { companyId: company.id, stationId: station.id, purpose: 0, channels: ['wx', 'ali'], payment } as const
    return (await within(ctx => accountFor(ctx.tx, asked))).authTokenId
  }
  expect(await goesTo([])).toBe(one)
  expect(await goesTo([[one, 50_00]])).toBe(two)
  expect(
    await goesTo([
      [one, 50_00],
      [two, 50_00],
    ]),
  ).toBe(one)
})

// @req PAY-001 PAY-016
test('an account that a station has keeps what it is, and is disabled instead of deleted', async () => {
  const { lin, add, assign } = await office()
  const id = await add()
  await assign({ authTokenId: id })
  expect(await lin.refused(authTokens.delete, { id })).toBe('merchant.inUse')
  const edit = async (over: object) => {
    const row = await lin.call(authTokens.get, { id })
    return lin.refused(authTokens.update, { id, body: { ...asSent(authTokens.update, row), ...over } })
  }
  for (const over of [{ channel: 'lakala' }, { type: 1 }, { billType: 1 }]) expect(await edit(over)).toBe('merchant.kindFixed')
  expect(await edit({ description: 'Renamed', orderPrefix: 'AB', priority: 5 })).toBe('allowed')
  expect(await edit({ disabled: true })).toBe('allowed')
  await assign()
  expect(await lin.refused(authTokens.delete, { id })).toBe('allowed')
})

// @req PAY-016
test('a station’s accounts are seen and set where one works, and by those who may', async () => {
  const { master, station, addStation, add, staff } = await office()
  const west = await addStation('Riverside West')
  const id = await add()
  expect(await master.refused(stationAccounts.get, { id: west.id })).toBe('notFound')
  expect(await master.refused(stationAccounts.set, { id: west.id, body: { version: 0, accounts: [{ authTokenId: id }] } })).toBe('notFound')
  const leader = await staff({ role: 'station_leader', stationIds: [station.id] })
  expect(await leader.refused(stationAccounts.get, { id: station.id })).toBe('allowed')
  expect(await leader.refused(stationAccounts.set, { id: station.id, body: { version: 0, accounts: [] } })).toBe('auth.forbidden')
  const other = await office()
  expect(await other.lin.refused(stationAccounts.get, { id: station.id })).toBe('notFound')
  expect(await other.refusedAssign({ authTokenId: id })).toEqual(['notFound', 'accounts'])
})
