import { sessions, stations, users } from '@forecourt/contract'
import { beforeEach, expect, test } from 'vitest'
import { browser, password, person, signedIn, type Person } from '../../testing/access.ts'
import { noon, owned, setClock, world } from '../../testing/world.ts'

beforeEach(() => setClock(noon))
const later = (minutes: number) => setClock(new Date(noon.getTime() + minutes * 60_000))
const hours = 60

const enter = (companyId: string | number, { mobile, email }: { mobile?: string; email?: string }, over: object = {}) =>
  browser().raw('POST', '/users/login?expand=roles&expand=userCards.card.group', { mobile, email, password, companyId, ...over })

// @req ACC-001 ACC-017 ACC-019 ACC-026 ACC-033
test('staff sign in by mobile or by e-mail, with the company’s code or its id, and work at once', async () => {
  const { company, station } = await world()
  const lin = await person(company, { roles: [{ role: 'station_master', stationId: station.id }], email: 'Lin@River.example' })

  for (const [companyId, account] of [
    [company.code, { mobile: ` ${lin.mobile} ` }],
    [company.id, { email: ' lin@river.EXAMPLE ' }],
  ] as const) {
    const page = browser()
    const reply = await page.raw('POST', '/users/login', { ...account, password, companyId })
    expect(reply.json()).toMatchObject({
      userId: lin.id,
      name: lin.name,
      token: expect.any(String),
      expiration: noon.getTime() + 12 * hours * 60_000,
      roles: [{ defaultRole: 'station_master', station: { id: station.id, name: station.name } }],
    })
    expect(reply.headers['authorization']).toBe(reply.json().token)
    expect(Number(reply.headers['expiration'])).toBe(reply.json().expiration)
    expect(reply.headers['set-cookie']).toMatch(/^forecourt=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict; Expires=/)
    expect(await page.call(stations.list, {})).toMatchObject({ content: [{ id: station.id }], totalElements: 1 })
  }
})

// @req ACC-020
test('whatever is wrong of company, account and password, the answer is one', async () => {
  const { company } = await world()
  const lin = await person(company, { roles: ['admin'] })
  const { company: other } = await world()
  const unset = await person(company, { roles: ['admin'], over: { password_hash: null } })

  const wrongs = await Promise.all(
    [
      enter('nowhere', lin),
      enter(other.code, lin),
      enter(company.code, { mobile: '13999999999' }),
      enter(company.code, { email: 'no@river.example' }),
      enter(company.code, lin, { password: 'river-otter-8' }),
      enter(company.code, unset),
      enter('999999999', lin),
    ].map(async wrong => (await wrong).body),
  )
  expect(new Set(wrongs)).toEqual(new Set([JSON.stringify({ code: 'login.wrong', message: 'Wrong company code, account or password' })]))
})

test('nor does the time it takes tell them apart, for it is the same work', async () => {
  const { company } = await world()
  const lin = await person(company, { roles: ['admin'] })
  // By the work that this process does for it: what else the machine has to do meanwhile makes no difference.
  const workFor = async (mobile: string) => {
    const before = process.cpuUsage()
    await enter(company.code, { mobile }, { password: 'river-otter-8' })
    const { user, system } = process.cpuUsage(before)
    return user + system
  }
  await workFor('13999999999')
  const works: Record<'known' | 'unknown', number[]> = { known: [], unknown: [] }
  for (let n = 0; n < 7; n++) {
    works.known.push(await workFor(lin.mobile))
    works.unknown.push(await workFor('13999999998'))
  }
  const [known, unknown] = [works.known, works.unknown].map(each => each.toSorted((a, b) => a - b)[3]!) as [number, number]
  // Without a hash to compare with, an unknown account would be answered many times faster.
  expect(unknown / known).toBeGreaterThan(0.5)
})

// @req ACC-024 ACC-061 ACC-065
test('who holds two roles picks one, and is that one alone', async () => {
  const { company, station, addStation } = await world()
  const west = await addStation('Riverside West')
  const lin = await person(company, {
    roles: ['company_user', { role: 'station_employee', stationId: station.id }, { role: 'station_employee', stationId: west.id }],
  })
  const page = browser()

  const first = (await page.raw('POST', '/users/login', { mobile: lin.mobile, password, companyId: company.code })).json()
  expect(first).toMatchObject({ roleRequired: true, roles: [{ defaultRole: 'company_user', station: null }, {}, {}] })
  expect([first.token, page.kept.token, page.kept.cookie]).toEqual([undefined, undefined, undefined])

  await page.raw('POST', '/users/login', { mobile: lin.mobile, password, companyId: company.code, roleId: first.roles[1].id })
  const me = await page.call(sessions.profile, { query: { expand: 'roles.station' } })
  expect(me).toMatchObject({
    name: lin.name,
    defaultRole: 'station_employee',
    roles: [{ station: { id: station.id } }, { station: { id: west.id } }],
  })
  expect(me.menus.web).toContain('CardQuery')
  expect(me.menus.web).not.toContain('StaffMge')
  expect(await page.refused(users.list, {})).toBe('auth.forbidden')
  expect((await enter(company.code, lin, { roleId: 1 })).json().code).toBe('login.roleUnknown')
})

// @req ACC-024
test('one role in two stations is not picked; of three roles any one is', async () => {
  const { company, station, addStation } = await world()
  const west = await addStation('Riverside West')
  const wu = await person(company, {
    roles: [
      { role: 'station_bill', stationId: station.id },
      { role: 'station_bill', stationId: west.id },
    ],
  })
  const both = (await enter(company.code, wu)).json()
  expect(both.token).toEqual(expect.any(String))
  expect(both.roles.map(({ station: { id } }: { station: { id: number } }) => id)).toEqual([station.id, west.id])

  const three = ['company_user', { role: 'station_leader', stationId: station.id }, { role: 'station_bill', stationId: west.id }] as const
  const lin = await person(company, { roles: [...three] })
  const { roles } = (await enter(company.code, lin)).json()
  for (const { id, defaultRole } of roles) {
    const page = browser()
    await page.raw('POST', '/users/login', { mobile: lin.mobile, password, companyId: company.code, roleId: id })
    expect(await page.call(sessions.profile, {})).toMatchObject({ defaultRole, roles: [{ id, defaultRole }] })
  }
  expect(roles.map(({ defaultRole }: { defaultRole: string }) => defaultRole)).toEqual(['company_user', 'station_leader', 'station_bill'])
})

// @req ORG-013 ACC-087
test('a user who is limited to certain hours is told why', async () => {
  const { company } = await world()
  const night = await person(company, { roles: ['admin'], over: { login_from: '18:00', login_to: '06:00', login_reason: 'Night shift' } })
  expect((await enter(company.code, night)).json()).toEqual({
    code: 'login.restricted',
    message: 'You cannot sign in now: Night shift',
    detail: { reason: 'Night shift' },
  })
})

// @req ORG-013 ACC-087
test.each([
  ['17:59', 'login.restricted'],
  ['18:00', undefined],
  ['23:30', undefined],
  ['02:00', undefined],
  ['05:59', undefined],
  ['06:00', 'login.restricted'],
] as const)('hours from 18:00 to 06:00 run over midnight: at %s %s', async (clock, code) => {
  const { company } = await world()
  const night = await person(company, { roles: ['admin'], over: { login_from: '18:00', login_to: '06:00', login_reason: 'Night shift' } })
  setClock(new Date(`2026-05-01T${clock}:00+08:00`))
  expect((await enter(company.code, night)).json().code).toBe(code)
  setClock(noon)
})

// @req ACC-021 ORG-013 ACC-087
test.each<[string, Person, string]>([
  ['a member', { roles: ['user'] }, 'login.forbidden'],
  ['a passer-by', { roles: ['anonymous'] }, 'login.forbidden'],
  ['someone without a role', { roles: [] }, 'login.forbidden'],
  ['someone disabled', { roles: ['admin'], disabled: true }, 'login.forbidden'],
  [
    'someone outside their hours',
    { roles: ['admin'], over: { login_from: '18:00', login_to: '06:00', login_reason: 'Night shift' } },
    'login.restricted',
  ],
  ['someone on another kind of client', { roles: ['admin'], over: { login_device_type: 'pda' } }, 'login.restricted'],
  ['someone within their hours', { roles: ['admin'], over: { login_from: '11:00', login_to: '12:01' } }, 'allowed'],
  ['someone on their kind of client', { roles: ['admin'], over: { login_device_type: 'web' } }, 'allowed'],
])('%s: %s is %s', async (_, who, outcome) => {
  const { company, audits } = await world()
  const someone = await person(company, who)
  const reply = await browser().raw(
    'POST',
    '/users/login',
    { mobile: someone.mobile, password, companyId: company.code },
    { client: 'web/1.0.1340' },
  )
  expect(reply.json().code ?? 'allowed').toBe(outcome)
  if (outcome === 'login.forbidden') expect(reply.json().message).toBe('You cannot log in, contact the administrator')
  expect((await audits()).map(({ action }) => action)).toEqual([outcome === 'allowed' ? 'access.signIn' : 'access.signIn.refused'])
})

test('ten wrong tries lock an account for half an hour, from there and nowhere else', async () => {
  const { company } = await world()
  const lin = await person(company, { roles: ['admin'] })
  const guess = (over: object) => enter(company.code, lin, over).then(reply => reply.json().code ?? 'allowed')

  const guesses = await Promise.all(Array.from({ length: 12 }, () => guess({ password: 'river-otter-8' })))
  expect(guesses.toSorted((a, b) => a.localeCompare(b))).toEqual([...Array(2).fill('login.locked'), ...Array(10).fill('login.wrong')])
  expect(await guess({})).toBe('login.locked')
  const elsewhere = await browser({}, {}, '10.0.0.7').raw('POST', '/users/login', { mobile: lin.mobile, password, companyId: company.code })
  expect(elsewhere.statusCode).toBe(200)
  later(29)
  expect(await guess({})).toBe('login.locked')
  // The lock is held by what was typed and where from: it says nothing of whether the account exists.
  const [{ count }] = (await owned<{ count: number }>(
    'select count(*)::int as count from login_attempt where locked_until is not null',
  )) as [{ count: number }]
  expect(count).toBe(1)
  later(31)
  expect(await guess({})).toBe('allowed')
})

test('nine wrong tries are forgiven by a right one', async () => {
  const { company } = await world()
  const lin = await person(company, { roles: ['admin'] })
  const guess = (over: object) => enter(company.code, lin, over).then(reply => reply.json().code ?? 'allowed')
  for (let n = 0; n < 9; n++) expect(await guess({ password: 'river-otter-8' })).toBe('login.wrong')
  expect(await guess({})).toBe('allowed')
  for (let n = 0; n < 9; n++) expect(await guess({ password: 'river-otter-8' })).toBe('login.wrong')
  expect(await guess({})).toBe('allowed')
})

// @req ACC-018 ACC-026
test.each([
  ['no account', {}, 'login.noAccount'],
  ['two accounts', { mobile: '13800000000', email: 'a@b.example' }, 'login.noAccount'],
  ['an unknown field', { mobile: '13800000000', superAdmin: true }, 'validation'],
  ['no password', { mobile: '13800000000', password: '' }, 'validation'],
  ['no company', { mobile: '13800000000', companyId: ' ' }, 'validation'],
  ['SQL', { mobile: "' or 1=1 --" }, 'login.wrong'],
])('a sign-in with %s: %o is refused as %s', async (_, body, code) => {
  const { company } = await world()
  expect((await enter(company.code, {}, body)).json().code).toBe(code)
})

// @req ACC-025
test('a fleet’s leader signs in, and sees no station', async () => {
  const { company } = await world()
  const leader = await signedIn(company, { roles: ['group_master'] })
  expect(await leader.call(sessions.profile, {})).toMatchObject({ defaultRole: 'group_master' })
  expect(await leader.refused(stations.list, {})).toBe('auth.forbidden')
})

test('an account that was locked while the clock was a year ahead is not locked for a year', async () => {
  const { company } = await world()
  const lin = await person(company, { roles: ['admin'] })
  const guess = (over: object) => enter(company.code, lin, over).then(reply => reply.json().code ?? 'allowed')
  later(400 * 24 * 60)
  for (let tries = 0; tries < 10; tries++) await guess({ password: 'river-otter-8' })
  expect(await guess({})).toBe('login.locked')
  later(5)
  expect(await guess({})).toBe('allowed')
})
