import {
  assignRole,
  cardMoney,
  classSettles,
  fuelCodes,
  orderRefunds,
  orders,
  pages,
  points,
  roleAccesses,
  roles as everyRole,
  sessions,
  stations,
  userDeals,
  users,
  type AccessChanges,
  type ButtonName,
  type FileType,
  type Permission,
  type Role,
} from '@forecourt/contract'
import { beforeEach, expect, test } from 'vitest'
import { signedIn } from '../../testing/access.ts'
import { form, png } from '../../testing/file.ts'
import { noon, owned, setClock, statementsOf, world } from '../../testing/world.ts'

beforeEach(() => setClock(noon))

const none = { on: [], off: [] }
const changes = (over: Partial<AccessChanges> = {}): AccessChanges => ({
  menus: none,
  buttons: none,
  interfaces: none,
  tasks: none,
  ...over,
})
type Someone = Awaited<ReturnType<typeof signedIn>>
type Page = Pick<Someone, 'call'>
const accessOfRole = async (page: Page, role: Role) =>
  (await page.call(roleAccesses.list, { query: { search: `defaultRole:${role}` } })).content[0]!
const save = async (page: Page, role: Role, over: Partial<AccessChanges>) => {
  const { id, version } = await accessOfRole(page, role)
  return page.call(roleAccesses.update, { id, body: { ...changes(over), version } })
}
const entryOf = async (page: Page, userId: number) => (await page.call(users.get, { id: userId })).roles![0]!

// @req ACC-077 SEC-029 ACC-062
test('an administrator closes a page to a role: its holders are refused at their very next request, and their menu lacks it', async () => {
  const { company, station, audits } = await world()
  const wu = await signedIn(company, { roles: ['admin'] })
  const lin = await signedIn(company, { roles: [{ role: 'station_master', stationId: station.id }] })
  expect(await lin.refused(fuelCodes.list, {})).toBe('allowed')

  await save(wu, 'station_master', { menus: { on: [], off: ['fuelCode'] } })
  expect(await lin.refused(fuelCodes.list, {})).toBe('auth.forbidden')
  const profile = await lin.call(sessions.profile, {})
  expect(profile.menus.web).not.toContain('FuelCode')
  expect(profile.menus.web).toContain('StaffMge')
  expect((await audits()).at(-1)).toMatchObject({
    action: 'roleAccesses.update',
    detail: { role: 'station_master', from: changes(), to: { menus: { off: ['fuelCode'] } } },
  })

  await save(wu, 'station_master', {})
  expect(await lin.refused(fuelCodes.list, {})).toBe('allowed')
  const elsewhere = await world()
  const far = await signedIn(elsewhere.company, { roles: [{ role: 'station_master', stationId: elsewhere.station.id }] })
  await save(wu, 'station_master', { menus: { on: [], off: ['fuelCode'] } })
  expect(await far.refused(fuelCodes.list, {})).toBe('allowed')
})

// @req ACC-061 ORG-041 ORG-055
test('a master assigns an attendant’s menus and buttons: nothing else opens, and the rights that came with the rest are gone', async () => {
  const { company, station, audits } = await world()
  const lin = await signedIn(company, { roles: [{ role: 'station_master', stationId: station.id }] })
  const fang = await signedIn(company, { roles: [{ role: 'station_leader', stationId: station.id }] })
  expect([await fang.refused(orders.list, {}), await fang.refused(classSettles.list, {})]).toEqual(['allowed', 'allowed'])

  const { id, version } = await entryOf(lin, fang.id)
  const row = await lin.call(assignRole, { id, body: { version, menus: { web: ['AllQuery', 'AllDetails'] }, buttons: ['refund'] } })
  expect(row).toMatchObject({ menus: { web: ['AllQuery', 'AllDetails'] }, buttons: ['refund'], version: version + 1 })
  expect([await fang.refused(orders.list, {}), await fang.refused(classSettles.list, {})]).toEqual(['allowed', 'auth.forbidden'])
  const profile = await fang.call(sessions.profile, {})
  expect(profile.menus.web.filter(name => name.endsWith('Query') || name.endsWith('Settle'))).toEqual(['AllQuery'])
  expect(profile.permissions).not.toContain('order.refund')
  expect(profile.roles[0]).toMatchObject({ buttons: expect.arrayContaining(['refund']) })
  expect((await audits()).at(-1)).toMatchObject({ action: 'roles.assign', subject: `users:${fang.id}` })

  expect(await lin.refused(assignRole, { id, body: { version, menus: null, buttons: null } })).toBe('stale')
  expect(await lin.refused(assignRole, { id, body: { version: version + 1, menus: null, buttons: ['fly' as never] } })).toBe('validation')
  expect(await fang.refused(assignRole, { id, body: { version: version + 1, menus: null, buttons: null } })).toBe('auth.forbidden')
  await lin.call(assignRole, { id, body: { version: version + 1, menus: null, buttons: null } })
  expect(await fang.refused(classSettles.list, {})).toBe('allowed')
})

// @req SEC-029
test('nobody gives what they do not hold, not by assignment, not by a role, not through a new account', async () => {
  const { company, station } = await world()
  const wu = await signedIn(company, { roles: ['admin'] })
  const lin = await signedIn(company, { roles: [{ role: 'station_master', stationId: station.id }] })
  const fang = await signedIn(company, { roles: [{ role: 'station_leader', stationId: station.id }] })
  const { id, version } = await entryOf(lin, fang.id)
  const give = (web: string[]) => lin.refused(assignRole, { id, body: { version, menus: { web }, buttons: null } })
  expect(await give(['RoleAccessConfig'])).toBe('access.notHeld')
  expect(await give(['NoSuchPage'])).toBe('access.pageUnknown')
  expect(await give(['PersonCenter'])).toBe('access.pageUnknown')
  expect(await lin.refused(assignRole, { id, body: { version, menus: null, buttons: ['addAuthCode'] } })).toBe('access.notHeld')

  const admin = await accessOfRole(wu, 'station_bill')
  const grant = changes({ interfaces: { on: ['access.group.write'], off: [] } })
  expect(await wu.refused(roleAccesses.update, { id: admin.id, body: { ...grant, version: admin.version } })).toBe('access.notHeld')

  const own = await entryOf(wu, lin.id)
  await wu.call(assignRole, { id: own.id, body: { version: own.version, menus: null, buttons: ['refund'] } })
  const newcomer = { name: 'Puppet', mobile: '13911110000', roles: [{ defaultRole: 'station_master' as const, stationId: station.id }] }
  expect(await lin.refused(users.create, { body: newcomer })).toBe('access.notHeld')
  expect(
    await lin.refused(users.create, { body: { ...newcomer, roles: [{ defaultRole: 'station_employee', stationId: station.id }] } }),
  ).toBe('allowed')
})

// @req ACC-063 ACC-064 ACC-068
test('a superAdmin is given every page, an administrator whose menus nobody configured all but that of a fleet’s leader', async () => {
  const { company } = await world()
  const webOf = async (role: 'superAdmin' | 'admin') => {
    const { menus, roles } = await (await signedIn(company, { roles: [role] })).call(sessions.profile, {})
    expect(roles.map(entry => entry.menus.web.toSorted())).toEqual([menus.web.toSorted()])
    return menus.web.toSorted()
  }
  const every = pages.map(({ name }) => name.slice(0, 1).toUpperCase() + name.slice(1)).toSorted()
  expect(await webOf('superAdmin')).toEqual(every)
  expect(every).toEqual(expect.arrayContaining(['AssginMge', 'AddCompanies', 'CompanyDetails', 'PersonCenter']))
  expect(await webOf('admin')).toEqual(every.filter(name => name !== 'AssginMge'))
})

// @req ACC-065
test('anyone who holds a role at two stations sees the pages of both entries', async () => {
  const { company, station, addStation } = await world()
  const west = await addStation('West')
  const wu = await signedIn(company, { roles: ['admin'] })
  const lin = await signedIn(company, { roles: [station, west].map(({ id }) => ({ role: 'station_master' as const, stationId: id })) })
  const entries = (await wu.call(users.get, { id: lin.id })).roles as { id: number; version: number; stationId: number }[]
  for (const { id, version, stationId } of entries)
    await wu.call(assignRole, { id, body: { version, menus: { web: [stationId === west.id ? 'FuelCode' : 'AllQuery'] }, buttons: null } })
  const { web } = (await lin.call(sessions.profile, {})).menus
  expect(['AllQuery', 'FuelCode', 'StaffMge'].map(name => web.includes(name))).toEqual([true, true, false])
})

/** What a prohibition keeps from its holder: each call that there is for it, with what it was answered. */
const upload = async (page: Someone, type: FileType) => {
  const { payload, headers } = form({ filename: 'a.png', bytes: png() })
  const reply = await page.raw('POST', `/upload?type=${type}`, payload, headers)
  return reply.statusCode === 200 ? 'allowed' : (reply.json().code as string)
}
const reason = { reason: 'paidWrong' as const, amountCents: 1_00, pinProof: 'x' }
const undone = { id: 1, body: { remark: 'Count', pinProof: 'x' } }
const moved = { id: 1, body: { ...undone.body, points: 1 } }
const forbids = {
  invoicing: ['invoice.issue', page => [upload(page, 'invoice')]],
  issueCoupon: ['coupon.issue', page => [page.refused(userDeals.issue, { body: { dealId: 1, codes: 1, reason: 'Sorry' } })]],
  deductPoints: ['points.deduct', page => [page.refused(points.deduct, moved), page.refused(points.takeBack, undone)]],
  givePoints: ['points.give', page => [page.refused(points.reward, moved), page.refused(points.restore, undone)]],
  refund: [
    'order.refund',
    page => [
      page.refused(orderRefunds.refund, { id: 1, body: reason }),
      page.refused(orderRefunds.preview, { id: 1, body: {} }),
      page.refused(orderRefunds.revoke, { id: 1, body: {} }),
      page.refused(orderRefunds.revokePreview, { id: 1 }),
    ],
  ],
  adjustBalance: [
    'card.adjust',
    page => [page.refused(cardMoney.adjust, { id: 1, body: { amountCents: 1_00, remark: 'Count', pinProof: 'x' } })],
  ],
} as const satisfies Partial<Record<ButtonName, readonly [Permission, (page: Someone) => Promise<string>[]]>>

// @req ACC-078 ACC-079 ACC-080 ACC-081 ACC-082 ACC-083
test.each(Object.entries(forbids))(
  'the prohibition %s is kept by the server, for one person or for a role',
  async (name, [permission, tries]) => {
    const { company, station } = await world()
    const wu = await signedIn(company, { roles: ['admin'] })
    const lin = await signedIn(company, { roles: [{ role: 'station_master', stationId: station.id }] })
    const outcome = async () => {
      const { permissions, roles } = await lin.call(sessions.profile, {})
      const answers = await Promise.all(tries(lin))
      return [
        permissions.includes(permission),
        (roles[0] as { buttons: string[] }).buttons.includes(name),
        answers.filter(code => code === 'auth.forbidden').length,
      ]
    }
    const [free, kept] = [
      [true, false, 0],
      [false, true, tries(lin).length],
    ]
    expect(await outcome()).toEqual(free)
    const { id, version } = await entryOf(wu, lin.id)
    await wu.call(assignRole, { id, body: { version, menus: null, buttons: [name as ButtonName] } })
    expect(await outcome()).toEqual(kept)
    await wu.call(assignRole, { id, body: { version: version + 1, menus: null, buttons: null } })
    expect(await outcome()).toEqual(free)
    await save(wu, 'station_master', { buttons: { on: [name as ButtonName], off: [] } })
    expect(await outcome()).toEqual(kept)
  },
)

// @req ACC-071 ACC-084
test('authorization codes are for superAdmin alone, until the allowance is given to somebody by name', async () => {
  const { company } = await world()
  const root = await signedIn(company, { roles: ['superAdmin'] })
  const wu = await signedIn(company, { roles: ['admin'] })
  const may = async (page: Someone) => (await page.call(sessions.profile, {})).permissions.includes('authCode.write')
  expect([await may(root), await may(wu)]).toEqual([true, false])
  const { id, version } = await entryOf(root, wu.id)
  await root.call(assignRole, { id, body: { version, menus: null, buttons: ['addAuthCode'] } })
  expect([await may(root), await may(wu)]).toEqual([true, true])
})

test('the last administrator cannot lock themselves out, and nothing narrows a super administrator', async () => {
  const { company } = await world()
  const wu = await signedIn(company, { roles: ['admin'] })
  const zhao = await signedIn(company, { roles: ['admin'] })
  const root = await signedIn(company, { roles: ['superAdmin'] })
  const { id, version } = await accessOfRole(wu, 'admin')
  const off = (over: Partial<AccessChanges>) => wu.refused(roleAccesses.update, { id, body: { ...changes(over), version } })
  expect(await off({ menus: { on: [], off: ['roleAccessConfig'] } })).toBe('access.lockout')
  expect(await off({ interfaces: { on: [], off: ['access.user.write'] } })).toBe('access.lockout')
  expect(await off({ menus: { on: ['fuelCode'], off: ['fuelCode'] } })).toBe('access.contradiction')

  const mine = await entryOf(wu, wu.id)
  expect(await wu.refused(assignRole, { id: mine.id, body: { version: 1, menus: { web: [] }, buttons: null } })).toBe('user.ownRoles')
  const top = await entryOf(root, root.id)
  expect(await root.refused(assignRole, { id: top.id, body: { version: 1, menus: { web: [] }, buttons: null } })).toBe('access.superAdmin')

  await owned('update user_account set password_hash = null where id = $1', [root.id])
  const narrow = async (who: Page & { refused: typeof wu.refused }, whom: number) => {
    const entry = await entryOf(who, whom)
    return who.refused(assignRole, { id: entry.id, body: { version: entry.version, menus: { web: ['AllQuery'] }, buttons: null } })
  }
  expect(await narrow(wu, zhao.id)).toBe('allowed')
  expect(await narrow(root, wu.id)).toBe('user.lastAdmin')
})

test('the user who was given the configuration of roles changes none that stands above their own', async () => {
  const { company } = await world()
  const wu = await signedIn(company, { roles: ['admin'] })
  const hua = await signedIn(company, { roles: ['company_user'] })
  await save(wu, 'company_user', { interfaces: { on: ['access.role.read', 'access.role.write'], off: [] } })
  const [above, below] = [await accessOfRole(hua, 'admin'), await accessOfRole(hua, 'station_bill')]
  const turn = ({ id, version }: { id: number; version: number }) =>
    hua.refused(roleAccesses.update, { id, body: { ...changes({ menus: { on: [], off: ['allQuery'] } }), version } })
  expect([await turn(above), await turn(below), await turn(below)]).toEqual(['auth.forbidden', 'allowed', 'stale'])
})

test('a right that holds at one station does not reach the records of another', async () => {
  const { company, station, addStation } = await world()
  const west = await addStation('West')
  const wu = await signedIn(company, { roles: ['admin'] })
  const both = [station, west].map(({ id }) => ({ role: 'station_master' as const, stationId: id }))
  const lin = await signedIn(company, { roles: both })
  const entries = (await wu.call(users.get, { id: lin.id })).roles as { id: number; version: number; stationId: number }[]
  const atWest = entries.find(({ stationId }) => stationId === west.id)!
  await wu.call(assignRole, { id: atWest.id, body: { version: atWest.version, menus: { web: ['AllQuery'] }, buttons: null } })

  const east = { Station: String(station.id) }
  expect(await lin.refused(users.list, {}, east)).toBe('allowed')
  expect(await lin.refused(users.list, {}, { Station: String(west.id) })).toBe('auth.forbidden')
  expect(await lin.refused(users.list, {})).toBe('auth.forbidden')
  expect(await lin.refused(stations.get, { id: west.id }, east)).toBe('notFound')
  expect(await lin.refused(stations.get, { id: west.id })).toBe('allowed')
})

test('access is read with who is there, in one statement, however much was changed', async () => {
  const { company, station } = await world()
  const wu = await signedIn(company, { roles: ['admin'] })
  const lin = await signedIn(company, { roles: [{ role: 'station_master', stationId: station.id }] })
  await save(wu, 'station_master', { menus: { on: [], off: ['tankMge'] }, interfaces: { on: ['ledger.prove'], off: [] } })
  const asked = await statementsOf(() => lin.call(fuelCodes.list, {}))
  expect(asked.filter(text => /role_access|user_role|user_account|authenticate\(/.test(text))).toHaveLength(1)
})

// @req ACC-085
test.each(everyRole.filter(role => role !== 'user' && role !== 'anonymous').map(role => [role]))(
  'of all roles only administrators see and change what roles may: %s',
  async role => {
    const { company, station } = await world()
    const admin = await signedIn(company, { roles: ['admin'] })
    const lin = await signedIn(company, { roles: [role.startsWith('station_') ? { role, stationId: station.id } : role] })
    const outcome = role === 'superAdmin' || role === 'admin' ? 'allowed' : 'auth.forbidden'
    expect(await lin.refused(roleAccesses.list, {})).toBe(outcome)
    const { id, version } = await accessOfRole(admin, 'station_bill')
    const other = (await world()).company
    const far = (await owned<{ id: number }>('select id from role_access where company_id = $1 limit 1', [other.id]))[0]!
    expect(await lin.refused(roleAccesses.update, { id, body: { ...changes(), version } })).toBe(outcome)
    if (role === 'admin')
      expect(await lin.refused(roleAccesses.update, { id: far.id, body: { ...changes(), version: 1 } })).toBe('notFound')
  },
)
