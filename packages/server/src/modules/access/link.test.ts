import { auditLogs, sessions, stations } from '@forecourt/contract'
import { afterEach, describe, expect, test } from 'vitest'
import { browser, signedIn } from '../../testing/access.ts'
import { app, noon, owned, setClock, world } from '../../testing/world.ts'

afterEach(() => setClock(noon))
const later = (seconds: number) => setClock(new Date(noon.getTime() + seconds * 1000))

async function story() {
  const its = await world()
  const lin = await signedIn(its.company, { roles: ['admin'] })
  const link = (client = 'crm') => lin.call(sessions.code, { body: { client } })
  const open = (code: string, client = 'crm', page = browser()) => page.refused(sessions.loginByCode, { body: { code, client } })
  const actions = async () => (await its.audits()).map(({ action }) => action)
  return { ...its, lin, link, open, actions }
}

// @req ACC-038
test('a code signs the same user in, in the same role, once', async () => {
  const { lin, link, open, actions, audits } = await story()
  const { code, path, expiration } = await link()
  expect(Buffer.from(code, 'base64url')).toHaveLength(16)
  expect(path).toBe(`/login?token=${code}&expiration=${noon.getTime() + 60_000}&client=crm`)
  expect(Date.parse(expiration)).toBe(noon.getTime() + 60_000)

  const embedded = browser()
  const opened = await embedded.call(sessions.loginByCode, { body: { code, client: 'crm' } })
  expect(opened).toMatchObject({ userId: lin.id, name: lin.name })
  expect((await embedded.call(sessions.profile, {})).defaultRole).toBe('admin')
  expect(await embedded.refused(stations.list, {})).toBe('allowed')
  // The session it came from goes on.
  expect(await lin.refused(stations.list, {})).toBe('allowed')

  expect(await open(code)).toBe('login.codeSpent')
  expect(await actions()).toEqual(['access.signIn', 'access.code.issue', 'access.signIn.byLink', 'access.code.spent'])
  expect(JSON.stringify(await audits())).not.toContain(code)
  const kept = await owned<{ hash: string }>("select encode(code_hash, 'escape') as hash from login_code")
  expect(JSON.stringify(kept)).not.toContain(code)
})

// @req ACC-038
describe('a code is refused', () => {
  test('after a minute, not before', async () => {
    const { link, open } = await story()
    const [{ code }, { code: next }] = [await link(), await link()]
    later(59)
    expect(await open(next)).toBe('allowed')
    later(60)
    expect(await open(code)).toBe('login.codeSpent')
  })
  test('on another client, and is not spent by it', async () => {
    const { link, open, actions } = await story()
    const { code } = await link()
    expect(await open(code, 'web')).toBe('login.codeSpent')
    expect(await open(code)).toBe('allowed')
    expect(await actions()).toContain('access.code.spent')
  })
  test('when it was made up', async () => {
    expect(await (await story()).open('made-up-code')).toBe('login.codeSpent')
  })
  test('of somebody who was disabled meanwhile, or has lost the role', async () => {
    const one = await story()
    const first = await one.link()
    await owned('update user_account set disabled = true where id = $1', [one.lin.id])
    expect(await one.open(first.code)).toBe('login.forbidden')
    const other = await story()
    const second = await other.link()
    await owned('delete from user_role where user_id = $1', [other.lin.id])
    expect(await other.open(second.code)).toBe('login.forbidden')
  })
  test('outside the hours that the user is held to', async () => {
    const { link, open, lin } = await story()
    await owned("update user_account set login_from = '20:00', login_to = '21:00' where id = $1", [lin.id])
    expect(await open((await link()).code)).toBe('login.restricted')
  })
  test('but for one, of ten at once', async () => {
    const { link, open } = await story()
    const { code } = await link()
    const outcomes = await Promise.all(Array.from({ length: 10 }, () => open(code)))
    expect(outcomes.filter(outcome => outcome === 'allowed')).toHaveLength(1)
  })
})

test('nobody makes a code without a session, or for a client that is no name', async () => {
  const { lin } = await story()
  expect(await browser().refused(sessions.code, { body: { client: 'crm' } })).toBe('auth.required')
  expect(await lin.refused(sessions.code, { body: { client: 'a/b?c' } })).toBe('validation')
})

// @req ACC-038
test.each(['token', 'smartToken', 'search', 'x'])(
  'half of a session in an address as %s is refused and recorded, no matter who sends it',
  async name => {
    const { lin, actions, audits } = await story()
    const token = lin.kept.token!
    const url = `/stations?${name}=${token}`
    const outcomes = [
      await lin.raw('GET', url),
      await browser().raw('GET', url),
      await browser().raw('POST', `/users/logout?${name}=${token}`),
    ]
    expect(outcomes.map(reply => `${reply.statusCode} ${reply.json().code}`)).toEqual(Array(3).fill('401 auth.tokenInUrl'))
    expect((await actions()).filter(action => action === 'access.token.inUrl')).toHaveLength(3)
    expect(JSON.stringify(await audits())).not.toContain(token)
    // The session itself goes on: its other half never was in the address.
    expect(await lin.refused(auditLogs.list, {})).toBe('allowed')
  },
)

test('what is merely as long as a secret is searched for', async () => {
  const { lin } = await story()
  const reply = await app.inject({
    url: `/api/v1/stations?search=${encodeURIComponent(`name:${'a'.repeat(43)}`)}`,
    headers: { authorization: lin.kept.token!, cookie: `forecourt=${lin.kept.cookie}` },
  })
  expect(reply.statusCode).toBe(200)
})
