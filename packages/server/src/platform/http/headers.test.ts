import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { wordsOf } from '@forecourt/contract'
import { afterAll, expect, test } from 'vitest'
import { actorBehind, handlers } from '../../modules/index.ts'
import { signedIn } from '../../testing/access.ts'
import { app as plain, db, noon, world } from '../../testing/world.ts'
import { serve } from './http.ts'
import { plainPolicy } from './page-policy.ts'

const begin = 'window.begun = 1'
const webDir = mkdtempSync(join(tmpdir(), 'forecourt-web-'))
mkdirSync(join(webDir, 'assets'))
for (const [name, text] of [
  ['index.html', `<meta property="csp-nonce" nonce="{{nonce}}" content="{{client}}" /><script>${begin}</script>`],
  ['assets/app-1a2b.js', '//'],
  ['assets/live.worker-1a2b.js', '//'],
  ['assets/app-1a2b.js.map', '{}'],
] as const)
  writeFileSync(join(webDir, name), text)
const secure = await serve(handlers, { db, clock: () => noon, authenticate: actorBehind(15), secure: true, webDir })
afterAll(async () => {
  await secure.close()
  rmSync(webDir, { recursive: true })
})

const policy = new RegExp(
  [
    "^default-src 'self';base-uri 'self';font-src 'self';form-action 'self';frame-ancestors 'none';img-src 'self' data: blob:",
    "object-src 'none';script-src 'self'(?<begin> 'sha256-[\\w+/]{43}=')?;script-src-attr 'none'",
    "style-src 'self'(?<nonce> 'nonce-[\\w-]{22}')?",
    "upgrade-insecure-requests;connect-src 'self' wss://forecourt\\.example:8084 http://localhost:9200$",
  ].join(';'),
)

test('a blob may be drawn as a picture, and nothing else: no frame, no script, no style and no call comes from one', async () => {
  const { headers } = await secure.inject({ url: '/', headers: { host: 'forecourt.example' } })
  const allowing = String(headers['content-security-policy'])
    .split(';')
    .filter(directive => directive.includes('blob:'))
  expect(allowing).toEqual(["img-src 'self' data: blob:"])
})

// Guarantees §3.1, V3 and V14.
test.each(['/', '/home', '/assets/app-1a2b.js', '/api/v1/openapi.json', '/api/v1/stations', '/api/v1/nowhere', '/healthz'])(
  '%s is answered under the strict policy, unframed, unsniffed, over TLS alone, and tells nobody where one came from',
  async url => {
    const { headers } = await secure.inject({ url, headers: { host: 'forecourt.example' } })
    expect(headers).toMatchObject({
      'content-security-policy': expect.stringMatching(policy),
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'no-referrer',
      'strict-transport-security': expect.stringMatching(/^max-age=31536000/),
      'cross-origin-opener-policy': 'same-origin',
    })
    expect(headers['x-powered-by']).toBeUndefined()
    expect(headers['server']).toBeUndefined()
    if (url.startsWith('/api/')) expect(headers['cache-control']).toBe('no-store')
    const found = policy.exec(String(headers['content-security-policy']))!.groups!
    const isPage = ['/', '/home'].includes(url)
    expect([found['nonce'] !== undefined, found['begin'] !== undefined]).toEqual([isPage, isPage])
  },
)

test('of scripts within a page the one that was built into it is run, by its hash, and no other', async () => {
  const client = { profile: 'standard', dataScreen: true, filingNumber: '"><script>alert(1)</script>' } as const
  const host = await serve(handlers, { db, clock: () => noon, authenticate: actorBehind(15), secure: false, webDir, client })
  const { headers, body } = await host.inject({ url: '/home' })
  const [, ...allowed] = /script-src ([^;]*)/.exec(String(headers['content-security-policy']))![1]!.split(' ')
  expect(allowed).toEqual([`'sha256-${createHash('sha256').update(begin).digest('base64')}'`])
  expect(body).not.toContain('<script>alert')
  await host.close()
})

test.each(['en', 'zh'] as const)(
  'an unknown call is refused in the language that was asked for (%s), with pages or without',
  async language => {
    const message = wordsOf('notFound', language)
    for (const server of [secure, plain]) {
      for (const url of ['/api/v1/nowhere', '/api/v1/stations/1/nowhere']) {
        const answer = await server.inject({ url, headers: { language } })
        expect([answer.statusCode, answer.json()]).toEqual([404, { code: 'notFound', message }])
      }
      const byBrowser = await server.inject({ method: 'POST', url: '/api/v1/nowhere', headers: { 'accept-language': `${language}-XX,fr` } })
      expect(byBrowser.json()).toEqual({ code: 'notFound', message })
    }
  },
)

test('without TLS nothing is promised of it', async () => {
  const { headers } = await plain.inject({ url: '/healthz' })
  expect(headers['strict-transport-security']).toBeUndefined()
  expect(headers['content-security-policy']).not.toContain('upgrade-insecure-requests')
})

test('the script of a worker is asked for each time: the policy it comes with names a port that may change', async () => {
  const { headers } = await secure.inject({ url: '/assets/live.worker-1a2b.js' })
  expect([headers['cache-control'], headers['content-security-policy']]).toEqual(['no-cache', expect.stringContaining('wss://')])
})

test('source maps and the bare page are not served, and what has a hash in its name is kept', async () => {
  const status = async (url: string) => (await secure.inject({ url })).statusCode
  expect([await status('/assets/app-1a2b.js.map'), await status('/index.html'), await status('/.git/config')]).toEqual([404, 404, 404])
  expect((await secure.inject({ url: '/assets/app-1a2b.js' })).headers['cache-control']).toBe('public, max-age=31536000, immutable')
})

test.each(['/login?email=a@b.cn', '/order/allQuery?client=crm.v2', '/home?next=/.well-known/x', '/home?back=/api/v1/x.json'])(
  'a page is found by its path alone, whatever its query ends in: %s',
  async url => {
    const answer = await secure.inject({ url })
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
  },
)

test.each(['/favicon.png', '/assets/gone.js?v=1', '/.env', '/a/.git/config?x=1'])(
  'a file that is not there is not the page: %s',
  async url => {
    expect((await secure.inject({ url })).statusCode).toBe(404)
  },
)

test('who signs out leaves nothing in the browser', async () => {
  const { company } = await world()
  const lin = await signedIn(company, { roles: ['admin'] })
  const out = await lin.raw('POST', '/users/logout')
  expect(out.statusCode).toBe(200)
  expect(out.headers['clear-site-data']).toBe('"cache", "cookies"')
  expect(String(out.headers['set-cookie'])).toMatch(/^forecourt=; Path=\/; HttpOnly; SameSite=Strict; Max-Age=0$/)
})

test('a cookie of TLS is bound to its host', async () => {
  const { company } = await world()
  const { mobile } = await signedIn(company, { roles: ['admin'] })
  const { headers } = await secure.inject({
    method: 'POST',
    url: '/api/v1/users/login',
    payload: { mobile, password: 'river-otter-7', companyId: company.code },
  })
  expect(String(headers['set-cookie'])).toMatch(/^__Host-forecourt=[^;]+; Path=\/; HttpOnly; SameSite=Strict; Secure; Expires=/)
})

test('who may frame the pages, and what they may call besides, is as the settings say', async () => {
  const policy = { frameAncestors: ['https://crm.example.com'], live: { port: 18_083, tlsPort: 18_084 }, deviceService: undefined }
  const app = await serve(handlers, { db, clock: () => noon, authenticate: actorBehind(15), secure: false, policy })
  const answered = async (host: string) => (await app.inject({ url: '/healthz', headers: { host } })).headers
  const headers = await answered('[::1]:8080')
  expect(headers['content-security-policy']).toContain("frame-ancestors 'self' https://crm.example.com;")
  expect(headers['content-security-policy']).toMatch(/connect-src 'self' ws:\/\/\[::1\]:18083$/)
  expect(headers['x-frame-options']).toBeUndefined()
  expect((await answered('a.cn; script-src *'))['content-security-policy']).not.toMatch(/a\.cn|\*/)
  await app.close()
})

test('with a broker outside pages may connect there, and no longer to the port beside their own', async () => {
  const outside = 'wss://broker.example:8084/mqtt'
  const policy = { ...plainPolicy, outside }
  const app = await serve([], { db, clock: () => noon, authenticate: actorBehind(15), secure: true, policy })
  const { headers } = await app.inject({ url: '/healthz', headers: { host: 'forecourt.example' } })
  expect(String(headers['content-security-policy'])).toMatch(/connect-src 'self' wss:\/\/broker\.example:8084 http:\/\/localhost:9200$/)
  await app.close()
})
