import { createServer as createHttp, type RequestListener, type Server } from 'node:http'
import { createServer as createHttps } from 'node:https'
import type { AddressInfo } from 'node:net'
import { demoChip } from '@forecourt/contract/reader/demo-chips.ts'
import { nonceHeader, readerCalls } from '@forecourt/contract/reader/reader-calls.ts'
import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { hasBrowser, openBrowser, type BrowserName } from '../../acceptance/src/browser.ts'
import { directivesOf, plainPolicy } from '../../server/src/platform/http/page-policy.ts'
import { selfSigned } from '../../server/src/testing/certificate.ts'
import type { Log } from './log.ts'
import { pageAt, service } from './testing/caller.ts'

// Pages as they are in the world: over http on this machine, over https from a server, and from a server on the internet. All of it is
// this machine; the browser is told to take the names for it, and one of the ports for an address outside.
const servers: { http: Server; https: Server; outside: Server } = {
  http: createHttp(pageOf(false)),
  https: createHttps(selfSigned('pages.example', new Date('2049-01-01T00:00:00Z')), pageOf(true)),
  outside: createHttps(selfSigned('pages.example', new Date('2049-01-01T00:00:00Z')), pageOf(true)),
}
const portOf = (name: keyof typeof servers) => (servers[name].address() as AddressInfo).port
let origins: Record<keyof typeof servers, string>
/** What the policy of our pages lets them call, set by each test. */
let servicePort = 0

/** A page of ours has our policy, `upgrade-insecure-requests` in it; one of somebody else has none that would hinder it. */
function pageOf(secure: boolean): RequestListener {
  return (request, reply) => {
    const policy = { ...plainPolicy, deviceService: `http://localhost:${servicePort}` }
    const directives = Object.entries(directivesOf(policy, secure)).flatMap(([name, given]) => {
      const values = given?.map(each => (typeof each === 'string' ? each : each(request))).join(' ')
      return values === undefined ? [] : `${name.replaceAll(/[A-Z]/g, letter => `-${letter.toLowerCase()}`)} ${values}`
    })
    const strange = request.headers.host?.startsWith('strange.')
    reply.writeHead(200, { 'content-type': 'text/html', ...(!strange && { 'content-security-policy': directives.join(';') }) })
    reply.end('<!doctype html><title>page</title>')
  }
}

const names = (['newest', 'chromium-109'] as const satisfies BrowserName[]).filter(hasBrowser)
const browsers = new Map<BrowserName, Browser>()
const lines: Parameters<Log>[0][] = []
beforeAll(async () => {
  for (const server of Object.values(servers)) await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  origins = {
    http: `http://localhost:${portOf('http')}`,
    https: `https://pages.example:${portOf('https')}`,
    outside: `https://pages.example:${portOf('outside')}`,
  }
  const switches = ['--host-resolver-rules=MAP *.example 127.0.0.1', `--ip-address-space-overrides=127.0.0.1:${portOf('outside')}=public`]
  for (const name of names) browsers.set(name, await openBrowser(name, { switches }))
})
afterAll(async () => {
  for (const browser of browsers.values()) await browser.close()
  for (const server of Object.values(servers)) server.close()
})
afterEach(() => void lines.splice(0))

async function started() {
  const { port } = await service({ origins: Object.values(origins), log: line => lines.push(line) })
  servicePort = port
  return { port, drawer: async () => (await pageAt(port, origins.http).done('drawer')).slots }
}
async function open(name: BrowserName, address: string, grants: string[] = []): Promise<Page> {
  const context = await browsers.get(name)!.newContext({ ignoreHTTPSErrors: true })
  if (grants.length > 0) await context.grantPermissions(grants)
  const page = await context.newPage()
  await page.goto(address)
  return page
}

/** What a page of ours does: a nonce, a change with it, the change once more with the same, and a reading. Run in the browser. */
async function story({ at, header, uuid, paths }: { at: string; header: string; uuid: string; paths: Record<string, string> }) {
  const call = async (path: string, body?: object, nonce?: string) => {
    const headers = { 'content-type': 'application/json', ...(nonce && { [header]: nonce }) }
    const reply = await fetch(at + path, body && { method: 'POST', headers, body: JSON.stringify(body) })
    return (await reply.json()) as { resultCode: number; reason?: string; data?: { nonce?: string; uuid?: string } }
  }
  try {
    const nonce = (await call(paths['nonce']!)).data!.nonce!
    const placed = await call(paths['place']!, { uuid, slot: 0 }, nonce)
    const replayed = await call(paths['place']!, { uuid, slot: 1 }, nonce)
    const read = await call(paths['read']!, { slot: 0 })
    return [placed.resultCode, replayed.reason, read.data?.uuid]
  } catch (error) {
    return String(error)
  }
}
const { uuid } = demoChip(5)
const given = (at: string) => ({
  at,
  header: nonceHeader,
  uuid,
  paths: { nonce: readerCalls.nonce.path, place: readerCalls.place.path, read: readerCalls.readCard.path },
})

test.each(names.flatMap(name => (['http', 'https'] as const).map(kind => [name, kind] as const)))(
  '%s: a page of ours over %s reaches the reader of its own machine, and a nonce is good once',
  async (name, kind) => {
    const { port } = await started()
    const page = await open(name, origins[kind])
    expect(await page.evaluate(story, given(`http://localhost:${port}`))).toEqual([0, 'nonceRefused', uuid])
    expect(lines.map(({ origin }) => origin)).toContain(origins[kind])
    await page.context().close()
  },
)

test('a page from outside reaches the reader once its user allows it, and without that leave not a word arrives', async () => {
  const { port } = await started()
  const asking = await open('newest', origins.outside)
  const state = (page: Page) =>
    page.evaluate(async () => (await navigator.permissions.query({ name: 'local-network-access' as PermissionName })).state)
  expect(await state(asking)).toBe('prompt')
  expect(await asking.evaluate(story, given(`http://localhost:${port}`))).toMatch(/Failed to fetch/)
  expect(lines).toEqual([])

  const allowed = await open('newest', origins.outside, ['local-network-access'])
  expect(await state(allowed)).toBe('granted')
  expect(await allowed.evaluate(story, given(`http://localhost:${port}`))).toEqual([0, 'nonceRefused', uuid])
  for (const page of [asking, allowed]) await page.context().close()
})

test.each(names)('%s: a page of somebody else is refused, with and without asking first', async name => {
  const { port, drawer } = await started()
  const page = await open(name, `https://strange.example:${portOf('https')}`)
  expect(await page.evaluate(story, given(`http://localhost:${port}`))).toMatch(/Failed to fetch/)
  // Sent without leave to read the answer, as a form would be.
  const body = JSON.stringify({ uuid, slot: 0 })
  const blind = { mode: 'no-cors' as const, method: 'POST', body }
  await page.evaluate(([address, init]) => fetch(address, init).catch(() => {}), [
    `http://localhost:${port}${readerCalls.place.path}`,
    blind,
  ] as const)
  await expect.poll(() => lines.filter(({ call }) => call === 'POST /virtual/place').length).toBeGreaterThan(0)
  expect(new Set(lines.map(({ result }) => result))).toEqual(new Set(['originRefused']))
  expect((await drawer()).map(each => each.uuid)).toEqual([null, null])
  await page.context().close()
})

test.each(names)(
  '%s: a name of somebody else that leads to this machine is refused, though the browser takes it for one origin',
  async name => {
    const { port, drawer } = await started()
    const context = await browsers.get(name)!.newContext()
    const page = await context.newPage()
    // Whatever page of that name it has shown before: from here on its scripts speak to us.
    expect((await page.goto(`http://rebound.example:${port}`))!.status()).toBe(421)
    const answer = await page.evaluate(async path => {
      const reply = await fetch(path, { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' })
      return [reply.status, ((await reply.json()) as { reason: string }).reason]
    }, readerCalls.readCard.path)
    expect(answer).toEqual([421, 'hostRefused'])
    expect((await drawer()).map(each => each.uuid)).toEqual([null, null])
    await context.close()
  },
)
