import { beforeEach, describe, expect, test, vi } from 'vitest'

const drawer = new Map<string, string>()
vi.stubGlobal('localStorage', {
  getItem: (key: string) => drawer.get(key) ?? null,
  setItem: (key: string, value: string) => drawer.set(key, value),
  removeItem: (key: string) => drawer.delete(key),
})
vi.useFakeTimers({ now: new Date('2026-05-01T04:00:00Z') })

/** What a server would answer, and what it was asked. */
type Sent = { url: string; headers: Record<string, string>; cache?: string | undefined }
let sent: Sent[] = []
let answer: () => Response | Promise<Response>
vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
  sent.push({ url, headers: init.headers as Record<string, string>, cache: init.cache })
  const { signal } = init
  const stopped = new Promise<never>((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason as Error)))
  return Promise.race([answer(), stopped])
})
let addresses: string[] = []
let made = 0
vi.spyOn(URL, 'createObjectURL').mockImplementation(blob => {
  made += 1
  const address = `blob:${made}:${(blob as Blob).type}`
  addresses.push(address)
  return address
})
vi.spyOn(URL, 'revokeObjectURL').mockImplementation(address => {
  addresses = addresses.filter(each => each !== address)
})

const { callFile } = await import('./api.ts')
const { pictureCalls } = await import('./first-calls.ts')
const { noteConnectivity } = await import('./connectivity.ts')
const { pictureOf, watchPicture } = await import('./picture.ts')
const { forgetSession, keepToken, session, useSession } = await import('./session.ts')
const { addWords, setLanguage } = await import('../i18n/index.ts')

const bytes = (type = 'image/png') => new Response(new Uint8Array([1, 2, 3]), { headers: { 'content-type': type } })
const refusal = (status: number, code: string) => new Response(JSON.stringify({ code, message: code }), { status })
const someone = (id: number, companyId: number) => ({ id, company: { id: companyId }, roles: [] }) as never
const settle = () => vi.advanceTimersByTimeAsync(0)

/** Every story has ids of its own. */
let next = 100
const stops: (() => void)[] = []
function show(id = (next += 1)) {
  const stop = watchPicture(id, () => undefined)
  stops.push(stop)
  return { id, stop }
}

beforeEach(async () => {
  for (const stop of stops.splice(0)) stop()
  await vi.advanceTimersByTimeAsync(60_000)
  setLanguage('en')
  addWords({ error: { network: 'network', expired: 'expired', unreadable: 'unreadable {status}' } })
  keepToken('secret', String(Date.now() + 86_400_000))
  useSession.setState({ profile: someone(7, 3), atStation: undefined })
  noteConnectivity(true)
  await vi.advanceTimersByTimeAsync(60_000)
  sent = []
  answer = () => bytes()
})

// @req ACC-046
test('a picture is fetched with the whole session, once for all that show it, and asked about before it is shown again', async () => {
  const { id } = show()
  show(id)
  expect(pictureOf(id)).toEqual({ state: 'loading' })
  await settle()
  expect(pictureOf(id)).toEqual({ state: 'there', url: addresses[0] })
  expect(sent).toMatchObject([{ url: `/api/v1/attachments/${id}`, headers: { Authorization: 'secret' }, cache: 'no-cache' }])
  expect(Object.keys(sent[0]!.headers)).not.toContain('Cache-Control')
  expect(Object.keys(sent[0]!.headers)).not.toContain('Pragma')
})

// @req ACC-046
test.each(['image/png', 'image/jpeg', 'image/gif'])('a picture of the type %s is shown by that type', async type => {
  answer = () => bytes(type)
  const { id } = show()
  await settle()
  expect(pictureOf(id)).toEqual({ state: 'there', url: expect.stringContaining(`:${type}`) })
})

test('its address is revoked when nothing has shown it for a while; a page that is opened again finds it', async () => {
  const { id, stop } = show()
  await settle()
  stop()
  await vi.advanceTimersByTimeAsync(29_000)
  const again = show(id)
  await vi.advanceTimersByTimeAsync(60_000)
  expect([addresses.length, sent.length]).toEqual([1, 1])
  again.stop()
  await vi.advanceTimersByTimeAsync(30_000)
  expect([addresses, pictureOf(id)]).toEqual([[], { state: 'loading' }])
})

describe('what was fetched for one', () => {
  test('is gone when the session ends', async () => {
    const { id } = show()
    const { stop } = show()
    await settle()
    stop()
    forgetSession()
    expect([addresses, pictureOf(id)]).toEqual([[], { state: 'none' }])
    await settle()
    expect(sent).toHaveLength(2)
    keepToken('next', String(Date.now() + 86_400_000))
    await settle()
    expect(sent.map(({ headers }) => headers['Authorization'])).toEqual(['secret', 'secret', 'next'])
    expect(pictureOf(id)).toMatchObject({ state: 'there' })
  })

  test.each([
    ['user', someone(8, 3)],
    ['company', someone(7, 4)],
  ])('is not left for the next %s', async (_, profile) => {
    const { id } = show()
    await settle()
    const [before] = addresses
    answer = () => refusal(404, 'notFound')
    useSession.setState({ profile })
    expect([addresses, pictureOf(id)]).toEqual([[], { state: 'loading' }])
    await settle()
    expect([addresses, pictureOf(id), before]).toEqual([[], { state: 'none' }, expect.any(String)])
  })

  test('does not come after all where it was on its way as the user changed', async () => {
    let arrive!: (response: Response) => void
    answer = () => new Promise(resolve => (arrive = resolve))
    const { id } = show()
    await settle()
    const first = arrive
    answer = () => refusal(404, 'notFound')
    useSession.setState({ profile: someone(9, 3) })
    first(bytes())
    await settle()
    expect([addresses, pictureOf(id)]).toEqual([[], { state: 'none' }])
  })

  test('stays while the same session is renewed', async () => {
    const { id } = show()
    await settle()
    keepToken('renewed', String(Date.now() + 86_400_000))
    useSession.setState({ profile: someone(7, 3) })
    await settle()
    expect([addresses.length, sent.length, pictureOf(id).state]).toEqual([1, 1, 'there'])
  })
})

// A blob has this page's origin: what a browser would run must not become one.
test.each(['image/svg+xml', 'text/html', 'application/pdf', 'text/html; image/png', ''])('%j is never made a picture', async type => {
  answer = () => bytes(type)
  const { id } = show()
  await settle()
  expect([addresses, pictureOf(id)]).toEqual([[], { state: 'none' }])
})

test('a picture that is refused is asked for once; one that no line brought is asked for again, and when the line is back', async () => {
  answer = () => refusal(404, 'notFound')
  const { id: refused } = show()
  await vi.advanceTimersByTimeAsync(10_000)
  expect([pictureOf(refused), sent.length]).toEqual([{ state: 'none' }, 1])
  answer = () => Promise.reject(new TypeError('network'))
  const { id } = show()
  await vi.advanceTimersByTimeAsync(20_000)
  expect([pictureOf(id), sent.length]).toEqual([{ state: 'late' }, 4])
  answer = () => bytes()
  noteConnectivity(true)
  await settle()
  expect([pictureOf(id).state, sent.length]).toEqual(['there', 5])
})

test('four at a time leave lines for other calls, and all come', async () => {
  const arrive: (() => void)[] = []
  answer = () => new Promise(resolve => arrive.push(() => resolve(bytes())))
  const ids = Array.from({ length: 9 }, () => show().id)
  await settle()
  expect(sent).toHaveLength(4)
  while (arrive.length > 0) {
    arrive.shift()!()
    await settle()
    expect(arrive.length).toBeLessThanOrEqual(4)
  }
  expect(ids.map(id => pictureOf(id).state)).toEqual(ids.map(() => 'there'))
})

describe('a session that is renewed', () => {
  test('is renewed after what is on its way with the token of before: that would end it', async () => {
    let arrive!: (response: Response) => void
    answer = () => new Promise(resolve => (arrive = resolve))
    show()
    await settle()
    keepToken('secret', String(Date.now() + 60_000))
    const first = arrive
    answer = () => new Response('{}', { headers: { authorization: 'next', expiration: String(Date.now() + 86_400_000) } })
    const file = callFile(pictureCalls.file, { id: 1 })
    await settle()
    expect(sent.map(({ url }) => url)).toHaveLength(1)
    first(bytes())
    await file
    expect(sent.map(({ url, headers }) => [url.replace(/\d+$/, ''), headers['Authorization']])).toEqual([
      ['/api/v1/attachments/', 'secret'],
      ['/api/v1/users/refresh', 'secret'],
      ['/api/v1/attachments/', 'next'],
    ])
  })

  test('by another tab lets a file that was asked for with the token of before be asked for with the next', async () => {
    answer = () => {
      keepToken('next', String(Date.now() + 86_400_000))
      answer = () => bytes()
      return refusal(401, 'auth.required')
    }
    expect((await callFile(pictureCalls.file, { id: 1 })).status).toBe(200)
    expect([session().token, session().expired]).toEqual(['next', false])
  })
})
