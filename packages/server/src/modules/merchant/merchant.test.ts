import { authTokens, channels, companies, type Parsed } from '@forecourt/contract'
import { createHash, createPublicKey, generateKeyPairSync, X509Certificate } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import type { z } from 'zod'
import { asSent } from '../../testing/access.ts'
import { selfSigned } from '../../testing/certificate.ts'
import { noon, owned, setClock, world } from '../../testing/world.ts'
import { secretsOfAccount } from './index.ts'

beforeEach(() => setClock(noon))

type New = z.input<NonNullable<typeof authTokens.create.body>>
const facts: New = { description: '微信支付 WeChat Pay', channel: 'wx', type: 0, appId: 'wx5e1f0c7a93b2d846', merchantNo: '1600000001' }
const { cert, key } = selfSigned('merchant', new Date('2027-03-01T00:00:00Z'))
const bare = (pem: string) => pem.replaceAll(/-----.*-----|\s/g, '')
const publicPem = String(createPublicKey(key).export({ type: 'spki', format: 'pem' }))
const sha256 = (of: string | Buffer) => createHash('sha256').update(of).digest('hex').toUpperCase()
const spki = createPublicKey(key).export({ type: 'spki', format: 'der' })

async function office() {
  const it = await world()
  const lin = await it.staff({ role: 'admin' })
  const add = (over: Partial<New> = {}) => lin.call(authTokens.create, { body: { ...facts, ...over } })
  const refusedAdd = async (over: Partial<New> = {}) => {
    const reply = await lin.send(authTokens.create, { body: { ...facts, ...over } })
    return reply.statusCode === 200 ? ['allowed'] : [reply.json().code, reply.json().field]
  }
  const edit = async (id: number, over: Partial<Parsed<typeof authTokens.update>['body']>) =>
    ({ id, body: { ...asSent(authTokens.update, await lin.call(authTokens.get, { id })), ...over } }) as never
  const kept = async () => (await lin.call(authTokens.list, {})).content
  const opened = (id: number) => it.within(ctx => secretsOfAccount(ctx.tx, it.company.id, id))
  return { ...it, lin, add, refusedAdd, edit, kept, opened }
}

// @req PAY-001 PAY-005 PAY-006 PAY-007 PAY-012
test('accounts of every channel and purpose are entered with all that they are known by, listed and narrowed', async () => {
  const { lin, add, company, staff, station } = await office()
  for (const [turn, channel] of channels.entries()) {
    const appId = channel === 'wx' ? facts.appId! : channel === 'ali' ? '2021004126385097' : ''
    await add({ description: `Account ${turn}`, channel, appId, merchantNo: `160000000${turn}`, type: (turn % 3) as 0 })
  }
  const whole = {
    description: 'Goods',
    channel: 'ums',
    type: 2,
    appId: 'app',
    merchantNo: '898310000000001',
    terminalNo: '00000007',
    terminalType: 'POS',
    orderPrefix: 'RV9',
    billType: 1,
    priority: 3,
    ratio: 40,
    disabled: true,
  } as const
  const made = await add(whole)
  expect(made).toMatchObject({ ...whole, companyId: company.id, secrets: [], version: 1, createdDate: expect.any(String) })
  const found = async (search: string) => (await lin.call(authTokens.list, { query: { search } })).content.map(each => each.description)
  expect(await found('channel:ums,disabled:true')).toEqual(['Goods'])
  expect((await found('type:2')).length).toBe(4)
  expect(await found('billType:1')).toEqual(['Goods'])
  expect(new Set((await lin.call(authTokens.list, { query: { size: 50 } })).content.map(({ channel }) => channel))).toEqual(
    new Set(channels),
  )

  // A station's master sees what there is; only administrators add.
  const master = await staff({ role: 'station_master', stationIds: [station.id] })
  expect((await master.call(authTokens.list, {})).totalElements).toBe(10)
  expect(await master.refused(authTokens.create, { body: facts })).toBe('auth.forbidden')
  const hand = await staff({ role: 'station_employee', stationIds: [station.id] })
  expect(await hand.refused(authTokens.list, {})).toBe('auth.forbidden')
})

// @req PAY-001 ORG-016
test('a company shows its accounts, and nothing of another’s', async () => {
  const { lin, add, company } = await office()
  const made = await add({ merchantKey: 'q7-Kestrel-0f3b9c61d2' })
  const [own] = (await lin.call(companies.list, { query: { expand: 'authTokens' } })).content
  expect(own!.authTokens).toMatchObject([{ id: made.id, description: facts.description, secrets: [{ kind: 'merchantKey' }] }])
  const whole = await lin.call(companies.get, { id: company.id, query: { expand: 'authTokens,miniPrograms' } })
  expect(whole).toMatchObject({ authTokens: [{ id: made.id }], miniPrograms: [] })
  const other = await office()
  expect((await other.lin.call(companies.get, { id: other.company.id, query: { expand: 'authTokens' } })).authTokens).toEqual([])
  for (const call of [authTokens.get, authTokens.delete] as const) expect(await other.lin.refused(call, { id: made.id })).toBe('notFound')
  expect(await other.lin.refused(authTokens.update, { id: made.id, body: { ...facts, version: 1 } })).toBe('notFound')
})

// @req PAY-001
test('keys and certificates are kept sealed; what is shown is a mask, a fingerprint, the end and since when', async () => {
  const it = await office()
  const secrets = { appSecret: 'app-Kestrel-0f3b9c61d2', merchantKey: 'key-Kestrel-0f3b9c61d2', platformKey: publicPem }
  const { id } = await it.add({ ...secrets, merchantPrivateKey: key, merchantCertificate: cert })
  const shown = (await it.lin.call(authTokens.get, { id })).secrets
  const setDate = noon.toISOString()
  expect(shown).toEqual([
    { kind: 'appSecret', mask: '••••••d2', fingerprint: sha256(secrets.appSecret), endDate: null, setDate },
    { kind: 'merchantKey', mask: '••••••d2', fingerprint: sha256(secrets.merchantKey), endDate: null, setDate },
    { kind: 'merchantPrivateKey', mask: 'EC', fingerprint: sha256(spki), endDate: null, setDate },
    {
      kind: 'merchantCertificate',
      mask: expect.stringMatching(/^••••••/),
      fingerprint: new X509Certificate(cert).fingerprint256.replaceAll(':', ''),
      endDate: '2027-03-01T00:00:00.000Z',
      setDate,
    },
    { kind: 'platformKey', mask: 'EC', fingerprint: sha256(spki), endDate: null, setDate },
  ])
  const all = { ...secrets, merchantPrivateKey: key.trim(), merchantCertificate: cert.trim(), platformKey: publicPem.trim() }
  expect(await it.opened(id)).toEqual(all)

  const told = JSON.stringify([
    await it.kept(),
    await it.lin.call(companies.list, { query: { expand: 'authTokens' } }),
    await it.audits(),
    await it.events(),
    await owned('select t::text as text from merchant_secret t where company_id = $1', [it.company.id]),
  ])
  expect(told).toContain('authTokens.secret')
  for (const one of [secrets.appSecret, secrets.merchantKey, bare(key).slice(0, 60), bare(cert).slice(0, 60)])
    expect(told).not.toContain(one)
  for (const search of ['appSecret:*Kestrel*', 'secrets:1'])
    expect(await it.lin.refused(authTokens.list, { query: { search } })).toBe('search_unknown_field')
})

// @req PAY-001
test('keys are replaced one by one, and go with the numbers that they belong to', async () => {
  const { lin, add, edit, opened, audits } = await office()
  const { id } = await add({ appSecret: 'app-Kestrel-0f3b9c61d2', merchantKey: 'key-Kestrel-0f3b9c61d2' })
  setClock('2026-06-01T04:00:00Z')
  await lin.call(authTokens.update, await edit(id, { description: 'Renamed' }))
  await lin.call(authTokens.update, await edit(id, { merchantKey: 'next-Kestrel-9c61d2ab' }))
  expect(await opened(id)).toEqual({ appSecret: 'app-Kestrel-0f3b9c61d2', merchantKey: 'next-Kestrel-9c61d2ab' })
  const since = (await lin.call(authTokens.get, { id })).secrets.map(({ kind, setDate }) => [kind, setDate.slice(0, 10)])
  expect(since).toEqual([
    ['appSecret', '2026-05-01'],
    ['merchantKey', '2026-06-01'],
  ])
  const moved = await lin.call(authTokens.update, await edit(id, { merchantNo: '1600000002', appSecret: 'other-Kestrel-c61d2ab' }))
  expect(moved.secrets.map(({ kind }) => kind)).toEqual(['appSecret'])
  expect(await opened(id)).toEqual({ appSecret: 'other-Kestrel-c61d2ab' })
  expect((await lin.call(authTokens.update, await edit(id, { appId: 'wx70b9d3a1c5e8f264' }))).secrets).toEqual([])
  expect(await opened(id)).toEqual({})
  expect((await audits()).filter(({ action }) => action === 'authTokens.secret')).toHaveLength(4)
})

test('what was pasted into one line, its breaks gone, is read as it was written', async () => {
  const { add, opened } = await office()
  const oneLine = (pem: string) => pem.replaceAll('\n', '')
  const { id, secrets } = await add({
    merchantPrivateKey: oneLine(key),
    merchantCertificate: oneLine(cert),
    platformKey: oneLine(publicPem),
  })
  expect(secrets.map(({ kind }) => kind)).toEqual(['merchantPrivateKey', 'merchantCertificate', 'platformKey'])
  const kept = { merchantPrivateKey: key.trim(), merchantCertificate: cert.trim(), platformKey: publicPem.trim() }
  expect(await opened(id)).toEqual(kept)
})

test('a key in base64 alone is read as well, also one of the older form', async () => {
  const { add, lin } = await office()
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const merchantPrivateKey = privateKey.export({ type: 'pkcs1', format: 'der' }).toString('base64')
  const platformKey = publicKey.export({ type: 'spki', format: 'der' }).toString('base64')
  const { id } = await add({ merchantPrivateKey, platformKey })
  const fingerprint = sha256(publicKey.export({ type: 'spki', format: 'der' }))
  expect((await lin.call(authTokens.get, { id })).secrets).toMatchObject([
    { kind: 'merchantPrivateKey', mask: 'RSA 2048', fingerprint },
    { kind: 'platformKey', mask: 'RSA 2048', fingerprint },
  ])
})

const ended = selfSigned('former', new Date('2026-04-30T00:00:00Z')).cert
const noKey = `-----BEGIN PRIVATE KEY-----\n${'QUJD'.repeat(20)}\n-----END PRIVATE KEY-----`
test.each<[string, Partial<New>, string, string]>([
  ['no name', { description: ' ' }, 'validation', 'description'],
  ['a channel that there is not', { channel: 'cash' as never }, 'validation', 'channel'],
  ['a purpose that there is not', { type: 3 as never }, 'validation', 'type'],
  ['an account that there is not', { billType: 3 as never }, 'validation', 'billType'],
  ['an app ID of Alipay in WeChat Pay', { appId: '2021004126385097' }, 'merchant.appIdUnfit', 'appId'],
  ['no app ID of Alipay', { channel: 'ali', appId: '' }, 'merchant.appIdUnfit', 'appId'],
  ['no merchant number', { channel: 'lakala', appId: '', merchantNo: '' }, 'merchant.merchantNoUnfit', 'merchantNo'],
  ['letters in a merchant number of WeChat Pay', { merchantNo: '16000000O1' }, 'merchant.merchantNoUnfit', 'merchantNo'],
  ['the same account again', {}, 'merchant.taken', 'merchantNo'],
  ['a prefix of nine', { orderPrefix: 'ABCDEFGHI' }, 'validation', 'orderPrefix'],
  ['a prefix with a dash', { orderPrefix: 'A-1' }, 'validation', 'orderPrefix'],
  ['a priority of 0', { priority: 0 }, 'validation', 'priority'],
  ['a share of 0', { ratio: 0 }, 'validation', 'ratio'],
  ['a share above all', { ratio: 101 }, 'validation', 'ratio'],
  ['a secret that is too short', { appSecret: 'short' }, 'validation', 'appSecret'],
  ['a private key that is none', { merchantPrivateKey: noKey }, 'merchant.notPrivateKey', 'merchantPrivateKey'],
  ['a certificate for a private key', { merchantPrivateKey: cert }, 'merchant.notPrivateKey', 'merchantPrivateKey'],
  ['a key for a certificate', { merchantCertificate: key }, 'merchant.notCertificate', 'merchantCertificate'],
  ['a certificate that ended', { merchantCertificate: ended }, 'merchant.certificateEnded', 'merchantCertificate'],
  ['a private key for that of the platform', { platformKey: key }, 'merchant.notPlatformKey', 'platformKey'],
  ['a platform certificate that ended', { platformKey: ended }, 'merchant.platformCertificateEnded', 'platformKey'],
  [
    'a key and a certificate of two',
    { merchantPrivateKey: selfSigned('other', new Date('2027-01-01T00:00:00Z')).key, merchantCertificate: cert },
    'merchant.keyUnfit',
    'merchantPrivateKey',
  ],
  ['a company that is not the caller’s', { companyId: 987_654_321 }, 'notFound', 'companyId'],
])('%s is refused, and nothing is kept', async (name, over, code, field) => {
  const { add, refusedAdd, kept, audits, rows, company } = await office()
  await add()
  const other = name === 'the same account again' || 'merchantNo' in over ? {} : { merchantNo: '1600000002' }
  expect(await refusedAdd({ ...other, ...over })).toEqual([code, field])
  expect(await kept()).toHaveLength(1)
  expect(await rows('select * from merchant_secret where company_id = $1', [company.id])).toEqual([])
  expect(await audits()).toHaveLength(1)
})

test('a certificate that comes later belongs to the key that is kept', async () => {
  const { lin, add, edit } = await office()
  const { id } = await add({ merchantPrivateKey: selfSigned('other', new Date('2027-01-01T00:00:00Z')).key })
  expect(await lin.refused(authTokens.update, await edit(id, { merchantCertificate: cert }))).toBe('merchant.keyUnfit')
  expect(await lin.refused(authTokens.update, await edit(id, { merchantCertificate: cert, merchantPrivateKey: key }))).toBe('allowed')
})

test('an account that nothing uses is deleted with its keys; an edit that is stale is refused', async () => {
  const { lin, add, kept, rows, company } = await office()
  const { id } = await add({ merchantKey: 'key-Kestrel-0f3b9c61d2' })
  expect(await lin.refused(authTokens.update, { id, body: { ...facts, version: 7 } })).toBe('stale')
  await lin.call(authTokens.delete, { id })
  expect(await kept()).toEqual([])
  expect(await rows('select * from merchant_secret where company_id = $1', [company.id])).toEqual([])
})

test('an administrator of several companies names one of them', async () => {
  const here = await office(),
    there = await world()
  const both = await here.staff({ role: 'superAdmin', over: { companyIds: [here.company.id, there.company.id] } })
  const body = { ...facts, merchantKey: 'key-Kestrel-0f3b9c61d2', companyId: there.company.id }
  const made = await both.call(authTokens.create, { body })
  expect(made).toMatchObject({ companyId: there.company.id, secrets: [{ kind: 'merchantKey' }] })
  expect(await here.kept()).toEqual([])
  expect((await there.audits()).map(({ action }) => action)).toEqual(['authTokens.create', 'authTokens.secret'])
})
