import { endpoint, formerMember, sessions, stations, users } from '@forecourt/contract'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { z } from 'zod'

/** The browser's drawer, and the line to a server: what lies outside the product. */
const drawer = new Map<string, string>()
vi.stubGlobal('localStorage', {
  getItem: (key: string) => drawer.get(key) ?? null,
  setItem: (key: string, value: string) => drawer.set(key, value),
  removeItem: (key: string) => drawer.delete(key),
})
interface Sent {
  url: string
  method: string
  headers: Record<string, string>
  body: unknown
}
let sent: Sent[] = []
let replies: (() => Response | Promise<Response>)[] = []
const fetchStub = vi.fn(async (url: string, init: RequestInit) => {
  sent.push({
    url,
    method: init.method!,
    headers: init.headers as Record<string, string>,
    body: init.body && JSON.parse(String(init.body)),
  })
  return (replies.shift() ?? (() => reply({})))()
})
vi.stubGlobal('fetch', fetchStub)
const reply = (body: unknown, status = 200, headers: Record<string, string> = {}) => new Response(JSON.stringify(body), { status, headers })
const cut = () => Promise.reject(new TypeError('network'))

const { ApiError, call, callWhole, newAct, reportFailure, whenCallFails } = await import('./api.ts')
const { keepToken, session, useSession } = await import('./session.ts')
const { addWords, setLanguage } = await import('../i18n/index.ts')
const topUp = endpoint('POST', '/userCards/:id/topUpOfTest', {
  permission: 'card.charge',
  body: z.strictObject({ amountCents: z.int() }),
  returns: z.object({}),
  idempotent: true,
})
const pay = (act = newAct()) => call(topUp, { id: 7, body: { amountCents: 100_00 } }, { act })
const keys = () => sent.map(({ headers }) => headers['Idempotency-Key'])

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-05-01T04:00:00Z') })
  sent = []
  replies = []
  drawer.clear()
  setLanguage('en')
  addWords({ error: { network: 'Please check the network status!!!', expired: 'expired', unreadable: 'unreadable {status}' } })
  useSession.setState({ token: undefined, expiration: undefined, profile: undefined, atStation: undefined, expired: false })
})
afterEach(() => vi.useRealTimers())

describe('what comes back', () => {
  test('a member who has left has no name of their own: it is said in the language of the reader', async () => {
    addWords({ people: { former: 'Former member' } })
    const of = async (name: string) => {
      replies = [() => reply({ content: [{ id: 1, name }], totalElements: 1 })]
      return (await call(stations.list, {})).content[0]!.name
    }
    expect([await of(formerMember), await of(`${formerMember} 1`)]).toEqual(['Former member', `${formerMember} 1`])
    setLanguage('zh')
    expect(await of(formerMember)).toBe(formerMember)
  })

  // @req SEC-011 ACC-033 ACC-034
  test('the body, or the whole answer; a new token and its end are kept', async () => {
    replies = [() => reply({ content: [] }, 200, { authorization: 'next', expiration: '1777612000000' })]
    const answer = await callWhole(stations.list, {})
    expect([answer.status, answer.body, answer.headers.get('authorization')]).toEqual([200, { content: [] }, 'next'])
    expect([session().token, session().expiration, drawer.get('smartToken'), drawer.get('smartExpiration')]).toEqual([
      'next',
      1777612000000,
      'next',
      '1777612000000',
    ])
    replies = [() => reply({ content: [7], totalElements: 1 })]
    expect(await call(stations.list, {})).toEqual({ content: [7], totalElements: 1 })
  })

  // @req SEC-012
  test('a refusal says code, words, field and detail', async () => {
    replies = [() => reply({ code: 'stale', message: 'Someone else', field: 'name', detail: { a: 1 } }, 409, { 'x-request-id': 'r1' })]
    await expect(call(stations.list, {})).rejects.toMatchObject({
      status: 409,
      code: 'stale',
      message: 'Someone else',
      field: 'name',
      detail: { a: 1 },
      requestId: 'r1',
    })
    replies = [() => new Response('<html>', { status: 502 })]
    await expect(call(stations.list, {})).rejects.toMatchObject({ status: 502, code: 'internal', message: 'unreadable 502' })
  })

  // @req SEC-023
  test('no answer is a matter of the network', async () => {
    replies = [cut]
    await expect(call(stations.list, {})).rejects.toMatchObject({
      status: 0,
      code: 'network',
      message: 'Please check the network status!!!',
    })
  })

  // @req SEC-022
  test('401 ends the session once', async () => {
    keepToken('secret', String(Date.now() + 3_600_000))
    replies = [() => reply({ code: 'auth.required', message: 'expired' }, 401)]
    await expect(call(stations.list, {})).rejects.toBeInstanceOf(ApiError)
    expect([session().token, session().expired, drawer.has('smartToken')]).toEqual([undefined, true, false])
  })
})

describe('an answer that is no success', () => {
  // @req SEC-012
  test.each([201, 202, 206, 302, 400, 403, 404, 409, 422, 429, 500, 503])('what is answered with %i is no success', async status => {
    replies = [() => reply({ content: [] }, status)]
    await expect(call(stations.list, {})).rejects.toMatchObject({ status })
    replies = [() => new Response(null, { status: 204 })]
    await expect(call(stations.list, {})).rejects.toMatchObject({ status: 204 })
  })

  // @req SEC-022
  test.each([400, 403, 404, 409, 500, 503])('%i leaves the session as it is', async status => {
    keepToken('secret', String(Date.now() + 3_600_000))
    replies = [() => reply({ code: 'validation', message: 'no' }, status)]
    await expect(call(stations.list, {})).rejects.toMatchObject({ status })
    expect([session().token, session().expired, drawer.has('smartToken')]).toEqual(['secret', false, true])
  })
})

// @req SEC-002
test('after 300000 ms without an answer a call is given up as one that the network swallowed', async () => {
  const limit = new AbortController()
  const asked = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(limit.signal)
  fetchStub.mockImplementationOnce(
    (_url, { signal }) =>
      new Promise((_, fail) => {
        signal!.addEventListener('abort', () => fail(new Error('too long')))
        limit.abort()
      }),
  )
  await expect(call(stations.list, {})).rejects.toMatchObject({ status: 0, code: 'network' })
  expect(asked).toHaveBeenCalledWith(300_000)
  asked.mockRestore()
})

describe('the token', () => {
  // @req ACC-028 ACC-032
  test('is renewed once for all calls within the last five minutes', async () => {
    keepToken('old', String(Date.now() + 200_000))
    replies = [() => reply({}, 200, { authorization: 'new', expiration: String(Date.now() + 3_600_000) })]
    await Promise.all([call(stations.list, {}), call(stations.list, {})])
    expect(sent.map(({ url, headers }) => [url, headers['Authorization']])).toEqual([
      ['/api/v1/users/refresh', 'old'],
      ['/api/v1/stations', 'new'],
      ['/api/v1/stations', 'new'],
    ])
  })

  // @req ACC-028 ACC-032
  test.each([
    [300_000, ['/api/v1/stations']],
    [299_999, ['/api/v1/users/refresh', '/api/v1/stations']],
    [1, ['/api/v1/users/refresh', '/api/v1/stations']],
  ])('%i ms before its end a call sends %j', async (left, urls) => {
    keepToken('old', String(Date.now() + left))
    await call(stations.list, {})
    expect(sent.map(({ url, method }) => [method, url])).toEqual(urls.map(url => ['GET', url]))
  })

  // @req ACC-030
  test.each([0, 1])('past its time, by %i ms, nothing is sent', async late => {
    keepToken('old', String(Date.now() - late))
    await expect(call(stations.list, {})).rejects.toMatchObject({ status: 401 })
    expect([sent.length, session().expired, drawer.has('smartToken')]).toEqual([0, true, false])
    await call(sessions.login, { body: { password: 'x', companyId: 'demo' } })
    expect(sent).toHaveLength(1)
  })
})

describe('one act', () => {
  // @req SEC-026
  test('has one key over every attempt whose outcome is not known, and the next act has another', async () => {
    const act = newAct()
    replies = [cut, cut, cut, () => reply({ code: 'server.busy', message: 'busy' }, 503), () => reply({})]
    const [first] = await Promise.all([pay(act).catch((error: unknown) => error), vi.runAllTimersAsync()])
    expect(first).toMatchObject({ status: 0 })
    await expect(pay(act)).rejects.toMatchObject({ status: 503 })
    await pay(act)
    expect([sent.length, new Set(keys()).size]).toEqual([5, 1])
    await pay(act)
    expect(new Set(keys()).size).toBe(2)
  })

  test('a refusal is an outcome', async () => {
    const act = newAct()
    replies = [() => reply({ code: 'validation', message: 'no' }, 400)]
    await expect(pay(act)).rejects.toMatchObject({ status: 400 })
    await pay(act)
    expect(new Set(keys()).size).toBe(2)
  })

  test('what moves nothing carries no key and is not sent again by itself', async () => {
    replies = [cut]
    await expect(call(stations.list, {})).rejects.toMatchObject({ status: 0 })
    expect([keys(), sent.length]).toEqual([[undefined], 1])
  })
})

describe('a button without a form', () => {
  const press = (id = 4) => call(users.enable, { id })
  // @req SEC-026
  test('does once what it is pressed for again before the answer, or within two seconds', async () => {
    await Promise.all([press(), press()])
    await vi.advanceTimersByTimeAsync(1900)
    await press()
    expect(sent.length).toBe(1)
    await vi.advanceTimersByTimeAsync(200)
    await press()
    expect(sent.length).toBe(2)
  })
  test('tries again at once what failed, and does again what something else came after', async () => {
    replies = [() => reply({ code: 'stale', message: 'no' }, 409)]
    await expect(press(5)).rejects.toMatchObject({ status: 409 })
    await press(5)
    await press(6)
    await press(5)
    expect(sent.map(({ url }) => url.split('/').at(-2))).toEqual(['5', '5', '6', '5'])
  })
  test('asks again after a form has changed something, so that what it then shows is not what stood before', async () => {
    await press(7)
    await call(users.enable, { id: 8 }, { act: newAct() })
    await press(7)
    expect(sent.map(({ url }) => url.split('/').at(-2))).toEqual(['7', '8', '7'])
  })
})

describe('a failure is said', () => {
  const said: string[] = []
  beforeEach(() => {
    said.length = 0
    whenCallFails(({ message }) => said.push(message))
  })
  const fails = (status: number, options = {}) => {
    replies = [() => reply({ code: 'server.busy', message: `told ${status}` }, status)]
    return call(users.password, { id: 1, body: {} as never }, options).catch(() => undefined)
  }
  // @req SEC-021 SEC-023
  test('once, in the server’s words, and that there was no answer', async () => {
    for (const status of [400, 403, 409, 422, 503]) await fails(status)
    replies = [cut]
    await call(stations.list, {}).catch(() => undefined)
    expect(said).toEqual(['told 400', 'told 403', 'told 409', 'told 422', 'told 503', 'Please check the network status!!!'])
  })
  // @req SEC-021 SEC-022
  test('but not where the session ended, nor in the background, nor while a form is judged as one types', async () => {
    keepToken('secret', String(Date.now() + 3_600_000))
    await fails(401)
    await fails(503, { quiet: true })
    await fails(409, { signal: new AbortController().signal })
    expect(said).toEqual([])
  })
  test('a refused sign-in is said: it has no session to end', async () => {
    replies = [() => reply({ code: 'auth.required', message: 'wrong password' }, 401)]
    await call(sessions.login, { body: { password: 'x', companyId: 'demo' } }).catch(() => undefined)
    expect(said).toEqual(['wrong password'])
  })
  test('what a query reads is said by the query cache, once', async () => {
    replies = [() => reply({ code: 'server.busy', message: 'busy' }, 503)]
    const failure = await call(stations.list, {}, { signal: new AbortController().signal }).catch((error: unknown) => error)
    expect(said).toEqual([])
    reportFailure(failure as InstanceType<typeof ApiError>)
    reportFailure(failure as InstanceType<typeof ApiError>)
    expect(said).toEqual(['busy'])
  })
})
