import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { request } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TLSSocket } from 'node:tls'
import { afterAll, expect, test } from 'vitest'
import { actorBehind, handlers } from '../../modules/index.ts'
import { password, person } from '../../testing/access.ts'
import { selfSigned } from '../../testing/certificate.ts'
import { db, noon, world } from '../../testing/world.ts'
import { readConfig, WrongSettings } from '../config/config.ts'
import { serve } from './http.ts'
import { readTls, renewTls } from './tls.ts'

const folder = mkdtempSync(join(tmpdir(), 'forecourt-tls-'))
const files = { certFile: join(folder, 'cert.pem'), keyFile: join(folder, 'key.pem') }
const future = new Date('2049-01-01T00:00:00Z')
const write = ({ cert, key }: { cert: string; key: string }) => {
  writeFileSync(files.certFile, cert)
  writeFileSync(files.keyFile, key)
}
const ends: (() => Promise<unknown>)[] = [async () => rmSync(folder, { recursive: true })]
afterAll(() => Promise.all(ends.map(end => end())))

type Options = Partial<Parameters<typeof serve>[1]>
async function served(options: Options) {
  const app = await serve(handlers, { db, clock: () => noon, authenticate: actorBehind(0), secure: true, ...options })
  ends.push(() => app.close())
  return app
}

/** One call over a line of its own: whose certificate was shown, and what was answered. */
const ask = (port: number, path: string, body?: object) =>
  new Promise<{ shown: string; status: number; headers: Record<string, unknown>; protocol: string }>((resolve, reject) => {
    const call = request(
      {
        port,
        path: `/api/v1${path}`,
        method: body ? 'POST' : 'GET',
        rejectUnauthorized: false,
        agent: false,
        headers: { 'content-type': 'application/json' },
      },
      reply => {
        const line = reply.socket as TLSSocket
        const shown = String(line.getPeerCertificate().subject.CN)
        resolve({ shown, status: reply.statusCode!, headers: reply.headers, protocol: String(line.getProtocol()) })
        reply.resume()
      },
    )
    call.once('error', reject)
    call.end(body && JSON.stringify(body))
  })

test('it speaks https itself, binds the cookie to it, and shows a renewed certificate without a restart', async () => {
  write(selfSigned('first.example', future))
  const app = await served({ tls: readTls(files, noon) })
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as { port: number }
  const { company } = await world()
  const { mobile } = await person(company, { roles: ['admin'] })
  const reply = await ask(port, '/users/login', { mobile, password, companyId: company.code })
  expect(reply).toMatchObject({ status: 200, shown: 'first.example', protocol: 'TLSv1.3' })
  expect(String(reply.headers['set-cookie'])).toMatch(/^__Host-forecourt=[\w-]+; Path=\/; HttpOnly; SameSite=Strict; Secure/)
  expect(reply.headers['strict-transport-security']).toMatch(/max-age=\d{7,}/)

  write(selfSigned('second.example', future))
  renewTls(app.server, files, noon)
  expect((await ask(port, '/openapi.json')).shown).toBe('second.example')

  writeFileSync(files.keyFile, selfSigned('other.example', future).key)
  expect(() => renewTls(app.server, files, noon)).toThrow('are no certificate and its key')
  expect((await ask(port, '/openapi.json')).shown).toBe('second.example')
})

test('what is no pair, not there or over is refused in a sentence', () => {
  write(selfSigned('a.example', new Date('2021-01-01T00:00:00Z')))
  expect(() => readTls(files, noon)).toThrow(/ended on Jan {2}1 .*2021 GMT: renew it/)
  writeFileSync(files.certFile, 'nothing')
  expect(() => readTls(files, noon)).toThrow('are no certificate and its key')
  expect(() => readTls({ ...files, certFile: join(folder, 'away.pem') }, noon)).toThrow('TLS_CERT_FILE cannot be read')
  expect(() => readConfig({ TLS_CERT_FILE: 'a' })).toThrow('set together')
})

test.each([
  ['10.0.0.5', true],
  ['10.0.0.0/8, 192.168.1.7', true],
  ['fd00::/8', true],
  ['nginx', false],
  ['10.0.0.0/33', false],
  ['10.0.0.0/8/8', false],
])('TRUSTED_PROXIES=%s: %s', (list, taken) => {
  const read = () => readConfig({ TRUSTED_PROXIES: list }).proxies
  if (taken) expect(read()).toEqual(list.split(', '))
  else expect(read).toThrow(WrongSettings)
})

/** Whom the product takes the client for: the address that its wrong sign-ins are counted under. */
async function clientOf(options: Options, from: string, forwarded: string): Promise<boolean> {
  const app = await served({ ...options, limits: { source: 1, session: 0 } })
  const call = (address: string, forwardedFor?: string) =>
    app.inject({
      method: 'POST',
      url: '/api/v1/users/login',
      payload: { mobile: '1', password: 'x', companyId: 'none' },
      remoteAddress: address,
      ...(forwardedFor && { headers: { 'x-forwarded-for': forwardedFor } }),
    })
  await call(from, forwarded)
  // The same client through another proxy of ours: counted again only if the proxy was believed.
  return (await call('10.0.0.6', forwarded)).statusCode === 429
}

test('only proxies that are named are believed on who the client is', async () => {
  const ours = { secure: true, proxies: ['10.0.0.0/24'] }
  expect(await clientOf(ours, '10.0.0.5', '203.0.113.9')).toBe(true)
  expect(await clientOf(ours, '198.51.100.1', '203.0.113.9')).toBe(false)
  // What the client itself wrote stands left of what the proxy added.
  expect(await clientOf(ours, '10.0.0.5', '1.2.3.4, 203.0.113.9')).toBe(true)
  write(selfSigned('a.example', future))
  expect(await clientOf({ secure: true, tls: readTls(files, noon) }, '10.0.0.5', '203.0.113.9')).toBe(false)
})
