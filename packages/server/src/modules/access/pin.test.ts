import { sessions, users, type Role } from '@forecourt/contract'
import { beforeEach, describe, expect, test } from 'vitest'
import { password, signedIn } from '../../testing/access.ts'
import { noon, owned, setClock, world } from '../../testing/world.ts'

beforeEach(() => setClock(noon))

// @req ACC-086
test('a PIN is changed with the PIN that it replaces, and with nothing else; a wrong one counts against it', async () => {
  const { company } = await world()
  const lin = await signedIn(company, { roles: ['company_user'] })
  const change = async (body: object) => {
    const reply = await lin.send(users.pin, { id: lin.id, body: { pin: '861935', ...body } })
    return reply.statusCode === 200 ? 'allowed' : [reply.json().code, reply.json().field]
  }
  await lin.call(users.pin, { id: lin.id, body: { password, pin: '274951' } })

  expect(await change({})).toEqual(['pin.oldNeeded', 'oldPin'])
  expect(await change({ password })).toEqual(['pin.oldNeeded', 'oldPin'])
  expect(await change({ oldPin: '274952' })).toEqual(['pin.wrong', 'oldPin'])
  expect(await change({ password, oldPin: '274952' })).toEqual(['pin.wrong', 'oldPin'])
  const check = (pin: string) =>
    lin.refused(users.verifyPin, { id: lin.id, body: { pin, action: 'card.payPassword', subject: 'userCards:1' } })
  expect(await check('274951')).toBe('allowed')

  expect(await change({ oldPin: '274951' })).toBe('allowed')
  expect(await check('274951')).toBe('pin.wrong')
  expect(await check('861935')).toBe('allowed')
  for (let n = 0; n < 5; n++) await change({ oldPin: '900000' })
  expect(await change({ oldPin: '861935' })).toEqual(['pin.locked', 'oldPin'])
})

describe('a forgotten PIN', () => {
  const pin = '274951'
  async function attendant() {
    const it = await world()
    const at = (role: Role) => signedIn(it.company, { roles: [{ role, stationId: it.station.id }] })
    const fang = await at('station_employee')
    await fang.call(users.pin, { id: fang.id, body: { password, pin } })
    return { ...it, at, fang }
  }
  test('is removed by the manager, who never learns the next one: its owner sets it with the password', async () => {
    const { at, fang, audits } = await attendant()
    const master = await at('station_master')
    const proof = { action: 'order.refund', subject: 'orders:1' } as const
    await fang.call(users.verifyPin, { id: fang.id, body: { pin, ...proof } })
    for (let n = 0; n < 5; n++) await fang.refused(users.verifyPin, { id: fang.id, body: { pin: '900000', ...proof } })

    await master.call(users.resetPin, { id: fang.id })
    expect((await fang.call(sessions.profile, {})).hasPin).toBe(false)
    expect(await fang.refused(users.verifyPin, { id: fang.id, body: { pin, ...proof } })).toBe('pin.missing')
    expect(await owned('select * from pin_proof where user_account = $1', [fang.id])).toEqual([])
    expect((await audits()).at(-1)).toMatchObject({ action: 'access.pin.reset', subject: `users:${fang.id}` })

    await fang.call(users.pin, { id: fang.id, body: { password, pin: '861935' } })
    expect(await fang.refused(users.verifyPin, { id: fang.id, body: { pin: '861935', ...proof } })).toBe('allowed')
  })

  test.each<[string, Role, 'fang' | 'self' | 'admin' | 'stranger', string]>([
    ['of an attendant, by the station manager', 'station_master', 'fang', 'allowed'],
    ['of an attendant, by another attendant', 'station_employee', 'fang', 'auth.forbidden'],
    ['of an attendant, by the shift leader', 'station_leader', 'fang', 'auth.forbidden'],
    ['of one’s own', 'station_master', 'self', 'user.ownPin'],
    ['of somebody of another company', 'station_master', 'stranger', 'notFound'],
    ['of an administrator, whom a station manager does not see', 'station_master', 'admin', 'notFound'],
  ])('%s: %s', async (_, role, whose, outcome) => {
    const { company, at, fang, audits } = await attendant()
    const lin = await at(role)
    const other = await world()
    const ids = {
      fang: fang.id,
      self: lin.id,
      admin: (await signedIn(company, { roles: ['admin'] })).id,
      stranger: (await signedIn(other.company, { roles: ['admin'] })).id,
    }
    expect(await lin.refused(users.resetPin, { id: ids[whose] })).toBe(outcome)
    expect((await fang.call(sessions.profile, {})).hasPin).toBe(outcome !== 'allowed')
    expect((await audits()).some(({ action }) => action === 'access.pin.reset')).toBe(outcome === 'allowed')
  })

  test('is refused where there is none', async () => {
    const { at } = await attendant()
    const [master, other] = [await at('station_master'), await at('station_salesman')]
    expect(await master.refused(users.resetPin, { id: other.id })).toBe('user.pinMissing')
  })
})

test('a PIN that was locked while the clock was a year ahead is not locked for a year', async () => {
  const { company } = await world()
  setClock(new Date(noon.getTime() + 400 * 86_400_000))
  const lin = await signedIn(company, { roles: ['company_user'] })
  await lin.call(users.pin, { id: lin.id, body: { password, pin: '274951' } })
  const check = (pin: string) => lin.refused(users.verifyPin, { id: lin.id, body: { pin, action: 'order.refund', subject: 'orders:1' } })
  for (let tries = 0; tries < 5; tries++) await check('900000')
  expect(await check('274951')).toBe('pin.locked')
  setClock(noon)
  expect(await check('274951')).toBe('allowed')
})
