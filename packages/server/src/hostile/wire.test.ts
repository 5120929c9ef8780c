import { connect, type AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { handlers, actorBehind } from '../modules/index.ts'
import { serve } from '../platform/http/http.ts'
import { db, noon } from '../testing/world.ts'
import { attack, hostileServer, type HostileServer } from './hostile-server.ts'
import { signIn } from '../matrix/scene.ts'

const app = await serve(handlers, { db, clock: () => noon, secure: false, authenticate: actorBehind(15) })
let port = 0
beforeAll(async () => {
  await app.listen({ port: 0, host: '127.0.0.1' })
  port = (app.server.address() as AddressInfo).port
})
afterAll(() => app.close())

/** Bytes as they are, over a line of their own. @returns what came back until the line was quiet or cut */
async function raw(bytes: string | Buffer): Promise<string> {
  const line = connect(port, '127.0.0.1')
  let heard = ''
  line.setEncoding('latin1').on('data', text => {
    heard += String(text)
    line.setTimeout(100)
  })
  line.on('error', () => undefined)
  line.write(bytes)
  line.setTimeout(10_000, () => line.destroy())
  await new Promise(done => line.once('close', done))
  return heard
}
const statuses = (heard: string) => [...heard.matchAll(/^HTTP\/1\.1 (\d{3})/gm)].map(([, status]) => Number(status))
const at = 'Host: a\r\nContent-Type: application/json\r\n'
const post = `POST /api/v1/users/login HTTP/1.1\r\n${at}`

// Guarantees §3.7, HTTP level.
describe('bytes that are no request of ours', () => {
  test.each([
    ['no request at all', 'hello\r\n\r\n'],
    ['a method of nobody', `BREW /api/v1/stations HTTP/1.1\r\n${at}\r\n`],
    ['TRACE', `TRACE /api/v1/stations HTTP/1.1\r\n${at}\r\n`],
    ['CONNECT', `CONNECT a:443 HTTP/1.1\r\n${at}\r\n`],
    ['a method override', `POST /api/v1/stations HTTP/1.1\r\n${at}X-HTTP-Method-Override: GET\r\nContent-Length: 2\r\n\r\n{}`],
    ['two lengths', `${post}Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}x`],
    ['a length below nothing', `${post}Content-Length: -1\r\n\r\n{}`],
    ['a length in words', `${post}Content-Length: two\r\n\r\n{}`],
    ['a length and chunks', `${post}Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n`],
    ['chunks under another name', `${post}Transfer-Encoding: xchunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n`],
    ['chunks with a space before the colon', `${post}Transfer-Encoding : chunked\r\n\r\n0\r\n\r\n`],
    ['a chunk of no size', `${post}Transfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n0\r\n\r\n`],
    ['a chunk below nothing', `${post}Transfer-Encoding: chunked\r\n\r\n-1\r\n{}\r\n0\r\n\r\n`],
    ['a folded header', `GET /healthz HTTP/1.1\r\nHost: a\r\nX: 1\r\n folded: 2\r\n\r\n`],
    ['a header without a name', `GET /healthz HTTP/1.1\r\nHost: a\r\n: x\r\n\r\n`],
    ['a NUL in a header', `GET /healthz HTTP/1.1\r\nHost: a\r\nX: a\0b\r\n\r\n`],
    ['a NUL in the path', `GET /api/v1/stations/\0 HTTP/1.1\r\nHost: a\r\n\r\n`],
    ['a bare line feed in the path', `GET /api/v1/a\nX: 1 HTTP/1.1\r\nHost: a\r\n\r\n`],
    ['a megabyte of headers', `GET /healthz HTTP/1.1\r\nHost: a\r\nX: ${'x'.repeat(1_000_000)}\r\n\r\n`],
    ['ten thousand headers', `GET /healthz HTTP/1.1\r\nHost: a\r\n${'X: 1\r\n'.repeat(10_000)}\r\n`],
    ['a megabyte of address', `GET /${'x'.repeat(1_000_000)} HTTP/1.1\r\nHost: a\r\n\r\n`],
    ['no host', 'GET /api/v1/stations HTTP/1.1\r\n\r\n'],
    ['a future version', 'GET /healthz HTTP/9.9\r\nHost: a\r\n\r\n'],
    ['somebody else’s address', `GET http://example.com/api/v1/stations HTTP/1.1\r\n${at}\r\n`],
    ['an upgrade', `GET /api/v1/stations HTTP/1.1\r\n${at}Connection: Upgrade\r\nUpgrade: websocket\r\n\r\n`],
    ['a broken escape', `GET /api/v1/stations/%zz HTTP/1.1\r\n${at}\r\n`],
    ['a way out of the folder', `GET /../../../../etc/passwd HTTP/1.1\r\n${at}\r\n`],
    ['a way out in disguise', `GET /%2e%2e/%2e%2e/etc/passwd HTTP/1.1\r\n${at}\r\n`],
    ['another slash', `GET /api/v1\\stations HTTP/1.1\r\n${at}\r\n`],
    ['a double slash', `GET //api/v1/stations HTTP/1.1\r\n${at}\r\n`],
  ])('%s', async (_, bytes) => {
    const heard = await raw(bytes)
    expect(statuses(heard).length).toBeLessThanOrEqual(1)
    for (const status of statuses(heard)) expect([400, 401, 404, 405, 413, 414, 415, 431, 501, 505]).toContain(status)
    expect(heard).not.toMatch(/node_modules|at \w+.*:\d+:\d+|"status":"ok"|root:/)
    expect((await fetch(`http://127.0.0.1:${port}/healthz`)).status).toBe(200)
  })

  test('a second request hidden in the body of the first is body and nothing else', async () => {
    const hidden = 'GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n'
    const heard = await raw(`${post}Content-Length: ${hidden.length}\r\n\r\n${hidden}`)
    expect(statuses(heard)).toEqual([400])
    expect(heard).not.toContain('"status":"ok"')
  })
})

const odd = [
  '0',
  '-1',
  '1.5',
  '1e9',
  'NaN',
  'null',
  'x',
  '１',
  "1' or '1'='1",
  '9'.repeat(30),
  '1,2',
  '__proto__',
  '%00',
  'a'.repeat(4000),
  'superAdmin,1',
]
/** What a client says of itself, besides where it works. */
const said = [
  'authorization',
  'cookie',
  'idempotency-key',
  'language',
  'accept-language',
  'client',
  'user-agent',
  'x-forwarded-for',
  'accept',
  'accept-encoding',
  'range',
  'if-none-match',
  'expect',
  'origin',
  'referer',
]

// Guarantees §3.1: what a client says of itself selects, and never breaks or grants.
describe('headers', () => {
  let place: HostileServer
  beforeAll(async () => {
    place = await hostileServer()
  }, 120_000)
  afterAll(() => place.app.close())

  test('a company, a station or a role that is not one’s own is refused in words', async () => {
    const { headers } = await signIn(place.app, place.riverside, 'station_master')
    const answers: unknown[] = []
    for (const name of ['company', 'station', 'role']) {
      for (const value of odd) {
        const request = {
          method: 'GET',
          url: '/api/v1/stations',
          headers: { ...headers, [name]: Buffer.from(value).toString('latin1') },
        } as const
        const { status, wrong } = await attack(place.app, { request, refused: false })
        if (wrong || status !== 403) answers.push([name, value.slice(0, 20), status, wrong])
      }
    }
    expect(answers).toEqual([])
  })

  test('a credential, a key, a language or a client of any shape does no harm', async () => {
    const { headers } = await signIn(place.app, place.riverside, 'station_master')
    const more = [
      ...odd,
      '',
      ' ',
      'Bearer ',
      'Bearer x',
      'Basic Og==',
      'fc.1.1.x',
      '=',
      ';',
      'forecourt=',
      'forecourt=;forecourt=x',
      'zh;q=9',
      '*',
    ]
    const wrong: unknown[] = []
    for (const name of said) {
      for (const value of more) {
        const given = { ...headers, [name]: Buffer.from(value).toString('latin1') }
        const request = { method: 'POST', url: '/api/v1/userCards/987654321/charge', headers: given, payload: { amountCents: 1 } } as const
        const answer = await attack(place.app, { request, refused: true })
        if (answer.wrong && name !== 'language') wrong.push([name, value.slice(0, 20), answer])
        if (answer.status >= 500) wrong.push([name, value.slice(0, 20), answer])
      }
    }
    expect(wrong).toEqual([])
  })
})
