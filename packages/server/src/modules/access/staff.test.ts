import { sessions, users, type Returned, type Role } from '@forecourt/contract'
import { beforeEach, expect, test } from 'vitest'
import { asSent, browser, password, person, signedIn } from '../../testing/access.ts'
import { noon, owned, setClock, world } from '../../testing/world.ts'

beforeEach(() => setClock(noon))

type User = Returned<typeof users.get>
/** The form as it would be sent back. */
const form = (user: User) => asSent(users.update, user)
const login = (companyId: string, mobile: string, given = password) =>
  browser().raw('POST', '/users/login', { mobile, password: given, companyId })
const fresh = 'badger-tunnel-44'
let turn = 0
const mobile = () => `139${String(++turn).padStart(8, '0')}`

// @req ORG-054 ACC-061
test('a station master takes on staff, who sign in with the password the master typed; the password is not in the audit log', async () => {
  const { company, station, audits } = await world()
  const lin = await signedIn(company, { roles: [{ role: 'station_master', stationId: station.id }] })
  const facts = { name: '王芳', mobile: mobile(), email: 'fang@river.example', nozzle: '1–4', promoter: true, remark: 'mornings' }
  const roles = [{ defaultRole: 'station_employee' as const, stationId: station.id }]

  const fang = await lin.call(users.create, { body: { ...facts, roles, password: fresh } })
  expect(fang).toMatchObject({ ...facts, isStaff: true, disabled: false, hasPin: false, readOnly: false, searchOrderDays: null })
  expect(JSON.stringify(fang)).not.toMatch(/hash|argon/i)
  expect((await login(company.code, facts.mobile, fresh)).statusCode).toBe(200)

  const again = await lin.call(users.get, { id: fang.id, query: { expand: 'roles.station' } })
  expect(again['roles']).toMatchObject([{ defaultRole: 'station_employee', station: { id: station.id, name: station.name } }])
  const noted = (await audits()).filter(({ subject }) => subject === `users:${fang.id}`)
  expect(noted[0]).toMatchObject({ action: 'users.create', detail: { name: '王芳', roles } })
  expect(JSON.stringify(noted)).not.toContain(fresh)
})

test('an edit keeps what others wrote meanwhile, and says what changed', async () => {
  const { company, station, audits } = await world()
  const lin = await signedIn(company, { roles: ['admin'] })
  const roles = [{ defaultRole: 'station_employee' as const, stationId: station.id }]
  const fang = await lin.call(users.create, { body: { name: 'Fang', mobile: mobile(), roles } })

  const edited = await lin.call(users.update, {
    id: fang.id,
    body: { ...form(fang), remark: 'evenings', roles: [...roles, { defaultRole: 'station_leader', stationId: station.id }] },
  })
  expect(edited).toMatchObject({ remark: 'evenings', version: 2 })
  expect(await lin.refused(users.update, { id: fang.id, body: { ...form(fang), remark: 'nights', roles } })).toBe('stale')
  expect((await audits()).at(-1)).toMatchObject({
    action: 'users.update',
    detail: { remark: { from: '', to: 'evenings' }, roles: { from: [], to: [{ defaultRole: 'station_leader', stationId: station.id }] } },
  })
})

// @req ORG-024 ORG-015 ACC-087
test('what is left out of an edit stays as it is, the flags too; and one way to sign in always remains', async () => {
  const { company, station } = await world()
  const lin = await signedIn(company, { roles: ['admin'] })
  const roles = [{ defaultRole: 'station_salesman' as const, stationId: station.id }]
  const facts = { name: 'Fang', mobile: mobile(), remark: 'mornings', promoter: true, readOnly: true, loginReason: 'night shift only' }
  const fang = await lin.call(users.create, { body: { ...facts, roles, password: fresh } })

  const edited = await lin.call(users.update, { id: fang.id, body: { nozzle: '1–4', version: 1 } })
  expect(edited).toMatchObject({ ...facts, nozzle: '1–4', version: 2 })
  expect(edited).toMatchObject({ roles })
  expect(await lin.refused(users.update, { id: fang.id, body: { mobile: null, version: 2 } })).toBe('validation')
  expect(await lin.refused(users.update, { id: fang.id, body: { name: ' ', version: 2 } })).toBe('validation')

  const there = browser()
  await there.raw('POST', '/users/login', { mobile: facts.mobile, password: fresh, companyId: company.code })
  expect(await there.call(sessions.profile, {})).toMatchObject({ readOnly: true, promoter: true })
  expect((await there.raw('POST', '/fuelCodes', { code: '092', type: 'gasoline' })).json().code).toMatch(/^auth\./)
  await lin.call(users.update, { id: fang.id, body: { promoter: false, readOnly: false, version: 2 } })
  expect(await there.call(sessions.profile, {})).toMatchObject({ readOnly: false, promoter: false })
})

// @req ORG-028
test('who is there already is not added again, and that is said in both languages', async () => {
  const { company } = await world()
  const lin = await signedIn(company, { roles: ['admin'] })
  const body = { name: 'Fang', mobile: mobile(), roles: [] }
  await lin.call(users.create, { body: { ...body, email: 'fang.there@river.example' } })
  const twins = [
    ['mobile', body],
    ['email', { ...body, mobile: mobile(), email: 'fang.there@river.example' }],
  ] as const
  const other = await lin.call(users.create, { body: { ...body, mobile: mobile() } })
  for (const [field, twin] of twins) {
    for (const [language, words] of [
      ['en', /^User already exists/],
      ['zh', /^用户已存在/],
    ] as const) {
      const reply = await lin.raw('POST', '/users', twin, { language })
      expect([reply.statusCode, reply.json().code, reply.json().field]).toEqual([409, `user.${field}Taken`, field])
      expect(reply.json().message).toMatch(words)
    }
    const edit = { [field]: (twin as Record<string, unknown>)[field], version: 1 }
    expect(await lin.refused(users.update, { id: other.id, body: edit })).toBe(`user.${field}Taken`)
  }
})

test('a user shows who added and who last edited the account, the cards and the fleet', async () => {
  const { company, rows } = await world()
  const lin = await signedIn(company, { roles: ['admin'], name: '林' })
  const fang = await lin.call(users.create, { body: { name: 'Fang', mobile: mobile(), roles: [] } })
  await lin.call(users.update, { id: fang.id, body: { remark: 'fleet', version: 1 } })
  await rows(`insert into fleet (company_id, name, user_id) values ($1, '顺风物流', $2)`, [company.id, fang.id])
  const expand = 'userCards,group,createdBy.name,modifiedBy.name,roles'
  const { content } = await lin.call(users.list, { query: { search: `id:${fang.id}`, expand } })
  expect(content).toMatchObject([
    { createdBy: { name: '林' }, modifiedBy: { name: '林' }, userCards: [], group: [{ name: '顺风物流' }], roles: [] },
  ])
})

// @req ACC-019
test.each([
  ['neither mobile nor e-mail', { mobile: null }, 'validation'],
  ['a mobile that is none', { mobile: '12' }, 'validation'],
  ['an e-mail that is none', { email: 'lin@' }, 'validation'],
  ['a mobile that is taken', {}, 'user.mobileTaken'],
  ['an e-mail that is taken', { mobile: null, email: 'LIN@river.example' }, 'user.emailTaken'],
  ['a password everyone has', { mobile: '13711111111', password: 'Password123' }, 'password.common'],
  ['a password that is their number', { mobile: '13711111111', password: '13711111111' }, 'password.common'],
  ['a short password', { mobile: '13711111111', password: 'otter-7' }, 'password.length'],
  ['a role twice', { mobile: '13711111111', roles: [{ defaultRole: 'admin' }, { defaultRole: 'admin' }] }, 'user.roleTwice'],
  ['a station role without a station', { mobile: '13711111111', roles: [{ defaultRole: 'station_bill' }] }, 'user.roleStation'],
  ['a role that is not given here', { mobile: '13711111111', roles: [{ defaultRole: 'group_master' }] }, 'user.roleAbove'],
  ['a made-up role', { mobile: '13711111111', roles: [{ defaultRole: 'god' }] }, 'validation'],
  ['a field of the server', { mobile: '13711111111', isStaff: true }, 'validation'],
  ['another company', { mobile: '13711111111', companyId: 1 }, 'notFound'],
])('a user with %s is refused: %o is %s', async (_, over, code) => {
  const { company } = await world()
  const lin = await signedIn(company, { roles: ['admin'], mobile: '13700000000', email: 'lin@river.example' })
  expect(await lin.refused(users.create, { body: { name: 'Fang', mobile: '13700000000', roles: [], ...over } as never })).toBe(code)
})

const grantable: [Role, Role, string][] = [
  ['superAdmin', 'superAdmin', 'allowed'],
  ['admin', 'superAdmin', 'user.roleAbove'],
  ['admin', 'admin', 'allowed'],
  ['company_user', 'admin', 'user.roleAbove'],
  ['company_user', 'company_user', 'allowed'],
  ['company_user', 'station_master', 'allowed'],
  ['station_master', 'superAdmin', 'user.roleAbove'],
  ['station_master', 'admin', 'user.roleAbove'],
  ['station_master', 'company_user', 'user.roleAbove'],
  ['station_master', 'station_master', 'allowed'],
  ['station_master', 'station_leader', 'allowed'],
  ['station_leader', 'station_employee', 'auth.forbidden'],
  ['station_bill', 'station_employee', 'auth.forbidden'],
  ['station_employee', 'station_employee', 'auth.forbidden'],
  ['station_salesman', 'station_employee', 'auth.forbidden'],
  ['group_master', 'station_employee', 'auth.forbidden'],
  ['company_group', 'admin', 'auth.forbidden'],
]
const held = (role: Role, stationId: number) => (role.startsWith('station_') ? { role, stationId } : role)

// @req SEC-029
test.each(grantable)('%s giving %s is %s', async (giver, role, outcome) => {
  const { company, station } = await world()
  const lin = await signedIn(company, { roles: [held(giver, station.id)] })
  const roles = [{ defaultRole: role, stationId: role.startsWith('station_') ? station.id : null }]
  expect(await lin.refused(users.create, { body: { name: 'Fang', mobile: mobile(), roles } })).toBe(outcome)
})

test('a station master manages the staff of their own stations only, and nobody above them', async () => {
  const { company, station, addStation } = await world()
  const west = await addStation('West')
  const lin = await signedIn(company, { roles: [{ role: 'station_master', stationId: station.id }] })
  const own = await person(company, { roles: [{ role: 'station_employee', stationId: station.id }] })
  const both = await person(company, {
    roles: [
      { role: 'station_bill', stationId: station.id },
      { role: 'station_bill', stationId: west.id },
    ],
  })
  const boss = await person(company, { roles: ['admin', { role: 'station_employee', stationId: station.id }] })
  const theirs = await person(company, { roles: [{ role: 'station_employee', stationId: west.id }] })
  const admin = await person(company, { roles: ['admin'] })
  const member = await person(company, { roles: ['user'] })
  const foreign = await person((await world()).company, { roles: ['station_employee' as Role].map(() => 'admin') })

  const seen = (await lin.call(users.list, { query: { sort: 'id,asc' } })).content.map(({ id }) => id)
  expect(seen).toEqual([lin.id, own.id, both.id, boss.id])
  const acts = async (id: number) =>
    new Set([
      await lin.refused(users.disable, { id }),
      await lin.refused(users.enable, { id }),
      await lin.refused(users.invite, { id }),
      await lin.refused(users.password, { id, body: { password: fresh } }),
      await lin.refused(users.update, {
        id,
        body: { name: 'Changed', mobile: mobile(), version: 1, roles: [{ defaultRole: 'station_employee', stationId: station.id }] },
      }),
    ])
  expect([...(await acts(own.id))]).toEqual(['allowed'])
  for (const { id } of [both, boss]) expect([...(await acts(id))]).toEqual(['user.outOfReach'])
  for (const { id } of [theirs, admin, member, foreign]) expect([...(await acts(id))]).toEqual(['notFound'])
  expect(
    await lin.refused(users.create, {
      body: { name: 'Fang', mobile: mobile(), roles: [{ defaultRole: 'station_employee', stationId: west.id }] },
    }),
  ).toBe('notFound')
  expect(await lin.refused(users.create, { body: { name: 'Fang', mobile: mobile(), roles: [] } })).toBe('user.roleMissing')
  const row = form(await lin.call(users.get, { id: own.id }))
  expect(await lin.refused(users.update, { id: own.id, body: { ...row, roles: [{ defaultRole: 'user' }] } })).toBe('user.roleMissing')
})

test('nobody raises or disables themselves, and somebody stays who can put things right', async () => {
  const { company, station } = await world()
  const lin = await signedIn(company, { roles: ['admin'] })
  const wu = await signedIn(company, { roles: ['admin'] })
  const me = await lin.call(users.get, { id: lin.id })

  expect(
    await lin.refused(users.update, {
      id: lin.id,
      body: { ...form(me), roles: [{ defaultRole: 'admin', stationId: null }], name: 'Lin Lin' },
    }),
  ).toBe('allowed')
  const mine = form(await lin.call(users.get, { id: lin.id }))
  const more = [
    { defaultRole: 'admin' as const, stationId: null },
    { defaultRole: 'station_master' as const, stationId: station.id },
  ]
  expect(await lin.refused(users.update, { id: lin.id, body: { ...mine, roles: more } })).toBe('user.ownRoles')
  expect(await lin.refused(users.disable, { id: lin.id })).toBe('user.self')

  // Two admins, each ending the other at the same moment: one of them wins, never both.
  const both = await Promise.all([lin.refused(users.disable, { id: wu.id }), wu.refused(users.disable, { id: lin.id })])
  expect(both.filter(outcome => outcome === 'allowed')).toHaveLength(1)
  const [left] = await owned<{ count: number }>('select count(*)::int as count from user_account where company_id = $1 and not disabled', [
    company.id,
  ])
  expect(left).toEqual({ count: 1 })
  const office = await signedIn(company, { roles: ['superAdmin'] })
  const last = both[0] === 'allowed' ? lin : wu
  await owned('update user_account set password_hash = null where id = $1', [office.id])
  expect(await office.refused(users.disable, { id: last.id })).toBe('user.lastAdmin')
  const row = form(await office.call(users.get, { id: last.id }))
  expect(await office.refused(users.update, { id: last.id, body: { ...row, roles: [] } })).toBe('user.lastAdmin')
})

test('a disabled user’s next request is refused, and so is one whose role was taken', async () => {
  const { company, station } = await world()
  const lin = await signedIn(company, { roles: ['admin'] })
  const fang = await signedIn(company, { roles: [{ role: 'station_bill', stationId: station.id }] })
  const ming = await signedIn(company, { roles: [{ role: 'station_bill', stationId: station.id }] })

  expect(await fang.refused(sessions.profile, {})).toBe('allowed')
  await lin.call(users.disable, { id: fang.id })
  expect(await fang.refused(sessions.profile, {})).toBe('auth.required')
  expect((await login(company.code, fang.mobile)).json().code).toBe('login.forbidden')
  // It is the user that is asked, not only their sessions.
  await owned('update user_account set disabled = true where id = $1', [ming.id])
  expect(await ming.refused(sessions.profile, {})).toBe('auth.required')
  await owned('update user_account set disabled = false where id = $1', [ming.id])
  expect(await ming.refused(sessions.profile, {})).toBe('allowed')
  await lin.call(users.enable, { id: fang.id })
  expect((await login(company.code, fang.mobile)).statusCode).toBe(200)

  await lin.call(users.update, {
    id: ming.id,
    body: { ...form(await lin.call(users.get, { id: ming.id })), roles: [{ defaultRole: 'company_user' }] },
  })
  expect(await ming.refused(sessions.profile, {})).toBe('auth.required')
})

test('what belongs to another company does not exist', async () => {
  const { company } = await world()
  const lin = await signedIn(company, { roles: ['admin'] })
  const there = await world()
  const stranger = await person(there.company, { roles: ['admin'] })

  expect(
    (await lin.call(users.list, { query: { search: `mobile:${stranger.mobile}` } })).content.filter(
      ({ companyId }) => companyId !== company.id,
    ),
  ).toEqual([])
  for (const id of [stranger.id, 1]) {
    const outcomes = await Promise.all([
      lin.refused(users.get, { id }),
      lin.refused(users.disable, { id }),
      lin.refused(users.password, { id, body: { password: fresh } }),
      lin.refused(users.pin, { id, body: { password, pin: '274951' } }),
      lin.refused(users.verifyPin, { id, body: { pin: '274951', action: 'order.refund', subject: 'orders:1' } }),
      lin.refused(users.update, { id, body: { name: 'x', mobile: mobile(), roles: [], version: 1 } }),
    ])
    expect(new Set(outcomes)).toEqual(new Set(['notFound']))
  }
  expect(
    await lin.refused(users.create, {
      body: { name: 'Fang', mobile: mobile(), roles: [{ defaultRole: 'station_bill', stationId: there.station.id }] },
    }),
  ).toBe('notFound')
})
