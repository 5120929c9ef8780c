import { setCompanyConfig, users } from '@forecourt/contract'
import { expect, test } from 'vitest'
import { signedIn } from '../../testing/access.ts'
import { owned, world } from '../../testing/world.ts'
import { commonPasswords, isCommonPassword } from './secret.ts'

let companies = 0

/** What comes of it when an administrator gives a new user this password. */
async function trier() {
  const { company } = await world()
  await owned(`update company set code = $2, name = 'Golden Anchor Fuels' where id = $1`, [company.id, `anchor${100 + companies++}`])
  const [now] = await owned<{ id: number; code: string }>('select id, code from company where id = $1', [company.id])
  const admin = await signedIn(now!, { roles: ['admin'] })
  let turn = 0
  const give = (password: string) => {
    const body = {
      name: 'Fang Lihua',
      mobile: `1391${String(company.id % 10_000).padStart(4, '0')}${String(100 + turn++)}`,
      roles: [],
      password,
    }
    return admin.refused(users.create, { body })
  }
  return { company: now!, admin, give }
}

// @req ORG-005
test('a password has 8 to 128 characters; a company that still goes by the short rule has 2 to 32', async () => {
  const { company, admin, give } = await trier()
  expect(await give('vK7#mq2')).toBe('password.length')
  expect(await give('vK7#mq2L')).toBe('allowed')
  expect(await give(`${'vK7#mq2L'.repeat(4)}x`)).toBe('allowed')
  expect([await give('vK7#mq2L'.repeat(16)), await give(`${'vK7#mq2L'.repeat(16)}x`)]).toEqual(['allowed', 'validation'])

  const { version } = (await owned<{ version: number }>('select version from company where id = $1', [company.id]))[0]!
  await admin.call(setCompanyConfig, { id: company.id, body: { version, config: { passwords: { rule: 'short' } } } })
  expect(await give('x')).toBe('validation')
  expect(await give('k7')).toBe('allowed')
  expect(await give('vK7#mq2L'.repeat(4))).toBe('allowed')
  expect(await give(`${'vK7#mq2L'.repeat(4)}x`)).toBe('password.length')
  for (const kind of ['kw', '82', '#%']) expect([kind, await give(kind)]).toEqual([kind, 'allowed'])
  expect(await give('123456')).toBe('password.common')
})

test('none of the three thousand that are tried first is taken, in capitals neither', () => {
  expect(commonPasswords.size).toBeGreaterThanOrEqual(3000)
  for (const word of commonPasswords) {
    expect([word, isCommonPassword(word)]).toEqual([word, true])
    expect([word, isCommonPassword(word.toUpperCase())]).toEqual([word, true])
  }
})

test.each([['Password123'], ['QWERTYUIOP'], ['Fang Lihua'], ['Golden Anchor Fuels'], ['golden anchor fuels1']])(
  '“%s” is a password that somebody guesses',
  async password => {
    expect(await (await trier()).give(password)).toBe('password.common')
  },
)
test('nor is the company’s code', async () => {
  const { company, give } = await trier()
  expect(await give(`${company.code}1`)).toBe('password.common')
})
