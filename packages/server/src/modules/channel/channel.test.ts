import { authTokens, channelPayments, channelRefunds, orders } from '@forecourt/contract'
import { afterEach, describe, expect, test } from 'vitest'
import { cashDesk, codeOf } from '../../testing/channel.ts'
import { invariantsOf } from '../../testing/invariants.ts'
import { scaled } from '../../testing/sampling.ts'
import { owned, tamper, world } from '../../testing/world.ts'
import { usePlatforms } from './connection.ts'
import { askRefund } from './refund.ts'

type Desk = Awaited<ReturnType<typeof cashDesk>>
let desk: Desk | undefined
afterEach(() => desk?.sandbox.close())

async function office() {
  desk = await cashDesk()
  const it = desk
  const ask = (platform: 'wx' | 'ali', end?: string) =>
    it.lin.call(channelPayments.test, { id: it[platform].id, body: { authCode: codeOf(platform, end) } })
  const read = (id: number) => it.lin.call(channelPayments.get, { id, query: { expand: 'refunds' } }) as any
  const booked = () =>
    owned<{ address: string; cents: number }>(
      `select address, balance_cents as cents from ledger_balance where company_id = $1 and address like 'channel%' order by address`,
      [it.company.id],
    )
  const holds = async () => (await invariantsOf(it)).filter(({ breaches }) => breaches > 0)
  return { ...it, ask, read, booked, holds }
}

// @req PAY-010
test.each(['wx', 'ali'] as const)(
  'an account of %s is tested: 0.01 is taken and given back, both confirmed, and nothing was sold',
  async platform => {
    const it = await office()
    const asked = await it.ask(platform)
    expect(asked).toMatchObject({ state: 'asked', amountCents: 1, kind: 'test', theirNo: '', paidDate: null })
    if (platform === 'wx') expect(asked.paymentNo).toBe(`RV${asked.id}`)
    const waiting = await owned<{ text: string }>(`select job::text as text from job where company_id = $1`, [it.company.id])
    expect(waiting.length).toBeGreaterThan(0)
    expect(waiting.filter(({ text }) => text.includes(codeOf(platform)))).toEqual([])
    await it.after(0)
    const paid = await it.read(asked.id)
    expect(paid).toMatchObject({
      state: 'paid',
      theirNo: expect.stringMatching(/^42000/),
      refunds: [{ state: 'refunded', amountCents: 1 }],
    })
    const { trades } = platform === 'wx' ? it.sandbox.wechat : it.sandbox.alipay
    const [trade] = [...trades.all.values()]
    expect([trades.all.size, trade!.no, trade!.cents, trades.refunded(trade!)]).toEqual([1, asked.paymentNo, 1, 1])
    expect((await it.booked()).map(({ cents }) => cents)).toEqual([0, 0])
    expect(await owned(`select count(*)::int as entries from ledger_entry where company_id = $1`, [it.company.id])).toEqual([
      { entries: 2 },
    ])
    expect((await it.lin.call(orders.list, {})).totalElements).toBe(0)
    expect(await it.lin.refused(authTokens.delete, { id: it[platform].id })).toBe('inUse')
    const noted = (await it.audits()).map(({ action }) => action).filter(action => action.startsWith('channel.'))
    expect(noted).toEqual(['channel.test', 'channel.paid', 'channel.refunded'])
    expect(await it.holds()).toEqual([])
    expect((await it.lin.call(channelRefunds.list, { query: { search: `payment.id:${asked.id}` } })).content).toMatchObject([
      { refundNo: expect.stringMatching(/^R\d+$/) },
    ])
  },
)

test('a customer who enters a password is waited for; meanwhile no second test begins', async () => {
  const it = await office()
  const { id } = await it.ask('wx', '01')
  expect(await it.lin.refused(channelPayments.test, { id: it.wx.id, body: { authCode: codeOf('wx') } })).toBe('channel.testUnderWay')
  await it.after(0)
  expect(await it.read(id)).toMatchObject({ state: 'paying', doubt: null, refunds: [] })
  await it.after(1)
  await it.after(2)
  expect(await it.read(id)).toMatchObject({ state: 'paid', refunds: [{ state: 'refunded' }] })
  expect(await it.ask('wx')).toMatchObject({ state: 'asked' })
})

test.each(['wx', 'ali'] as const)('%s: a customer who walks away is reversed after a minute; nothing is booked', async platform => {
  const it = await office()
  const { id } = await it.ask(platform, '04')
  for (const seconds of [0, 1, 2, 2, 5, 5, 5, 10, 10, 10, 10]) {
    await it.after(seconds)
    expect(await it.read(id)).toMatchObject({ state: 'paying' })
  }
  await it.after(1)
  expect(await it.read(id)).toMatchObject({ state: 'closed', refunds: [] })
  expect(await it.booked()).toEqual([])
  await it.after(3600)
  expect(await it.read(id)).toMatchObject({ state: 'closed' })
})

test.each([
  ['wx', '02', 'NOT_ENOUGH'],
  ['wx', '03', 'AUTH_CODE_EXPIRED'],
  ['ali', '02', 'ACQ.BUYER_BALANCE_NOT_ENOUGH'],
  ['ali', '03', 'ACQ.PAYMENT_AUTH_CODE_INVALID'],
] as const)('what %s refuses (%s) fails with its own words', async (platform, end, failureCode) => {
  const it = await office()
  const { id } = await it.ask(platform, end)
  await it.after(0)
  expect(await it.read(id)).toMatchObject({
    state: 'failed',
    failureCode,
    failureWords: expect.stringMatching(/[\u4e00-\u9fff]/),
    refunds: [],
  })
})

test('an answer that is lost is asked for; the customer pays once', async () => {
  const it = await office()
  const { id } = await it.ask('ali')
  it.sandbox.faults.lost = 1
  await it.after(0)
  expect(await it.read(id)).toMatchObject({ state: 'paying', doubt: 'silent' })
  it.sandbox.faults.lost = 0
  await it.after(1)
  expect(await it.read(id)).toMatchObject({ state: 'paid', doubt: null, refunds: [{ state: 'refunded' }] })
  expect(it.sandbox.alipay.trades.all.size).toBe(1)
  expect(await it.holds()).toEqual([])
})

test('a server that dies as it pays does not pay again: the next one asks', async () => {
  const it = await office()
  const { id } = await it.ask('wx')
  const { wx, ali } = it.platforms
  const dying = {
    ...wx,
    payByCode: (...given: Parameters<typeof wx.payByCode>) => wx.payByCode(...given).then(() => Promise.reject(new Error('gone'))),
  }
  usePlatforms({ wx: dying, ali })
  await it.after(0)
  usePlatforms({ wx, ali })
  expect(await it.read(id)).toMatchObject({ state: 'paying' })
  await it.after(25)
  expect(await it.read(id)).toMatchObject({ state: 'paid', refunds: [{ state: 'refunded' }] })
  expect(it.sandbox.wechat.trades.all.size).toBe(1)
})

test('what stays unknown says so, waits for a person, and is decided when the platform answers again', async () => {
  const it = await office()
  const { id } = await it.ask('wx')
  it.sandbox.faults.lost = 1
  for (let minute = 0; minute < 30; minute++) await it.after(60)
  const unsure = await it.read(id)
  expect(unsure).toMatchObject({ state: 'unsure', doubt: 'silent', decidedDate: null })
  expect((await it.audits()).map(({ action }) => action)).toContain('channel.unsure')
  const calls = it.sandbox.calls.length
  for (let day = 0; day < 3; day++) await it.after(86_400)
  expect(await it.read(id)).toMatchObject({ state: 'unsure' })
  expect(it.sandbox.calls.length).toBe(calls)
  it.sandbox.faults.lost = 0
  await it.lin.call(channelPayments.query, { id })
  await it.after(0)
  // The platform was told to reverse it, and took back what it had taken.
  expect(await it.read(id)).toMatchObject({ state: 'closed' })
  expect(await it.lin.refused(channelPayments.query, { id })).toBe('channel.notOpen')
})

test('an account that lost its keys meanwhile says that nothing can be asked; the payment is not taken for failed', async () => {
  const it = await office()
  const { id } = await it.ask('ali', '01')
  await it.after(0)
  const { id: account, version, ...facts } = await it.lin.call(authTokens.get, { id: it.ali.id })
  const { description, channel, type, billType, merchantNo, priority, ratio } = facts
  const moved = { version, description, channel, type, billType, merchantNo, priority, ratio, appId: '2021004126385098' }
  await it.lin.call(authTokens.update, { id: account, body: moved })
  await it.after(1)
  expect(await it.read(id)).toMatchObject({ state: 'paying', doubt: 'account', decidedDate: null })
})

test('a refund whose answers are lost is asked for until it is known, and made once', async () => {
  const it = await office()
  const { id } = await it.ask('wx')
  const { wx, ali } = it.platforms
  const silent = () => Promise.resolve({ state: 'unknown', reason: 'silent' } as const)
  usePlatforms({ wx: { ...wx, refund: (...given) => wx.refund(...given).then(silent), queryRefund: silent }, ali })
  for (let times = 0; times < 8; times++) await it.after(3600 * 5)
  expect((await it.read(id)).refunds).toMatchObject([{ state: 'processing', doubt: 'silent' }])
  for (let times = 0; times < 8; times++) await it.after(3600 * 5)
  expect((await it.read(id)).refunds).toMatchObject([{ state: 'unsure', doubt: 'silent' }])
  usePlatforms({ wx, ali })
  await it.after(3600 * 5)
  expect((await it.read(id)).refunds).toMatchObject([{ state: 'refunded', doubt: null }])
  const [trade] = [...it.sandbox.wechat.trades.all.values()]
  expect(trade!.refunds.size).toBe(1)
})

test('answers that were altered are never believed', async () => {
  const it = await office()
  const { id } = await it.ask('ali')
  it.sandbox.faults.forged = 1
  for (let seconds = 0; seconds < 5; seconds++) await it.after(1)
  expect(await it.read(id)).toMatchObject({ state: 'paying', doubt: 'signature' })
  expect(await it.booked()).toEqual([])
})

describe('refused, and nothing is kept', () => {
  test.each([
    ['a code that is too short', 'wx', { authCode: '131234' }, 'validation', 'authCode'],
    ['a code of the other platform', 'wx', { authCode: codeOf('ali') }, 'channel.codeUnfit', 'authCode'],
    ['a code with letters', 'ali', { authCode: `${codeOf('ali')}a` }, 'validation', 'authCode'],
  ] as const)('%s', async (_, platform, body, code, field) => {
    const it = await office()
    const reply = await it.lin.send(channelPayments.test, { id: it[platform].id, body })
    expect([reply.json().code, reply.json().field]).toEqual([code, field])
    expect((await it.lin.call(channelPayments.list, {})).totalElements).toBe(0)
  })

  test('an account of a platform whose protocol is not spoken here, one without its keys, and one of others', async () => {
    const it = await office()
    const add = (body: object) => it.lin.call(authTokens.create, { body: { type: 0, ...body } as never })
    const ums = await add({ description: 'UMS', channel: 'ums', merchantNo: '898310000000001' })
    const bare = await add({ description: 'Bare', channel: 'wx', appId: 'wx5e1f0c7a93b2d846', merchantNo: '1600000002' })
    const tried = (id: number) => it.lin.send(channelPayments.test, { id, body: { authCode: codeOf('wx') } }).then(reply => reply.json())
    expect(await tried(ums.id)).toMatchObject({ code: 'channel.notConnected' })
    expect(await tried(bare.id)).toMatchObject({
      code: 'channel.keysMissing',
      detail: { names: 'merchantKey, merchantPrivateKey, merchantCertificate' },
    })
    const other = await (await world()).staff({ role: 'admin' })
    expect(await other.refused(channelPayments.test, { id: it.wx.id, body: { authCode: codeOf('wx') } })).toBe('notFound')
    const master = await it.staff({ role: 'station_master', stationIds: [it.station.id] })
    expect(await master.refused(channelPayments.test, { id: it.wx.id, body: { authCode: codeOf('wx') } })).toBe('auth.forbidden')
    expect((await it.lin.call(channelPayments.list, {})).totalElements).toBe(0)
  })
})

test('of one payment at most what was paid goes back, however many ask at once', async () => {
  const it = await office()
  const { id } = await it.ask('wx')
  await it.after(0)
  const [paid] = await owned<{ id: number }>(
    `insert into channel_payment (company_id, auth_token_id, kind, payment_no, amount_cents, description, state, their_no, paid_date,
       asked_by, created_date, decided_date)
     select company_id, auth_token_id, kind, 'BIG-240', 24000, description, state, their_no, paid_date, asked_by, created_date, decided_date
     from channel_payment where company_id = $1 and id = $2 returning id`,
    [it.company.id, id],
  )
  const ask = (cents: number) => it.within(ctx => askRefund(ctx, { id: paid!.id, companyId: it.company.id }, cents, 'Test'))
  const times = scaled(60, 1000)
  const asked = await Promise.allSettled(Array.from({ length: times }, (_, nth) => ask(500 + (nth % 7) * 100)))
  const [{ cents }] = (await owned<{ cents: number }>(
    'select coalesce(sum(amount_cents), 0)::int as cents from channel_refund where company_id = $1 and payment_id = $2',
    [it.company.id, paid!.id],
  )) as [{ cents: number }]
  expect(cents).toBeLessThanOrEqual(24_000)
  expect(cents).toBeGreaterThan(24_000 - 1200)
  expect(asked.filter(({ status }) => status === 'rejected').length).toBeGreaterThan(0)
})

describe('the proof', () => {
  test.each([
    ['a payment that nobody booked', `update channel_payment set amount_cents = 2`, 'payment'],
    ['a refund that is more than what was booked', `update channel_refund set amount_cents = 2`, 'refund'],
    ['an entry without a payment', `update channel_payment set state = 'closed', paid_date = null`, 'channelPayment'],
  ])('names %s', async (_, planted, named) => {
    const it = await office()
    await it.ask('wx')
    await it.after(0)
    await tamper(`${planted} where company_id = $1`, [it.company.id])
    const [breach] = await it.holds()
    expect(breach!.examples.join()).toContain(named)
  })
})
