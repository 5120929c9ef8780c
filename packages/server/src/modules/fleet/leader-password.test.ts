import { openFleet, sessions, setCompanyConfig, users } from '@forecourt/contract'
import { expect, test } from 'vitest'
import { signedIn } from '../../testing/access.ts'
import { someMobile } from '../../testing/fleet.ts'
import { app, owned, unique, world } from '../../testing/world.ts'

// @req FLT-017
test('who leads a fleet signs in with a password by the rule of the company, of letters, digits and symbols', async () => {
  const { company } = await world()
  const admin = await signedIn(company, { roles: ['admin'] })
  const mobile = someMobile()
  const body = { name: `Jianghai ${unique()}`, leaderMobile: mobile, leaderName: 'Xu Ning' }
  const { userId } = await admin.call(openFleet, { body })
  const invited = async () => (await admin.call(users.invite, { id: userId })).code
  let code = await invited()
  // A password that is refused leaves the invitation as it is.
  const spent = async (password: string) => {
    const outcome = await admin.refused(users.accept, { body: { code, password } })
    if (outcome === 'allowed') code = await invited()
    return outcome
  }
  const signIn = async (password: string) => {
    const payload = { mobile, password, companyId: company.code }
    return (await app.inject({ method: 'POST', url: `/api/v1${sessions.login.path}`, payload })).statusCode
  }
  expect(await spent('vK7#mq2')).toBe('password.length')
  expect(await spent('12345678')).toBe('password.common')
  expect(await spent('vK7#mq2L')).toBe('allowed')
  expect([await signIn('vK7#mq2L'), (await signIn('vk7#mq2l')) === 200]).toEqual([200, false])

  const [{ version }] = (await owned<{ version: number }>('select version from company where id = $1', [company.id])) as [
    { version: number },
  ]
  await admin.call(setCompanyConfig, { id: company.id, body: { version, config: { passwords: { rule: 'short' } } } })
  for (const [password, outcome] of [
    ['k', 'validation'],
    ['k7', 'allowed'],
    ['#%', 'allowed'],
    ['vK7#mq2L'.repeat(4), 'allowed'],
    [`${'vK7#mq2L'.repeat(4)}x`, 'password.length'],
  ] as const)
    expect([password, await spent(password)]).toEqual([password, outcome])
})
