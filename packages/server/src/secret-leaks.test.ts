import { afterAll, expect, test } from 'vitest'
import { z } from 'zod'
import { actorBehind, handlers } from './modules/index.ts'
import { openLog, withoutSecrets } from './platform/config/log.ts'
import { serve } from './platform/http/http.ts'
import { person, password as masterPassword } from './testing/access.ts'
import { makeCard } from './testing/card.ts'
import { shop } from './testing/order.ts'
import { sample } from './testing/sample.ts'
import { db, noon } from './testing/world.ts'

let logged = ''
const app = await serve(handlers, {
  db,
  clock: () => noon,
  secure: false,
  authenticate: actorBehind(15),
  log: openLog('trace', { write: line => void (logged += line) }),
})
afterAll(() => app.close())

interface Heard {
  readonly call: string
  readonly status: number
  readonly text: string
}
const heard: Heard[] = []

/** A browser or a device: it shows what it holds, and what it is answered is kept for the search. */
function client(held: { authorization?: string; cookie?: string } = {}) {
  return async (call: string, payload?: object, headers: Record<string, string> = {}) => {
    const [method, url] = call.split(' ') as ['GET' | 'POST' | 'PUT' | 'DELETE', string]
    const reply = await app.inject({
      method,
      url: `/api/v1${url}`,
      headers: { language: 'en', ...held, ...headers },
      ...(payload && { payload }),
    })
    heard.push({ call, status: reply.statusCode, text: `${JSON.stringify(reply.headers)}\n${reply.body}` })
    if (reply.headers['authorization']) held.authorization = reply.headers['authorization']
    const cookie = /forecourt=[^;]+/.exec(String(reply.headers['set-cookie'] ?? ''))
    if (cookie) held.cookie = cookie[0]
    return /json/.test(String(reply.headers['content-type'])) ? reply.json() : {}
  }
}

/** Whole, wherever it stands: six digits within a longer number are another number. */
const holds = (text: string, secret: string) =>
  new RegExp(`(?<![\\w-])${secret.replaceAll(/[.$^*+?()[\]{}|\\]/g, '\\$&')}(?![\\w-])`).test(text)

type Call = ReturnType<typeof client>
type Mark = (name: string, value: string, ...issuedBy: string[]) => string

/** A manager gives a password, resets it and invites. */
async function passwordsOfAnother(stationId: number, at: Call, secret: Mark) {
  const fang = await at('POST /users', {
    name: 'Fang',
    mobile: '13900000077',
    roles: [{ defaultRole: 'station_bill', stationId: stationId }],
    password: secret('a password for somebody else', 'canary-heron-other-2'),
  })
  await at(`PUT /users/${fang.id}/password`, { password: secret('a reset password', 'canary-heron-reset-3') })
  const { code } = await at(`POST /users/${fang.id}/invitation`)
  secret('the invitation', code, `POST /users/${fang.id}/invitation`)
  await client()('POST /users/invitation', { code, password: secret('an invited password', 'canary-heron-invited-4') })
  await client()('POST /users/invitation', { code, password: 'canary-heron-invited-4' })
  return fang
}

/** A link, used twice; its code and its session in an address. */
async function aLink(at: Call, secret: Mark) {
  const link = await at('POST /users/code', { client: 'crm' })
  secret('the code of a link', link.code, 'POST /users/code')
  const linked: { authorization?: string; cookie?: string } = {}
  await client(linked)('POST /users/login/code', { code: link.code, client: 'crm' })
  await client()('POST /users/login/code', { code: link.code, client: 'crm' })
  secret('the token of a link', linked.authorization!, 'POST /users/login/code')
  await client()(`GET /stations?token=${linked.authorization}`)
  await client()(`GET /stations?token=${link.code}&page=AllQuery`)
}

/** A mini program with its secret, refused once, registered, and given another one. */
async function aMiniProgram(at: Call, secret: Mark) {
  const facts = { name: 'Fuel app', type: 'wxUser', appId: 'wx5e1f0c7a93b2d846' }
  const first = secret('the secret of a mini program', 'canary-heron-app-secret-7')
  await at('POST /miniprograms', { ...facts, appId: 'wx5e1f0c7a93b2d84', secret: first })
  const { id, version } = await at('POST /miniprograms', { ...facts, secret: first })
  await at(`PUT /miniprograms/${id}`, { ...facts, version, secret: secret('its next secret', 'canary-heron-app-secret-8') })
  await at(`GET /companies?expand=miniPrograms`)
}

/** A merchant account with its keys, refused once, added, and given another one. */
async function aMerchantAccount(at: Call, secret: Mark) {
  const facts = { description: 'WeChat Pay', channel: 'wx', type: 0, appId: 'wx5e1f0c7a93b2d846', merchantNo: '1600000001' }
  const first = secret('the key of a merchant account', 'canary-heron-merchant-key-9')
  await at('POST /authTokens', { ...facts, merchantNo: 'none', merchantKey: first })
  await at('POST /authTokens', { ...facts, merchantPrivateKey: secret('what is no private key', 'canary-heron-'.repeat(6)) })
  const { id, version } = await at('POST /authTokens', { ...facts, merchantKey: first })
  await at(`PUT /authTokens/${id}`, { ...facts, version, appSecret: secret('its app secret', 'canary-heron-merchant-app-10') })
  await at(`GET /companies?expand=authTokens`)
}

/** The acts that take or give a secret, right and wrong. @returns each secret, and the calls that may answer it */
async function workingDay() {
  const it = await shop()
  const secrets: Record<string, { value: string; issuedBy: readonly string[] }> = {}
  const secret = (name: string, value: string, ...issuedBy: string[]) => {
    expect(value, name).toMatch(/.{6}/)
    secrets[name] = { value, issuedBy }
    return value
  }
  const chen = await person(it.company, { roles: ['admin'] })
  const held: { authorization?: string; cookie?: string } = {}
  const at = client(held)
  const login = (mobile: string, given: string) => ({ mobile, password: given, companyId: it.company.code })

  secret('the wrong password', 'canary-heron-wrong-1')
  await client()('POST /users/login', login(chen.mobile, 'canary-heron-wrong-1'))
  secret('the password', masterPassword)
  await at('POST /users/login', login(chen.mobile, masterPassword))
  secret('the token', held.authorization!, 'POST /users/login')
  secret('the cookie', held.cookie!.replace('forecourt=', ''), 'POST /users/login')

  const pin = secret('the PIN', '638172')
  await at(`PUT /users/${chen.id}/pin`, { password: masterPassword, pin })
  const action = (id: number) => ({ action: 'card.payPassword', subject: `userCards:${id}` })
  secret('a wrong PIN', '638173')
  await at(`POST /users/${chen.id}/pin/verify`, { ...action(1), pin: '638173' })

  const card = await makeCard(it, { principalCents: 1_000_00, passwordFromCents: 1 })
  const { proof } = await at(`POST /users/${chen.id}/pin/verify`, { ...action(card.id), pin })
  secret('the proof', proof, `POST /users/${chen.id}/pin/verify`)
  const payPassword = secret('the payment password', '739264')
  await at(`POST /userCards/${card.id}/resetPayPassword`, { payPassword, pinProof: proof })
  await at(`POST /userCards/${card.id}/resetPayPassword`, { payPassword, pinProof: proof })
  await at('POST /userCards', { number: '90007777', kind: 'anonymous', cardId: card.cardId, payPassword }, { 'Idempotency-Key': 'canary' })

  await aMiniProgram(at, secret)
  await aMerchantAccount(at, secret)
  const fang = await passwordsOfAnother(it.station.id, at, secret)
  await aLink(at, secret)

  const idNumber = '110105200002290013'
  const member = await at('POST /members', { name: 'Wang Fang', mobile: '13700000077', idNumber })
  secret('the ID number of a member', idNumber, `GET /members/${member.id}/identity`)
  await at(`PUT /members/${member.id}`, { name: 'Wang Fang', mobile: '13700000078', idNumber, version: member.version })
  await at('POST /members/identity', { idNumber })
  await at(`GET /members/${member.id}/identity`)

  const { credential } = await at(`POST /devices/${it.till.id}/enrol`)
  secret('the credential of a device', credential, `POST /devices/${it.till.id}/enrol`)
  const till = client({ authorization: credential })
  const sale = { ...it.fuelSale(), sequence: 1 }
  const { id: orderId } = await till('POST /orders', sale)
  await till('POST /orders', sale)
  await at(`POST /orders/${orderId}/cardPay`, { userCardId: card.id, payPassword: secret('a wrong payment password', '739265') })
  await at(`POST /orders/${orderId}/cardPay`, { userCardId: card.id, payPassword })
  return { ...it, secrets, secret, at, chen, card, fang }
}

/**
 * Every call of the contract, new ones too: each list and each record is read, and whatever takes something is given a secret where none
 * belongs, in its body and in its address.
 */
async function everyCall(at: Call, secret: Mark, spareId: number) {
  const planted = secret('a secret where none belongs', 'canary-heron-planted-6')
  const known = new Map<string, number>()
  const byRecord = (path: string) => Number(path.includes('/:id'))
  const all = handlers.map(({ endpoint }) => endpoint).toSorted((one, other) => byRecord(one.path) - byRecord(other.path))
  for (const { method, path, body, query, gives } of all) {
    const noun = path.split('/')[1]!
    const to = path.replace('/:id', `/${known.get(noun) ?? spareId}`)
    // Refused for what they do not know, they change nothing; an act that takes nothing would.
    if (method === 'GET' || body) await at(`${method} ${to}?token=${planted}`, body && { ...(sample(body) as object), planted })
    if (method !== 'GET' || gives) continue
    const answer = await at(`GET ${to}${query instanceof z.ZodObject && 'size' in query.shape ? '?size=500' : ''}`)
    if (to === `/${noun}` && answer.content?.[0]?.id) known.set(noun, answer.content[0].id)
  }
}

test('no secret is answered but by the call that gives it, nor logged, nor kept in audit, event or a later answer', async () => {
  const { secrets, secret, at, chen, fang, company, rows, audits, events } = await workingDay()
  const spare = { value: 'canary-heron-malformed-5', issuedBy: [] as string[] }
  await at('POST /users', { name: '', password: spare.value, unknown: true })
  await at(`PUT /users/${chen.id}/password`, { oldPassword: spare.value, password: spare.value })
  await at(`PUT /users/${fang.id}/pin`, { password: spare.value, pin: '638172' })
  await everyCall(at, secret, chen.id)
  expect(heard.filter(({ status }) => status >= 500)).toEqual([])
  expect(heard.filter(({ status }) => status === 200).length).toBeGreaterThan(60)
  await at('POST /users/logout')

  const kept = {
    'the log': logged,
    'the audit log': JSON.stringify(await audits()),
    'an event': JSON.stringify(await events()),
    'an answer for later': JSON.stringify(await rows('select * from idempotency_key where company_id = $1', [company.id])),
  }
  expect(Object.values(kept).map(text => text.length > 100)).toEqual([true, true, true, true])
  for (const [name, { value, issuedBy }] of Object.entries({ ...secrets, spare })) {
    const leaks = heard.filter(({ call, text }) => !issuedBy.includes(call) && holds(text, value)).map(({ call }) => call)
    expect(leaks, `${name} is answered by`).toEqual([])
    expect(
      heard.some(({ call, text }) => issuedBy.includes(call) && holds(text, value)),
      `${name} is given`,
    ).toBe(issuedBy.length > 0)
    expect(
      Object.entries(kept)
        .filter(([, text]) => holds(text, value))
        .map(([where]) => where),
      `${name} stands in`,
    ).toEqual([])
  }
})

test('anyone who is denied is logged with the missing permission', async () => {
  const { company, chen, at } = await workingDay()
  const clerk = await person(company, { roles: ['company_user'] })
  const as = client()
  await as('POST /users/login', { mobile: clerk.mobile, password: masterPassword, companyId: company.code })
  logged = ''
  await as('GET /auditLogs')
  await at(`GET /users/${chen.id}`)
  const lines = logged
    .trim()
    .split('\n')
    .map(line => JSON.parse(line))
  expect(lines.filter(({ msg }) => msg === 'denied')).toMatchObject([
    {
      code: 'auth.forbidden',
      actor: `user:${clerk.id}`,
      permission: 'audit.read',
      call: '/api/v1/auditLogs',
      requestId: expect.any(String),
    },
  ])
})

test.each([
  ['/login?token=abc&client=crm', '/login?token=…&client=crm'],
  ['/login?client=crm&token=abc', '/login?client=crm&token=…'],
  [`/api/v1/stations?x=${'a'.repeat(43)}&page=1`, '/api/v1/stations?x=…&page=1'],
  ['/api/v1/stations?search=name:a', '/api/v1/stations?search=name:a'],
])('%s is logged as %s', (url, shown) => {
  expect(withoutSecrets(url)).toBe(shown)
})
