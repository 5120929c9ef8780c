import { companies, createCompany, sessions, stations, users } from '@forecourt/contract'
import { expect, test } from 'vitest'
import { browser, password, signedIn } from '../../testing/access.ts'
import { owned, unique, world } from '../../testing/world.ts'

const harbour = () => ({ code: `harbour${unique()}`, name: `Harbour ${unique()}` })

// @req ORG-018
test('a company is added with a link for its first administrator, who works in it; its founder sees nothing of it', async () => {
  const { company } = await world()
  const lin = await signedIn(company, { roles: ['admin'] })
  const facts = {
    description: 'Retail',
    address: '1 Quay',
    contact: 'Wu',
    phone: '010-1',
    currency: 'EUR',
    currencyName: 'euro',
    symbol: '€',
    timeZone: 'Europe/Berlin',
    customerId: 'K-77',
    unionCardCompanyId: 'U-9',
  }
  const body = { ...harbour(), ...facts, admin: { name: 'Gao Ming', mobile: `137${String(unique()).padStart(8, '0')}` } }
  const made = await lin.call(createCompany, { body })
  expect(made).toMatchObject({ code: body.code, name: body.name, invitation: { path: expect.stringContaining('/login#invitation=') } })
  expect(await lin.refused(createCompany, { body })).toBe('company.codeTaken')
  const nameless = { ...body, ...harbour(), admin: { name: 'Gao Ming' } }
  expect(await lin.refused(createCompany, { body: nameless })).toBe('validation')
  for (const [field, value] of Object.entries({ code: 'Quai-Süd', name: ' ', currency: 'JPY', timeZone: 'Mars' }))
    expect([field, await lin.refused(createCompany, { body: { ...body, ...harbour(), [field]: value } })]).toEqual([field, 'validation'])
  const clerk = await signedIn(company, { roles: ['company_user'] })
  expect(await clerk.refused(createCompany, { body: { ...body, ...harbour() } })).toBe('auth.forbidden')

  const code = made.invitation!.path.split('=')[1]!
  expect(await browser().call(users.accept, { body: { code, password } })).toEqual({ name: 'Gao Ming' })
  const gao = browser()
  await gao.call(sessions.login, { body: { mobile: body.admin.mobile, password, companyId: body.code } })
  const profile = await gao.call(sessions.profile, {})
  expect(profile).toMatchObject({ defaultRole: 'admin', company: { id: made.id, name: body.name } })
  expect(await gao.call(companies.get, { id: made.id })).toMatchObject({ code: body.code, ...facts })
  expect(await gao.refused(stations.create, { body: { code: 'n001', name: 'North' } })).toBe('allowed')

  expect((await lin.call(stations.list, {})).content.map(station => station.name)).not.toContain('North')
  const audits = await owned<{ action: string }>('select action from audit_entry where company_id = $1 order by id', [made.id])
  expect(audits.slice(0, 3).map(({ action }) => action)).toEqual(['companies.create', 'users.create', 'access.invite'])
})

// @req ACC-054
test('a company whose currency nobody names counts in renminbi', async () => {
  const { company } = await world()
  const root = await signedIn(company, { roles: ['superAdmin'] })
  const { id } = await root.call(createCompany, { body: harbour() })
  expect(await root.call(companies.get, { id })).toMatchObject({ currency: 'CNY', currencyName: '元', symbol: '¥' })
})

test('only an administrator adds a company', async () => {
  const { company, station } = await world()
  for (const role of ['company_user', 'company_group'] as const) {
    const someone = await signedIn(company, { roles: [role] })
    expect([role, await someone.refused(createCompany, { body: harbour() })]).toEqual([role, 'auth.forbidden'])
  }
  const master = await signedIn(company, { roles: [{ role: 'station_master', stationId: station.id }] })
  expect(await master.refused(createCompany, { body: harbour() })).toBe('auth.forbidden')
})

const first = {
  name: 'Fang',
  email: 'fang@river.example',
  nozzle: '1–4',
  promoter: true,
  readOnly: true,
  remark: 'mornings',
  loginFrom: '08:00',
  loginTo: '20:30',
  loginDeviceType: 'web',
  loginDeviceId: 'till-2',
  loginReason: 'Day shift',
  searchOrderDays: 1,
  searchOrderItemDays: 2,
  searchClassSettleDays: 3,
  searchDailyReportDays: 4,
  searchCardDetailDays: 5,
}
const second = {
  name: 'Hua',
  email: 'hua@river.example',
  nozzle: '5',
  promoter: false,
  readOnly: false,
  remark: 'nights',
  loginFrom: '20:00',
  loginTo: '06:30',
  loginDeviceType: 'pda',
  loginDeviceId: 'till-3',
  loginReason: 'Night shift',
  searchOrderDays: 11,
  searchOrderItemDays: 12,
  searchClassSettleDays: 13,
  searchDailyReportDays: 14,
  searchCardDetailDays: 15,
}

// @req ORG-023 ORG-024
test('a user is added and edited with every field, and each of them is read again', async () => {
  const { company, station } = await world()
  const lin = await signedIn(company, { roles: ['admin'] })
  const mobile = (begin: string) => `${begin}${String(unique()).padStart(8, '0')}`
  const [all, other] = [
    { ...first, mobile: mobile('135') },
    { ...second, mobile: mobile('134') },
  ]
  const roles = [{ defaultRole: 'station_salesman' as const, stationId: station.id }]
  const { id } = await lin.call(users.create, { body: { ...all, roles } })
  const expand = 'roles.station,createdBy,modifiedBy'
  expect(await lin.call(users.get, { id, query: { expand } })).toMatchObject({
    ...all,
    companyId: company.id,
    createdBy: { id: lin.id },
    roles: [{ ...roles[0], station: { id: station.id } }],
  })

  const boss = await signedIn(company, { roles: ['admin'] })
  const later = [{ defaultRole: 'station_leader' as const, stationId: station.id }]
  await boss.call(users.update, { id, body: { ...other, roles: later, version: 1 } })
  expect(await lin.call(users.get, { id, query: { expand } })).toMatchObject({
    ...other,
    createdBy: { id: lin.id },
    modifiedBy: { id: boss.id },
    roles: later,
  })
  expect(await boss.refused(users.update, { id, body: { name: 'Wu', version: 1 } })).toBe('stale')
  const body = { name: 'Wu', mobile: mobile('133'), roles: [] }
  for (const over of [{ mobile: null }, { name: '' }, { email: 'wu' }, { loginFrom: '24:00' }, { roles: undefined }, { age: 7 }])
    expect([over, await lin.refused(users.create, { body: { ...body, ...over } as never })]).toEqual([over, 'validation'])
})

// @req ACC-072 ORG-023
test('an administrator says whose a new user is; everybody else’s belong to their own company', async () => {
  const { company } = await world()
  const { company: other } = await world()
  const root = await signedIn(company, { roles: ['superAdmin'] })
  const fang = (companyId?: number) => ({
    body: { name: 'Fang', mobile: `136${String(unique()).padStart(8, '0')}`, roles: [], ...(companyId && { companyId }) },
  })
  const made = await root.call(users.create, fang(other.id))
  expect(await owned('select company_id from user_account where id = $1', [made.id])).toEqual([{ company_id: other.id }])

  const admin = await signedIn(company, { roles: ['admin'] })
  expect(await admin.refused(users.create, fang(company.id))).toBe('allowed')
  expect(await admin.refused(users.create, fang(other.id))).toBe('notFound')
  const clerk = await signedIn(company, { roles: ['company_user'] })
  expect(await clerk.refused(users.create, fang())).toBe('allowed')
  expect(await clerk.refused(users.create, fang(company.id))).toBe('notFound')
})

// @req ACC-002 ACC-087
test('staff of a group, a company, a station and a fleet are served; a dealer is a group of companies', async () => {
  const { company, station } = await world()
  const { company: other, station: far } = await world()
  const [group] = await owned<{ id: number }>('insert into company_group (name) values ($1) returning id', [`Dealer ${unique()}`])
  for (const each of [company, other]) await owned('insert into company_group_member values ($1, $2)', [group!.id, each.id])
  const seen = async (role: 'company_group' | 'company_user' | 'station_master') => {
    const held = role === 'station_master' ? { role, stationId: station.id } : role
    const someone = await signedIn(company, { roles: [held] })
    if (role === 'company_group') await owned('update user_role set company_group_id = $1 where user_id = $2', [group!.id, someone.id])
    return (await someone.call(stations.list, { query: { sort: 'id' } })).content.map(({ id }) => id)
  }
  expect(await seen('company_group')).toEqual([station.id, far.id].toSorted((one, other) => one - other))
  expect(await seen('company_user')).toEqual([station.id])
  expect(await seen('station_master')).toEqual([station.id])
  const [fleet] = await owned<{ id: number }>('insert into fleet (company_id, name) values ($1, $2) returning id', [company.id, 'Taxis'])
  const leader = await signedIn(company, { roles: ['group_master'] })
  await owned('update user_role set fleet_id = $1 where user_id = $2', [fleet!.id, leader.id])
  expect((await leader.call(sessions.profile, {})).fleet).toMatchObject({ id: fleet!.id, name: 'Taxis', userCardId: null })
  expect(await leader.refused(stations.list, {})).toBe('auth.forbidden')
})

test('a company that begins with the rules of China for prepaid cards has every figure of them', async () => {
  const { company } = await world()
  const lin = await signedIn(company, { roles: ['admin'] })
  const mobile = `137${String(1e8 + unique()).slice(1)}`
  const body = { ...harbour(), prepaid: 'chinaSinglePurpose' as const, admin: { name: 'Gao Ming', mobile } }
  const made = await lin.call(createCompany, { body })
  const gao = browser()
  await gao.call(users.accept, { body: { code: made.invitation!.path.split('=')[1]!, password } })
  await gao.call(sessions.login, { body: { mobile, password, companyId: body.code } })
  const { config } = await gao.call(companies.get, { id: made.id, query: { expand: 'config' } })
  expect(config).toMatchObject({ prepaid: { namedCentsMax: 5_000_00, bearerCentsMax: 1_000_00, bearerYearsMin: 3, identity: true } })
})
