import { seed } from '../../testing/sampling.ts'
import { sessions, users } from '@forecourt/contract'
import fc from 'fast-check'
import { beforeEach, expect, test } from 'vitest'
import { browser, password, person, signedIn } from '../../testing/access.ts'
import { noon, owned, setClock, world } from '../../testing/world.ts'
import { hashPassword, isCommonPassword, isWeakPin, passwordMatches } from './secret.ts'

beforeEach(() => setClock(noon))
const later = (minutes: number) => setClock(new Date(noon.getTime() + minutes * 60_000))
const fresh = 'badger-tunnel-44'

test('one’s own password needs the old one; the other sessions end, this one goes on', async () => {
  const { company, audits } = await world()
  const lin = await signedIn(company, { roles: ['admin'] })
  const phone = browser()
  await phone.raw('POST', '/users/login', { mobile: lin.mobile, password, companyId: company.code })

  expect(await lin.refused(users.password, { id: lin.id, body: { password: fresh } })).toBe('password.wrong')
  expect(await lin.refused(users.password, { id: lin.id, body: { oldPassword: 'river-otter-8', password: fresh } })).toBe('password.wrong')
  expect(await lin.refused(users.password, { id: lin.id, body: { oldPassword: password, password: 'qwertyuiop' } })).toBe('password.common')
  await lin.call(users.password, { id: lin.id, body: { oldPassword: password, password: fresh } })

  expect(await phone.refused(sessions.profile, {})).toBe('auth.required')
  expect(await lin.refused(sessions.profile, {})).toBe('allowed')
  const enter = (given: string) => browser().raw('POST', '/users/login', { mobile: lin.mobile, password: given, companyId: company.code })
  expect([(await enter(password)).statusCode, (await enter(fresh)).statusCode]).toEqual([400, 200])
  expect((await audits()).map(({ action }) => action).filter(action => action.startsWith('access.password'))).toEqual([
    'access.password.wrong',
    'access.password.wrong',
    'access.password.set',
  ])
})

test('an open screen is no place to guess its owner’s password', async () => {
  const { company } = await world()
  const lin = await signedIn(company, { roles: ['admin'] })
  const guess = (oldPassword: string) => lin.refused(users.password, { id: lin.id, body: { oldPassword, password: fresh } })
  for (let n = 0; n < 10; n++) expect(await guess(`guess ${n}`)).toBe('password.wrong')
  expect(await guess(password)).toBe('login.locked')
})

test('a manager resets a password without knowing it, and every session of the user ends; others may not', async () => {
  const { company, station } = await world()
  const lin = await signedIn(company, { roles: ['admin'] })
  const fang = await signedIn(company, { roles: [{ role: 'station_bill', stationId: station.id }] })

  expect(await fang.refused(users.password, { id: lin.id, body: { password: fresh } })).toBe('auth.forbidden')
  await lin.call(users.password, { id: fang.id, body: { password: fresh } })
  expect(await fang.refused(sessions.profile, {})).toBe('auth.required')
})

test('an invitation sets a password once, within two days, and an older one is void', async () => {
  const { company } = await world()
  const lin = await signedIn(company, { roles: ['admin'] })
  const mobile = '13611111111'
  const { id } = await lin.call(users.create, { body: { name: 'Fang', mobile, roles: [{ defaultRole: 'company_user' }] } })
  const accept = (code: string, given = fresh) =>
    browser()
      .raw('POST', '/users/invitation', { code, password: given })
      .then(reply => reply.json())

  const older = await lin.call(users.invite, { id }),
    link = await lin.call(users.invite, { id })
  expect(link.path).toBe(`/login#invitation=${link.code}`)
  expect(await accept(older.code)).toMatchObject({ code: 'invitation.spent' })
  expect(await accept(link.code, 'password1')).toMatchObject({ code: 'password.common' })
  expect(await accept(link.code)).toEqual({ name: 'Fang' })
  expect(await accept(link.code)).toMatchObject({ code: 'invitation.spent' })
  expect((await browser().raw('POST', '/users/login', { mobile, password: fresh, companyId: company.code })).statusCode).toBe(200)

  const late = await lin.call(users.invite, { id })
  later(48 * 60)
  expect(await accept(late.code)).toMatchObject({ code: 'invitation.spent' })
  const kept = await owned<{ hash: string }>("select encode(code_hash, 'escape') as hash from invitation")
  expect(JSON.stringify(kept)).not.toContain(late.code)
})

// @req ACC-086
test('a PIN is one’s own, proved by the password; five wrong entries lock it for a quarter of an hour, then for longer', async () => {
  const { company } = await world()
  const lin = await signedIn(company, { roles: ['company_group'] })
  const check = (pin: string) =>
    lin.refused(users.verifyPin, { id: lin.id, body: { pin, action: 'card.payPassword', subject: 'userCards:1' } })
  expect(await check('274951')).toBe('pin.missing')
  expect(await lin.refused(users.pin, { id: lin.id, body: { password: 'river-otter-8', pin: '274951' } })).toBe('password.wrong')
  expect(await lin.refused(users.pin, { id: lin.id, body: { password, pin: '123456' } })).toBe('pin.weak')
  await lin.call(users.pin, { id: lin.id, body: { password, pin: '274951' } })
  expect((await lin.call(sessions.profile, {})).hasPin).toBe(true)
  expect(await check('274951')).toBe('allowed')

  // Many at once count as many: five are compared, and no sixth.
  const storm = await Promise.all(Array.from({ length: 12 }, (_, n) => check(`90000${n % 10}`)))
  expect(storm.filter(outcome => outcome === 'pin.wrong')).toHaveLength(4)
  expect(storm.filter(outcome => outcome === 'pin.locked')).toHaveLength(8)
  expect(await check('274951')).toBe('pin.locked')
  later(15)
  for (let n = 0; n < 5; n++) await check('900000')
  later(15 + 29)
  expect(await check('274951')).toBe('pin.locked')
  later(15 + 30)
  expect(await check('274951')).toBe('allowed')
})

test('without the master key a stolen database gives no PIN away', async () => {
  const { company } = await world()
  const lin = await signedIn(company, { roles: ['admin'] })
  await lin.call(users.pin, { id: lin.id, body: { password, pin: '274951' } })
  const [row] = await owned<{ hash: string }>('select pin_hash as hash from user_account where id = $1', [lin.id])
  const argon = row!.hash.slice(row!.hash.indexOf(':') + 1)
  expect(argon).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect(await passwordMatches('274951', argon)).toBe(false)
})

test.each([
  'password',
  'Password1',
  'admin888',
  'qwertyuiop',
  '1qaz2wsx',
  '12345678',
  '11111111',
  'abcabcabc',
  '19900214',
  'woaini520',
  'P@ssw0rd!',
  'Welcome2024',
  '13812345678',
  '13812345678a',
  'lin@river.example',
])('“%s” is a password that everybody tries first', given => {
  expect(isCommonPassword(given, '13812345678', 'lin@river.example')).toBe(true)
})
test.each(['river-otter-7', 'Forecourt-2026', 'hM7$kq2Lz', '加油站的钥匙在抽屉里', 'correct horse battery', 'nozzle 7 drips'])(
  '“%s” is not',
  given => {
    expect(isCommonPassword(given, '13812345678', 'lin@river.example')).toBe(false)
  },
)
test.each([
  ['123456', true],
  ['654321', true],
  ['111111', true],
  ['121212', true],
  ['123123', true],
  ['345678', true],
  ['274951', false],
  ['802176', false],
])('PIN %s is weak: %s', (pin, weak) => expect(isWeakPin(pin, '13800802177')).toBe(weak))

test('a password matches itself however it is composed, and no other', async () => {
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: 'grapheme', minLength: 8, maxLength: 128 }), fc.string({ minLength: 8 }), async (one, other) => {
      const hashed = await hashPassword(one)
      expect(await passwordMatches(one.normalize('NFD'), hashed)).toBe(true)
      expect(await passwordMatches(other, hashed)).toBe(other.normalize('NFKC') === one.normalize('NFKC'))
      expect(await passwordMatches(one, null)).toBe(false)
    }),
    { numRuns: 10, seed, endOnFailure: true },
  )
})

test('everything that has a secret in its name stays inside', async () => {
  const { company } = await world()
  const lin = await signedIn(company, { roles: ['admin'] })
  await person(company, { roles: ['admin'] })
  for (const search of ['passwordHash:*a*', 'pinHash:*a*', 'pinTries:0']) {
    expect(await lin.refused(users.list, { query: { search } })).toBe('search_unknown_field')
  }
  expect(await lin.refused(users.list, { query: { sort: 'passwordHash,asc' } })).toBe('search_unknown_field')
  expect(JSON.stringify(await lin.call(users.list, { query: { expand: 'roles' } }))).not.toMatch(/hash|argon|pinTries/i)
})
