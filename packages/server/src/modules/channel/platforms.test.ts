import { startSandbox, type Sandbox } from '@forecourt/simulator/sandbox/sandbox.ts'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { alipayAt } from './alipay.ts'
import type { Credentials, Platform } from './platform.ts'
import { wechatAt } from './wechat.ts'

let sandbox: Sandbox
let now: Date
beforeEach(async () => {
  now = new Date('2026-12-01T02:00:00Z')
  sandbox = await startSandbox({ clock: () => now })
})
afterEach(() => sandbox.close())

interface Side {
  readonly platform: Platform
  readonly account: Credentials
  /** A code that a customer shows, ended by what they then do. */
  readonly code: (end: string) => string
}

function wechat(): Side {
  const { appId, merchantNo, merchantKey, merchant } = sandbox.wechat.openAccount('1900000109', 'wxd678efh567hg6787')
  const account = {
    appId,
    merchantNo,
    secrets: { merchantKey, merchantPrivateKey: merchant.privateKey, merchantCertificate: merchant.certificate },
  }
  return { platform: wechatAt(sandbox.urls.wx, () => now), account, code: end => `1312345678901234${end}` }
}
function alipay(certified: boolean): Side {
  const { appId, merchantNo, merchant } = sandbox.alipay.openAccount('2021004126385097', '2088000000000001', { certified })
  const { platform, root, publicKey } = sandbox.alipay
  const keys = certified
    ? { merchantCertificate: merchant.certificate, platformKey: platform.certificate, rootCertificate: root.certificate }
    : { platformKey: publicKey }
  const account = { appId, merchantNo, secrets: { merchantPrivateKey: merchant.privateKey, ...keys } }
  return { platform: alipayAt(sandbox.urls.ali, () => now), account, code: end => `2812345678901234${end}` }
}
const sides: [string, () => Side][] = [
  ['WeChat Pay', wechat],
  ['Alipay by keys', () => alipay(false)],
  ['Alipay by certificates', () => alipay(true)],
]
const fill = { no: 'FC2026120100001', cents: 240_00, description: '滨河站 95号汽油' }

describe.each(sides)('%s: payments by code', (_, sideOf) => {
  test('a code is read and paid; the same number again is the same payment, and never a second one', async () => {
    const { platform, account, code } = sideOf()
    const paid = await platform.payByCode(account, { ...fill, authCode: code('90') })
    expect(paid).toEqual({ state: 'paid', theirNo: expect.stringMatching(/^42000/), cents: 240_00, paidDate: now })
    expect(await platform.payByCode(account, { ...fill, authCode: code('91') })).toEqual(paid)
    expect(await platform.query(account, fill)).toEqual(paid)
    expect(await platform.payByCode(account, { ...fill, cents: 1, authCode: code('90') })).toMatchObject({
      state: expect.stringMatching(/failed|unknown/),
    })
    expect(await platform.query(account, { no: 'FC2026120100002', cents: 1 })).toEqual({ state: 'none' })
  })

  test('a customer who is asked for a password is waited for; one who walks away is reversed, and pays no more', async () => {
    const { platform, account, code } = sideOf()
    expect(await platform.payByCode(account, { ...fill, authCode: code('01') })).toEqual({ state: 'paying' })
    expect(await platform.query(account, fill)).toEqual({ state: 'paying' })
    expect(await platform.query(account, fill)).toMatchObject({ state: 'paid', cents: 240_00 })

    const other = { ...fill, no: 'FC2026120100003' }
    expect(await platform.payByCode(account, { ...other, authCode: code('04') })).toEqual({ state: 'paying' })
    expect(await platform.cancel(account, other.no, 'code')).toEqual({ state: 'closed' })
    expect(await platform.query(account, other)).toEqual({ state: 'closed' })
  })

  test('a balance that is too low, and a code that is too old, say so and take nothing', async () => {
    const { platform, account, code } = sideOf()
    for (const end of ['02', '03']) {
      const outcome = await platform.payByCode(account, { ...fill, authCode: code(end) })
      expect(outcome).toMatchObject({ state: 'failed', code: expect.stringMatching(/\w/), words: expect.stringMatching(/[\u4e00-\u9fff]/) })
    }
    expect(await platform.query(account, fill)).toEqual({ state: 'none' })
  })

  test('an answer that is lost leaves the payment open until it is asked for', async () => {
    const { platform, account, code } = sideOf()
    await platform.query(account, fill)
    sandbox.faults.lost = 1
    expect(await platform.payByCode(account, { ...fill, authCode: code('90') })).toEqual({ state: 'unknown', reason: 'silent' })
    sandbox.faults.lost = 0
    expect(await platform.query(account, fill)).toMatchObject({ state: 'paid', cents: 240_00 })
  })

  test('an answer that was altered on its way is not believed', async () => {
    const { platform, account, code } = sideOf()
    await platform.payByCode(account, { ...fill, authCode: code('90') })
    sandbox.faults.forged = 1
    expect(await platform.query(account, fill)).toEqual({ state: 'unknown', reason: 'signature' })
  })
})

describe.each(sides)('%s: amounts, refunds and shown codes', (_, sideOf) => {
  test('what the platform took is not what was asked for: it is never taken for paid', async () => {
    const { platform, account, code } = sideOf()
    await platform.payByCode(account, { ...fill, authCode: code('90') })
    expect(await platform.query(account, { ...fill, cents: 239_99 })).toEqual({ state: 'unknown', reason: 'amount' })
  })

  test('a refund is one by its number, and all of them together at most what was paid', async () => {
    const { platform, account, code } = sideOf()
    await platform.payByCode(account, { ...fill, authCode: code('90') })
    const part = { refundNo: 'R1', cents: 100_00, reason: '油枪故障' }
    expect(await platform.queryRefund(account, fill.no, part)).toEqual({ state: 'none' })
    expect(await platform.refund(account, fill, part)).toMatchObject({ state: 'refunded', cents: 100_00 })
    expect(['refunded', 'processing']).toContain((await platform.refund(account, fill, part)).state)
    expect(await platform.queryRefund(account, fill.no, part)).toMatchObject({ state: 'refunded', cents: 100_00 })
    expect(await platform.refund(account, fill, { refundNo: 'R2', cents: 140_01, reason: '' })).toMatchObject({ state: 'failed' })
    expect(await platform.refund(account, fill, { refundNo: 'R3', cents: 140_00, reason: '' })).toMatchObject({ state: 'refunded' })
    expect(await platform.refund(account, { ...fill, no: 'FC2026120100009' }, part)).toMatchObject({ state: 'failed' })
  })

  test('a code that is shown is scanned and paid; the notice says so, and is believed only as it was sent', async () => {
    const { platform, account } = sideOf()
    const shown = await platform.showCode(account, { ...fill, noticeUrl: 'http://127.0.0.1:9/', until: new Date(now.getTime() + 300_000) })
    const { link } = shown as { link: string }
    expect(['none', 'paying']).toContain((await platform.query(account, fill)).state)
    const own = 'merchantKey' in account.secrets ? sandbox.wechat : sandbox.alipay
    const trade = [...own.trades.all.values()].find(one => one.link === link)!
    own.trades.pay(trade)
    const sent = own === sandbox.wechat ? sandbox.wechat.notice(trade) : { headers: {}, body: sandbox.alipay.notice(trade) }
    const headers = Object.fromEntries(Object.entries(sent.headers).map(([name, value]) => [name.toLowerCase(), value]))
    const told = await platform.readNotice(account, { headers, body: sent.body })
    expect(told).toMatchObject({ no: fill.no, outcome: { state: 'paid', cents: 240_00 } })
    const altered = sent.body.replace('240.00', '1.00').replace('"ciphertext":"', '"ciphertext":"A')
    expect(await platform.readNotice(account, { headers, body: altered })).toBe('signature')
    const foreign = { ...account, appId: 'wx0000000000000000', merchantNo: '1900000110' }
    expect(await platform.readNotice(foreign, { headers, body: sent.body })).toMatch(/account|signature/)
  })

  test('a code that nobody scanned is closed', async () => {
    const { platform, account } = sideOf()
    await platform.showCode(account, { ...fill, noticeUrl: 'http://127.0.0.1:9/', until: new Date(now.getTime() + 300_000) })
    expect(await platform.cancel(account, fill.no, 'shown')).toEqual({ state: 'closed' })
    expect(['none', 'closed']).toContain((await platform.query(account, fill)).state)
  })
})

describe.each(sides)('%s: what stands against it', (_, sideOf) => {
  test('an account whose key is not the one that the platform knows is refused at once', async () => {
    const { platform, account, code } = sideOf()
    const { privateKey: merchantPrivateKey } = sandbox.wechat.openAccount('1900000999', 'wx9999999999999999').merchant
    const foreign = { ...account, secrets: { ...account.secrets, merchantPrivateKey } }
    expect(await platform.payByCode(foreign, { ...fill, authCode: code('90') })).toMatchObject({
      state: 'failed',
      code: expect.stringMatching(/SIGN_ERROR|isv\.invalid-signature/),
    })
    // What is only asked for may have been taken before: a question that is refused decides nothing.
    const asked = [await platform.query(foreign, fill), await platform.cancel(foreign, fill.no, 'code')]
    for (const outcome of asked) expect(outcome).toMatchObject({ state: 'unknown' })
    expect(await platform.queryRefund(foreign, fill.no, { refundNo: 'R1', cents: 1 })).toMatchObject({ state: 'unknown' })
  })

  test('a platform that is not there took nothing', async () => {
    const { account } = sideOf()
    const gone = await startSandbox()
    await gone.close()
    const nowhere = 'merchantKey' in account.secrets ? wechatAt(gone.urls.wx, () => now) : alipayAt(gone.urls.ali, () => now)
    expect(await nowhere.query(account, fill)).toEqual({ state: 'unknown', reason: 'unreachable' })
  })
})

test('WeChat Pay changes its certificate while we run: the next answer is believed, and one of yesterday is not', async () => {
  const { platform, account, code } = wechat()
  await platform.payByCode(account, { ...fill, authCode: code('90') })
  now = new Date(now.getTime() + 3_600_000)
  sandbox.wechat.rotate()
  expect(await platform.query(account, fill)).toMatchObject({ state: 'paid' })
  expect(sandbox.calls.filter(call => call.endsWith('/certificates'))).toHaveLength(2)
  sandbox.wechat.clockOffMs = -6 * 60_000
  expect(await platform.query(account, fill)).toEqual({ state: 'unknown', reason: 'clock' })
})

test('many answers at once by a key that is new ask for it once', async () => {
  const { platform, account } = wechat()
  const asked = await Promise.all(Array.from({ length: 20 }, () => platform.query(account, fill)))
  expect(new Set(asked.map(({ state }) => state))).toEqual(new Set(['none']))
  expect(sandbox.calls.filter(call => call.endsWith('/certificates'))).toHaveLength(1)
})

test('an answer by a key that the platform does not hand out is not believed, and the list is not asked for each time', async () => {
  const { platform, account } = wechat()
  await platform.query(account, fill)
  const [handedOut] = sandbox.wechat.certificates
  sandbox.wechat.rotate()
  const foreign = sandbox.wechat.certificates.pop()!
  const sign = sandbox.wechat.signature.bind(sandbox.wechat)
  sandbox.wechat.signature = text => sign(text, foreign)
  for (let time = 0; time < 3; time++) expect(await platform.query(account, fill)).toEqual({ state: 'unknown', reason: 'signature' })
  expect(sandbox.calls.filter(call => call.endsWith('/certificates')).length).toBeLessThanOrEqual(2)
  expect(sandbox.wechat.certificates).toEqual([handedOut])
})
