import {
  accessEffects,
  assignRole,
  explainAccess,
  fuelCodes,
  roleAccesses,
  users,
  type AccessChanges,
  type Permission,
  type Sent,
} from '@forecourt/contract'
import { beforeEach, expect, test } from 'vitest'
import { person, signedIn } from '../../testing/access.ts'
import { noon, setClock, world } from '../../testing/world.ts'

beforeEach(() => setClock(noon))

const none = { on: [], off: [] }
const changes = (over: Partial<AccessChanges> = {}): AccessChanges => ({
  menus: none,
  buttons: none,
  interfaces: none,
  tasks: none,
  ...over,
})

async function scene() {
  const it = await world()
  const wu = await signedIn(it.company, { roles: ['admin'] })
  const lin = await signedIn(it.company, { name: 'Lin', roles: [{ role: 'station_master', stationId: it.station.id }] })
  const accesses = async (role: string) => (await wu.call(roleAccesses.list, { query: { search: `defaultRole:${role}` } })).content[0]!
  const save = async (over: Partial<AccessChanges>) => {
    const { id, version } = await accesses('station_master')
    return wu.call(roleAccesses.update, { id, body: { ...changes(over), version } })
  }
  const assign = async (userId: number, menus: string[] | null, buttons: Sent<typeof assignRole>['body']['buttons'] = null) => {
    const entry = (await wu.call(users.get, { id: userId })).roles![0]!
    return wu.call(assignRole, { id: entry.id, body: { version: entry.version, menus: menus && { web: menus }, buttons } })
  }
  const why = async (userId: number, of: { permission?: Permission; page?: 'fuelCode'; stationId?: number }) => {
    const { allowed, reasons } = await wu.call(explainAccess, { body: { userId, ...of } })
    return [allowed, ...reasons.map(({ code, grants }) => `${grants ? '+' : '-'}${code}`)]
  }
  return { ...it, wu, lin, accesses, save, assign, why }
}

// @req SEC-029 ACC-077
test('why somebody may or may not is explained step by step, and the last step agrees with what the server does', async () => {
  const { wu, lin, save, assign, why, station } = await scene()
  const write = { permission: 'fuel.code.write' as const }
  const agree = async (...expected: unknown[]) => {
    const explained = await why(lin.id, write)
    expect(explained).toEqual(expected)
    const outcome = await lin.refused(fuelCodes.create, { body: { stationId: station.id, code: '092', type: 'diesel' } })
    expect(outcome === 'auth.forbidden').toBe(!explained[0])
  }
  await agree(true, '+role.holds')
  await save({ menus: { on: [], off: ['fuelCode'] } })
  await agree(false, '+role.holds', '-company.pageTakes')
  await save({ menus: { on: [], off: ['fuelCode'] }, interfaces: { on: ['fuel.code.write'], off: [] } })
  await agree(true, '+role.holds', '-company.pageTakes', '+company.on')
  await save({})
  await assign(lin.id, ['AllQuery'])
  await agree(false, '+role.holds', '-user.pageTakes')
  expect(await why(lin.id, { page: 'fuelCode' })).toEqual([false, '+role.holds', '-user.off'])
  await assign(lin.id, null, ['refund'])
  expect(await why(lin.id, { permission: 'order.refund' })).toEqual([false, '+role.holds', '-user.buttonListed'])

  const asked = { body: { userId: lin.id, permission: 'order.refund' as const } }
  expect((await wu.call(explainAccess, asked)).reasons.at(-1)!.message).toBe('The button rule “Refunds” is set for the user')
  const zh = (await wu.call(explainAccess, asked, { language: 'zh' })).reasons.at(-1)!.message
  expect(zh).toBe('该用户被设置了按钮规则“退款”')
})

test('what stands against a person besides their role is named too', async () => {
  const { company, station, addStation, wu, why } = await scene()
  const west = await addStation('West')
  const fang = await person(company, { roles: [{ role: 'station_employee', stationId: station.id }], readOnly: true })
  expect(await why(fang.id, { permission: 'card.charge' })).toEqual([false, '+role.holds', '-account.readOnly'])
  expect(await why(fang.id, { permission: 'card.userCard.read' })).toEqual([true, '+role.holds'])
  expect(await why(fang.id, { permission: 'card.userCard.read', stationId: west.id })).toEqual([false, '+role.holds', '-station.outside'])
  expect(await why(fang.id, { permission: 'settlement.close' })).toEqual([false, '-role.lacks', '-account.readOnly'])
  const member = await person(company, { roles: ['user'] })
  expect(await why(member.id, { permission: 'order.create' })).toEqual([false, '-role.none'])
  expect(await why(wu.id, { permission: 'ledger.prove' })).toEqual([true, '+role.holds'])
  const gone = await person(company, { roles: ['superAdmin'], disabled: true })
  expect(await why(gone.id, { permission: 'ledger.prove' })).toEqual([false, '+role.superAdmin', '-account.disabled'])
  const foreign = await person((await world()).company, { roles: ['admin'] })
  expect(await wu.refused(explainAccess, { body: { userId: foreign.id, permission: 'order.create' } })).toBe('notFound')
  expect(await wu.refused(explainAccess, { body: { userId: wu.id } })).toBe('validation')
})

test('who would gain and lose what is shown before it is saved, and is what then happens', async () => {
  const { company, station, wu, lin, accesses, save } = await scene()
  const narrowed = await person(company, { name: 'Ming', roles: [{ role: 'station_master', stationId: station.id }] })
  const entry = (await wu.call(users.get, { id: narrowed.id })).roles![0]!
  await wu.call(assignRole, { id: entry.id, body: { version: entry.version, menus: { web: ['AllQuery'] }, buttons: null } })

  const { id } = await accesses('station_master')
  const change = { menus: { on: [], off: ['fuelCode' as const] }, interfaces: { on: ['ledger.prove' as const], off: [] } }
  const explained = await wu.call(accessEffects, { body: { roleAccessId: id, changes: changes(change) } })
  expect(explained.content).toMatchObject([
    { name: 'Lin', gains: { pages: [], permissions: ['ledger.prove'] }, loses: { pages: ['fuelCode'] } },
    { name: 'Ming', gains: { pages: [], permissions: ['ledger.prove'] }, loses: { pages: [], permissions: [] } },
  ])
  expect(explained.content[0]!.loses.permissions).toEqual(['fuel.code.read', 'fuel.code.write'])
  expect(await lin.refused(fuelCodes.list, {})).toBe('allowed')
  await save(change)
  expect(await lin.refused(fuelCodes.list, {})).toBe('auth.forbidden')

  const own = (await wu.call(users.get, { id: lin.id })).roles![0]!
  const effect = await wu.call(accessEffects, { body: { roleId: own.id, menus: null, buttons: ['invoicing'] } })
  expect(effect).toMatchObject({ totalElements: 1, content: [{ userId: lin.id, loses: { permissions: ['invoice.issue'] } }] })
  expect(await lin.refused(accessEffects, { body: { roleAccessId: id, changes: changes() } })).toBe('auth.forbidden')
  expect(await wu.refused(accessEffects, { body: {} })).toBe('validation')
})
