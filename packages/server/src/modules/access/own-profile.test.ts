import { sessions, users, type Role } from '@forecourt/contract'
import { beforeEach, describe, expect, test } from 'vitest'
import { password, person, signedIn } from '../../testing/access.ts'
import { form, png } from '../../testing/file.ts'
import { noon, setClock, world } from '../../testing/world.ts'

beforeEach(() => setClock(noon))

async function someone(role: Role = 'station_employee', over: { readOnly?: boolean } = {}) {
  const it = await world()
  const lin = await signedIn(it.company, { roles: [role.startsWith('station') ? { role, stationId: it.station.id } : role], ...over })
  const profile = () => lin.call(sessions.profile, {})
  /** What became of an edit of oneself. */
  const edit = async (body: object, id = lin.id) => {
    const { version } = await profile()
    const reply = await lin.send(users.update, { id, body: { version, ...body } })
    return reply.statusCode === 200 ? 'allowed' : [reply.json().code, reply.json().field]
  }
  const put = async (type: string) => {
    const { payload, headers } = form({ filename: 'me.png', bytes: png() })
    return (await lin.raw('POST', `/upload?type=${type}`, payload, headers)).json().id as number
  }
  return { ...it, lin, profile, edit, put }
}

// @req ACC-090
test.each<Role>(['station_employee', 'station_bill', 'company_user', 'admin', 'company_group'])(
  'a %s changes their own name, mobile number, e-mail address and picture; the profile shows it and the log tells it',
  async role => {
    const { edit, put, profile, audits, lin } = await someone(role)
    expect(await edit({ name: '林晓' })).toBe('allowed')
    expect(await edit({ mobile: '13900001111', email: 'lin@river.example', password })).toBe('allowed')
    const avatarId = await put('userAvatar')
    expect(await edit({ avatarId })).toBe('allowed')
    expect(await profile()).toMatchObject({ name: '林晓', mobile: '13900001111', email: 'lin@river.example', avatarId })
    expect(await edit({ avatarId: null })).toBe('allowed')
    expect((await profile()).avatarId).toBeNull()

    const noted = (await audits()).filter(({ action }) => action === 'users.update')
    expect(noted[0]).toMatchObject({ subject: `users:${lin.id}`, detail: { name: { to: '林晓' } } })
    expect(JSON.stringify(noted)).not.toContain(password)
  },
)

describe('without the right to manage users', () => {
  // @req SEC-027 SEC-029
  test.each([
    ['roles', { roles: [{ defaultRole: 'admin' }] }],
    ['the read-only flag', { readOnly: false }],
    ['the promoter flag', { promoter: true }],
    ['the nozzles', { nozzle: '1–8' }],
    ['the remark', { remark: 'the best' }],
    ['the hours of sign-in', { loginFrom: '00:00', loginTo: '23:59' }],
    ['the days that may be looked back', { searchOrderDays: null }],
  ])('nobody changes %s of their own', async (_, body) => {
    const { edit, profile } = await someone()
    const before = await profile()
    expect(await edit({ name: 'Changed', ...body })).toEqual(['auth.forbidden', Object.keys(body)[0]])
    expect(await profile()).toEqual(before)
  })

  test('nobody changes anybody else', async () => {
    const { company, edit } = await someone()
    const other = await person(company, { roles: ['admin'] })
    expect(await edit({ name: 'Changed', version: 1 }, other.id)).toEqual(['auth.forbidden', undefined])
  })
})

describe('what one signs in by', () => {
  const changes = [{ mobile: '13900002222' }, { email: 'thief@river.example' }, { mobile: null, email: 'thief@river.example' }]
  test.each(changes.flatMap(change => (['station_employee', 'admin'] as const).map(role => [role, change] as const)))(
    'a %s changes it to %o with the sign-in password, and not without',
    async (role, change) => {
      const { edit, profile } = await someone(role)
      const before = await profile()
      expect(await edit(change)).toEqual(['user.passwordNeeded', 'password'])
      expect(await edit({ ...change, password: 'river-otter-8' })).toEqual(['password.wrong', 'password'])
      expect(await profile()).toEqual(before)
      expect(await edit({ ...change, password })).toBe('allowed')
      expect(await profile()).toMatchObject(change)
    },
  )

  test('one of the two stays, and neither is somebody else’s', async () => {
    const { company, edit } = await someone()
    const other = await person(company, { roles: ['admin'] })
    expect(await edit({ mobile: null, password })).toEqual(['validation', 'mobile'])
    expect(await edit({ mobile: other.mobile, password })).toEqual(['user.mobileTaken', 'mobile'])
    expect(await edit({ email: 'not an address', password })).toEqual(['validation', 'email'])
  })
})

test('a picture is one that was put up as such', async () => {
  const { edit, put } = await someone('station_salesman')
  expect(await edit({ avatarId: 987_654_321 })).toEqual(['notFound', 'avatarId'])
  expect(await edit({ avatarId: await put('itemPicture') })).toEqual(['notFound', 'avatarId'])
  const there = await someone('station_salesman')
  expect(await edit({ avatarId: await there.put('userAvatar') })).toEqual(['notFound', 'avatarId'])
})

test('a read-only user reads the profile and changes nothing in it', async () => {
  const { edit } = await someone('admin', { readOnly: true })
  expect(await edit({ name: 'Changed' })).toEqual(['auth.readOnly', undefined])
})
