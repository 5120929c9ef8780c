import { accountRatios, authTokens, companies, setCompanyConfig, stationAccounts } from '@forecourt/contract'
import { beforeEach, expect, test } from 'vitest'
import { noon, owned, setClock, world } from '../../testing/world.ts'
import { accountFor } from './index.ts'

beforeEach(() => setClock(noon))

async function office() {
  const it = await world()
  const west = await it.addStation('Riverside West')
  const lin = await it.staff({ role: 'company_user' })
  const admin = await it.staff({ role: 'admin' })
  const master = await it.staff({ role: 'station_master', stationIds: [it.station.id] })
  const three = async () => {
    const [{ version }] = (await admin.call(companies.list, {})).content as unknown as [{ version: number }]
    await admin.call(setCompanyConfig, { id: it.company.id, body: { version, config: { accountRatio: { accounts: 3 } } } })
  }
  const set = (ratio1: number, ratio2: number, ratio3 = 0, version = 0) =>
    lin.send(accountRatios.update, { id: it.station.id, body: { ratio1, ratio2, ratio3, version } })
  return { ...it, west, lin, admin, master, three, set }
}

// @req PAY-004 PAY-009 PAY-012
test('each station has one line: all to account 1 until it is said otherwise, and shares that come to 100', async () => {
  const { lin, master, station, west, set, audits } = await office()
  const lines = async (who = lin) =>
    (await who.call(accountRatios.list, {})).content.map(row => [row.stationId, row.ratio1, row.ratio2, row.ratio3])
  expect(await lines()).toEqual([
    [station.id, 100, 0, 0],
    [west.id, 100, 0, 0],
  ])
  const set7030 = (await set(70, 30)).json()
  expect(set7030).toMatchObject({
    id: station.id,
    stationId: station.id,
    version: 1,
    ratio1: 70,
    ratio2: 30,
    modifiedDate: noon.toISOString(),
  })
  // A station's master sees all shares of it, and nothing of another station.
  expect(await lines(master)).toEqual([[station.id, 70, 30, 0]])
  expect(await master.refused(accountRatios.update, { id: west.id, body: { ratio1: 50, ratio2: 50, version: 0 } })).toBe('notFound')
  expect(await master.refused(accountRatios.update, { id: station.id, body: { ratio1: 0, ratio2: 100, version: 1 } })).toBe('allowed')
  expect((await set(60, 40, 0, 1)).json().code).toBe('stale')
  expect((await set(60, 40, 0, 0)).json().code).toBe('stale')
  const noted = (await audits()).filter(({ action }) => action === 'accountRatios.update')
  expect(noted.map(({ detail }) => [detail.from.ratio1, detail.to.ratio1])).toEqual([
    [100, 70],
    [70, 0],
  ])
})

// @req PAY-004 PAY-009
test.each<[string, readonly [number, number, number?], string, string]>([
  ['less than all', [60, 39], 'accountRatio.notWhole', 'ratio2'],
  ['more than all', [60, 41], 'accountRatio.notWhole', 'ratio2'],
  ['a third where there are two', [60, 30, 10], 'accountRatio.twoAccounts', 'ratio3'],
  ['less than nothing', [110, -10], 'validation', 'ratio1'],
  ['half a percent', [50.5, 49.5], 'validation', 'ratio1'],
])('%s is refused, and nothing is kept', async (_, [one, two, three], code, field) => {
  const { set, company, rows } = await office()
  const refused = (await set(one, two, three)).json()
  expect([refused.code, refused.field]).toEqual([code, field])
  expect(await rows('select * from account_ratio where company_id = $1', [company.id])).toEqual([])
})

test('the database keeps shares whole by itself', async () => {
  const { set, company } = await office()
  await set(70, 30)
  const broken = owned('update account_ratio set ratio1 = 71 where company_id = $1', [company.id])
  await expect(broken).rejects.toMatchObject({ constraint: 'accountRatio.notWhole' })
})

// @req PAY-009 PAY-007
test('a company may divide its money among three accounts; two are usual', async () => {
  const { set, three, admin } = await office()
  const account = { description: 'Third', channel: 'ums', type: 0, merchantNo: '898310000000001', billType: 2 } as const
  expect(await admin.refused(authTokens.create, { body: account })).toBe('merchant.twoAccounts')
  await three()
  expect(await admin.refused(authTokens.create, { body: account })).toBe('allowed')
  expect((await set(50, 30, 20)).json()).toMatchObject({ ratio1: 50, ratio2: 30, ratio3: 20 })
})

// @req PAY-004 PAY-011
test('a payment goes to the account that is behind its share of the station’s day', async () => {
  const { admin, station, company, within, set } = await office()
  const add = async (merchantNo: string, billType: 0 | 1) =>
    (await admin.call(authTokens.create, { body: { description: merchantNo, channel: 'ums', type: 0, merchantNo, billType } })).id
  const [one, two] = [await add('898310000000001', 0), await add('898310000000002', 1)]
  const accounts = [{ authTokenId: one }, { authTokenId: two }]
  await admin.call(stationAccounts.set, { id: station.id, body: { version: 0, accounts } })
  const goesTo = async (first: number) => {
    const payment = { amountCents: 10_00, taken: [{ authTokenId: one, billType: 0 as const, cents: first }] }
    const asked = { companyId: company.id, stationId: station.id, purpose: 0, channels: ['ums'], payment } as const
    return (await within(ctx => accountFor(ctx.tx, asked))).authTokenId
  }
  expect(await goesTo(500_00)).toBe(one)
  await set(70, 30)
  expect(await goesTo(0)).toBe(one)
  expect(await goesTo(500_00)).toBe(two)
})
