import { connect } from 'node:net'
import { networkInterfaces } from 'node:os'
import { nonceHeader, nonceSeconds, readerCalls } from '@forecourt/contract/reader/reader-calls.ts'
import { resultCodes } from '@forecourt/contract/reader/result-codes.ts'
import { expect, test } from 'vitest'
import { masked, type Log } from './log.ts'
import { ours, pageAt, send, service, strange, type Page } from './testing/caller.ts'
import { chip, contentOf, payload, ready } from './testing/laid-card.ts'
import { words } from './words.ts'

const read = (port: number, headers: Record<string, string>, method = 'POST') =>
  send(port, readerCalls.readCard.path, { method, headers, ...(method === 'POST' && { body: {} }) })

test('a page of an allowed origin, which is told so by its very name; no other, and none that does not say', async () => {
  const { port, page } = await service({ origins: [ours, 'http://localhost:8080'] })
  const allowed = await read(port, page.headers)
  expect(allowed.headers).toMatchObject({ 'access-control-allow-origin': ours, vary: 'Origin', 'cache-control': 'no-store' })
  expect(allowed.headers['access-control-allow-credentials']).toBeUndefined()
  const others = [strange, 'null', `${ours}.evil.example`, `${ours}:8443`, ours.replace('https', 'http'), ours.toUpperCase(), '*', '']
  for (const origin of others) {
    const refused = await read(port, { ...page.headers, origin })
    expect([refused.status, refused.body.reason, refused.headers['access-control-allow-origin']], origin).toEqual([
      403,
      'originRefused',
      undefined,
    ])
    expect(refused.body.data).toBeUndefined()
  }
  const { origin: _, ...silent } = page.headers
  expect((await read(port, silent)).body.reason).toBe('originRefused')
  expect((await send(port, readerCalls.drawer.path, { method: 'GET', headers: silent })).body.reason).toBe('originRefused')
})

test('by this machine’s own names alone: another name that leads here is refused, whatever its page says it is', async () => {
  const { port, page } = await service()
  for (const host of [`localhost:${port}`, `127.0.0.1:${port}`, `[::1]:${port}`]) {
    expect((await read(port, { ...page.headers, host })).status, host).toBe(200)
  }
  const rebound = [
    'evil.example',
    `evil.example:${port}`,
    'localhost',
    `localhost:${port + 1}`,
    `127.0.0.1.evil.example:${port}`,
    `0.0.0.0:${port}`,
  ]
  for (const host of rebound) {
    const refused = await read(port, { ...page.headers, host })
    expect([refused.status, refused.body.reason, refused.headers['access-control-allow-origin']], host).toEqual([
      421,
      'hostRefused',
      undefined,
    ])
  }
})

test('it listens on this machine alone', async () => {
  const { port } = await service()
  const outer = Object.values(networkInterfaces())
    .flatMap(each => each ?? [])
    .filter(({ internal, family }) => !internal && family === 'IPv4')
  for (const { address } of outer) {
    const reached = await new Promise(done => {
      const socket = connect({ port, host: address }, () => done(true)).on('error', () => done(false))
      socket.setTimeout(2000, () => socket.destroy(new Error('nobody')))
    })
    expect(reached, address).toBe(false)
  }
})

test('a browser that asks first is told what is allowed, this network included; a strange page is told nothing', async () => {
  const { port, page } = await service()
  const asking = { 'access-control-request-method': 'POST', 'access-control-request-headers': `content-type,${nonceHeader}` }
  const ask = (headers: Record<string, string>) => read(port, { ...page.headers, ...asking, ...headers }, 'OPTIONS')
  const answer = await ask({ 'access-control-request-private-network': 'true' })
  expect([answer.status, answer.headers['access-control-allow-private-network']]).toEqual([204, 'true'])
  expect(answer.headers['access-control-allow-headers']).toContain(nonceHeader)
  expect((await ask({})).headers['access-control-allow-private-network']).toBeUndefined()
  expect((await ask({ 'access-control-request-local-network': 'true' })).headers['access-control-allow-local-network']).toBe('true')
  const refused = await ask({ origin: strange, 'access-control-request-private-network': 'true' })
  expect([refused.status, Object.keys(refused.headers).filter(name => name.startsWith('access-control'))]).toEqual([403, []])
})

const issue = (port: number, page: Page, nonce?: string) =>
  send(port, readerCalls.issueCard.path, {
    headers: { ...page.headers, ...(nonce !== undefined && { [nonceHeader]: nonce }) },
    body: payload,
  })

test('writes once; without one, with one that was used, made up, or of another origin nothing is written', async () => {
  const { port, page } = await ready({ origins: [ours, strange] })
  const stranger = pageAt(port, strange)
  for (const nonce of [undefined, '', 'x'.repeat(24), await stranger.nonce()]) {
    expect((await issue(port, page, nonce)).body.reason).toBe('nonceRefused')
  }
  expect((await contentOf(page))!.issueType).toBe(9)
  const nonce = await page.nonce()
  expect((await issue(port, page, nonce)).body.resultCode).toBe(0)
  const again = await issue(port, page, nonce)
  expect([again.status, again.body.reason, again.headers['access-control-allow-origin']]).toEqual([403, 'nonceRefused', ours])
})

test('is used up by a call that fails, is good for a minute, and of two at once one gets it', async () => {
  let now = 0
  const { port, page } = await ready({ now: () => now })
  const [failing, late, shared] = [await page.nonce(), await page.nonce(), await page.nonce()]
  const sent = { headers: { ...page.headers, [nonceHeader]: failing }, body: '{' }
  expect((await send(port, readerCalls.issueCard.path, sent)).body.reason).toBe('badRequest')
  expect((await issue(port, page, failing)).body.reason).toBe('nonceRefused')
  const both = await Promise.all([issue(port, page, shared), issue(port, page, shared)])
  expect(new Set(both.map(({ status }) => status))).toEqual(new Set([200, 403]))
  now = nonceSeconds * 1000
  expect((await issue(port, page, late)).body.reason).toBe('nonceRefused')
})

test('every call that changes something asks for one', async () => {
  const { port, page } = await service()
  for (const { path, method, changes } of Object.values(readerCalls)) {
    const { body } = await send(port, path, { method, headers: page.headers, ...(method === 'POST' && { body: {} }) })
    expect(body.reason === 'nonceRefused', path).toBe(changes)
  }
})

const wrong: [string, string, number, unknown][] = [
  ['no JSON', 'badRequest', 400, '{"slot":'],
  ['a word', 'badRequest', 400, '"0"'],
  ['nothing', 'badRequest', 400, ''],
  ['an unknown field', 'badRequest', 400, { slot: 0, key: '11223344556677888877665544332211' }],
  ['a prototype', 'badRequest', 400, '{"__proto__":{"slot":1}}'],
  ['a slot that is none', 'badRequest', 400, { slot: -1 }],
  ['too much', 'tooLarge', 413, { slot: 0, fill: 'x'.repeat(16 * 1024) }],
]
test.each(wrong)('%s is refused', async (_, reason, status, body) => {
  const { port, page } = await ready()
  const refused = await send(port, readerCalls.readCard.path, { headers: page.headers, body })
  expect([refused.status, refused.body.reason]).toEqual([status, reason])
})

test('a payload that is not one is refused by the names of its fields, without their values', async () => {
  const { page } = await ready()
  const bad = { ...payload, uuid: 'xyz', keyVersion: 256, mac: '2988AE5' }
  const { body } = await page.call('issueCard', bad)
  expect(body).toMatchObject({ reason: 'badRequest', data: { fields: ['uuid', 'keyVersion', 'mac'] } })
  expect(JSON.stringify(body)).not.toContain('xyz')
})

test('an unknown path, or another method, is none; words that no page needs leave to send are not read', async () => {
  const { port, page } = await ready()
  for (const [method, path] of [
    ['GET', '/'],
    ['GET', readerCalls.readCard.path],
    ['HEAD', readerCalls.labels.path],
    ['DELETE', readerCalls.drawer.path],
    ['POST', '/api/../virtual/drawer'],
  ] as const) {
    expect((await send(port, path, { method, headers: page.headers })).status, `${method} ${path}`).toBe(404)
  }
  const plain = await send(port, readerCalls.readCard.path, { headers: { ...page.headers, 'content-type': 'text/plain' }, body: '{}' })
  expect(plain.body.reason).toBe('badRequest')
})

test('each answer is in the language that is asked for, and its code never changes', async () => {
  const { port } = await service()
  const said = async (path: string, headers: Record<string, string>) =>
    (await send(port, path, { headers: { origin: ours, host: `localhost:${port}`, ...headers }, body: {} })).body.resultMessage
  const { path } = readerCalls.readCard
  expect(await said(path, {})).toBe(words.noCard.zh)
  expect(await said(path, { 'accept-language': 'en-GB,en;q=0.9' })).toBe(words.noCard.en)
  expect(await said(path, { language: 'en', 'accept-language': 'zh-CN' })).toBe(words.noCard.en)
  expect(await said(`${path}?language=en`, { language: 'zh' })).toBe(words.noCard.en)
  for (const each of Object.values(words)) expect(each.zh).toMatch(/\p{Script=Han}/u)
  expect(new Set(Object.values(resultCodes)).size).toBe(Object.keys(resultCodes).length)
  expect([resultCodes.ok, resultCodes.noCard, resultCodes.readerTimeout, resultCodes.nonceRefused]).toEqual([0, 300, 202, 112])
})

test('the log has each call and its outcome, and no card: neither number nor uuid nor MAC, whatever went wrong', async () => {
  const lines: Parameters<Log>[0][] = []
  const { port, page } = await ready({ log: line => lines.push(line) })
  await page.done('issueCard', payload)
  await page.done('validateCard', payload)
  await page.call('validateCard', { ...payload, mac: '00000000' })
  await page.call('issueFactoryCard', { logicCardNo: chip.number })
  await page.call('readCard', {})
  await page.call('issueCard', { ...payload, number: `${payload.number}!` })
  const sent = { headers: page.headers, body: `{"uuid":"${chip.uuid}",` }
  await send(port, readerCalls.validateCard.path, sent)
  await send(port, `/api/${chip.number}/${chip.uuid}?mac=${payload.mac}`, { headers: { ...page.headers, origin: `https://${chip.uuid}` } })
  const text = JSON.stringify(lines)
  for (const secret of [chip.uuid, chip.number, payload.mac]) expect(text).not.toContain(secret)
  expect(lines.find(({ call }) => call === 'POST /api/issueRfUserCard')).toMatchObject({
    level: 'info',
    origin: ours,
    result: 'ok',
    number: '…0002',
    uuid: '…0E',
    slot: undefined,
  })
  expect(lines.at(-1)).toMatchObject({ level: 'warn', call: 'POST ?', origin: 'other', result: 'originRefused' })
  expect(masked('1234', 4)).toBeUndefined()
})
