import { drivenClockHeader, live } from '@forecourt/contract'
import type { Difference } from '@forecourt/simulator/books.ts'
import type { Faults } from '@forecourt/simulator/faults.ts'
import { OverChannel } from '@forecourt/simulator/over-channel.ts'
import { OverHttp } from '@forecourt/simulator/over-http.ts'
import { simulate } from '@forecourt/simulator/simulation.ts'
import type { AddressInfo } from 'node:net'
import pino from 'pino'
import { afterAll, expect, test } from 'vitest'
import { openSimulated } from './modules/demo/index.ts'
import { actorBehind, handlers, modules } from './modules/index.ts'
import { liveHostOf, type Perform } from './modules/live/index.ts'
import { proofOf } from './modules/ledger/index.ts'
import { setTenantScope } from './platform/execution/command.ts'
import { serve } from './platform/http/http.ts'
import { startLive } from './platform/live/channel.ts'
import { performOf } from './start-live.ts'
import { drawn } from './testing/sampling.ts'
import { app, db, noon, owned, ownerUrl } from './testing/world.ts'

const server = await serve(handlers, { db, clock: () => noon, driven: true, secure: false, authenticate: actorBehind(15) })
await server.listen({ port: 0, host: '127.0.0.1' })
const address = `http://127.0.0.1:${(server.server.address() as AddressInfo).port}`
const spoken = new Set<string>()
const perform: Perform = (credential, path, ...said) => {
  spoken.add(path)
  return performOf(server)(credential, path, ...said)
}
const channel = await startLive({
  ...liveHostOf(db, () => noon, perform),
  db,
  url: ownerUrl,
  log: pino({ level: 'silent' }),
  broker: { host: '127.0.0.1', port: 0, path: live.path },
})
const product = new OverChannel(new OverHttp(address), `ws://127.0.0.1:${channel.port}${live.path}`)
afterAll(async () => {
  await product.stop()
  await channel.stop()
  await server.close()
})

const shanghai = Date.parse('2026-03-02T00:00:00+08:00')
let turn = 0
/** A day of a small station in a company of its own, from the same seed. */
async function day(faults: Faults = {}, seed = 7, startMs = shanghai, zone = 'Asia/Shanghai', days = 1) {
  const { layout, companyId } = await openSimulated(db, `sim${++turn}`, new Date(startMs), 90, zone)
  const behaviours = modules.flatMap(({ simulation = [] }) => simulation)
  const { runner, ...told } = await simulate(layout, product, { seed, days, startMs, faults, behaviours, asks: true })
  expect(runner.refused).toEqual([])
  const proof = await db.transaction().execute(async tx => proofOf(await setTenantScope(tx, [companyId])))
  expect(proof.filter(({ breaches }) => breaches > 0)).toEqual([])
  return { ...told, ...runner, closed: runner.closed, log: runner.site.log, layout, companyId }
}
const whole = await day()
/** Each of these lets days go by: npm test tries some of them, check:long all. */
const tried = drawn('simulate', ['again', 'summer', 'price', 'faults', 'losses'], 3)

test('the books of a day are what the simulator knows, to the cent and the centilitre, by pay type, nozzle and tank', () => {
  expect(whole.closed.map(({ differences }) => differences)).toEqual([[], [], []])
  const taken = whole.closed.flatMap(({ book }) => book.payTypes)
  expect(new Set(taken.map(({ payType }) => payType))).toEqual(new Set(['cash', 'wx', 'ali', 'unionPay', 'bankCard', 'card']))
  expect(taken.filter(({ topUpCents }) => topUpCents > 0).length).toBeGreaterThan(2)
  const tanks = whole.closed.flatMap(({ book }) => book.tanks)
  expect(tanks.some(({ receivedCl }) => receivedCl > 0)).toBe(true)
  // From the second shift on it is known where the tanks began.
  expect(tanks.filter(({ differenceCl }) => differenceCl !== null).length).toBeGreaterThanOrEqual(2 * whole.layout.tanks.length)
  expect(whole.closed.reduce((sum, { book }) => sum + book.orders, 0)).toBeGreaterThan(60)
})

test('pumps ask for cards before fuel flows, and each fill that was approved is captured at what it cost', () => {
  const { log, rows } = whole
  const holds = rows.map(row => JSON.parse(row) as unknown[]).filter(([kind]) => kind === 'hold')
  const captured = holds.map(row => row.at(-1) as number | null).filter(cents => cents !== null)
  expect(captured.length).toBeGreaterThan(3)
  const ascending = (one: number, other: number) => one - other
  expect(captured.toSorted(ascending)).toEqual([...log.approved.values()].toSorted(ascending))
  const byCard = whole.closed.flatMap(({ book }) => book.payTypes).filter(({ payType }) => payType === 'card')
  expect(byCard.reduce((sum, { amountCents }) => sum + amountCents, 0)).toBeLessThanOrEqual(
    [...log.approved.values()].reduce((sum, cents) => sum + cents, 0),
  )
  expect(log.declined.every(({ code }) => code === 'card.insufficientBalance' || code === 'tooLittle')).toBe(true)
})

test('the office says sorry to a member with a coupon', async () => {
  const given = await owned<{ name: string; source: string }>(
    `select deal.name, held.source from user_deal held join deal on deal.id = held.deal_id where held.company_id = $1`,
    [whole.companyId],
  )
  expect(given).toEqual([{ name: expect.stringMatching(/^致歉券 Sorry/), source: 'hand' }])
})

test('states of nozzles and what gauges measure are said over the channel, and nothing else', () => {
  expect(spoken).toEqual(new Set(['/dispensers/status', '/tankReadings']))
  expect(whole.rows.filter(row => row.startsWith('["reading"')).length).toBeGreaterThan(100)
})

test.runIf(tried.includes('again'))('the same seed makes the same business again, another seed another', async () => {
  const again = await day()
  expect([again.hash, again.frozenHash]).toEqual([whole.hash, whole.frozenHash])
  expect((await day({}, 8)).hash).not.toBe(whole.hash)
})

test.runIf(tried.includes('summer'))(
  'on the day on which summer time begins in London, shifts hand over by the clock on the wall, and the books hold',
  async () => {
    const { closed } = await day({}, 7, Date.parse('2026-03-29T00:00:00Z'), 'Europe/London')
    expect(closed.map(({ differences }) => differences)).toEqual([[], [], []])
    expect(closed.map(({ endMs }) => new Date(endMs).toISOString().slice(11, 16))).toEqual(['05:00', '13:00', '21:00'])
  },
)

test.runIf(tried.includes('price'))(
  'pumps ask a new price from the next customer on, and no sale differs from the list of prices',
  async () => {
    const { rows, closed } = await day({}, 7, Date.parse('2026-03-30T00:00:00+08:00'), 'Asia/Shanghai', 2)
    const read = rows.map(row => JSON.parse(row) as unknown[])
    const changed = read.filter(([kind, , , fromAt]) => kind === 'price' && fromAt === '2026-03-30T16:00:00.000Z')
    expect(changed.length).toBe(5)
    expect(read.filter(([kind]) => kind === 'sale').map(row => row.at(-1))).not.toContain(true)
    expect(closed.map(({ differences }) => differences.length)).toEqual([0, 0, 0, 0, 0, 0])
  },
)

test.runIf(tried.includes('faults'))(
  'what is lost, repeated, late, shuffled and kept back while there is no line changes nothing of the business',
  async () => {
    const faulty = await day({ lost: 0.1, repeated: 0.3, late: 0.2, shuffled: 0.3, offline: 3, pulledEarly: 0.5 })
    expect(faulty.rows).toEqual(whole.rows)
    // Cards that were pulled made their holds gray; the records that came later settled them.
    const gray = await db.transaction().execute(async tx => {
      const held = (await setTenantScope(tx, [faulty.companyId])).selectFrom('cardAuthorisation').where('grayReason', '=', 'pulled')
      return held.select('status').execute()
    })
    expect(gray.length).toBe(faulty.log.faults.filter(({ fault }) => fault === 'pulledEarly').length)
    expect(new Set(gray.map(({ status }) => status))).toEqual(new Set(['captured']))
    // Settlements are frozen as they were: where nothing came late across a close they are the same.
    expect(faulty.frozen.length).toBeLessThan(whole.frozen.length)
    for (const row of faulty.frozen) expect(whole.frozen).toContain(row)
  },
)

test.runIf(tried.includes('losses'))(
  'what goes wrong on the forecourt is found in the books, at its place and as large as the log says',
  async () => {
    const { closed, log, layout, companyId } = await day({ meterDrift: 4, standAlone: 0.05, cardPulled: 0.5, shortDelivery: 1 })
    expect(new Set(log.faults.map(({ fault }) => fault))).toEqual(new Set(['meterDrift', 'standAlone', 'cardPulled', 'shortDelivery']))
    for (const [at, { startMs: from, endMs, differences }] of closed.entries()) {
      const here = (fault: string, where: object = {}) =>
        log.sum(
          'volumeCl',
          of =>
            of.fault === fault &&
            of.at > from &&
            of.at <= endMs &&
            Object.entries(where).every(([key, value]) => of[key as 'tankId'] === value),
        )
      const expected = new Map<string, number>()
      const expectTo = (figure: string, cl: number) => cl !== 0 && at > 0 && expected.set(figure, cl)
      for (const { id, logicNo } of layout.nozzles) expectTo(`nozzle:${logicNo}:metered`, here('standAlone', { nozzleId: id }))
      // What a tanker brought too little was signed for before the shift was closed: its load lacks it, and no tank.
      for (const { id, number } of layout.tanks) expectTo(`tank:${number}:lost`, here('meterDrift', { tankId: id }))
      const found = differences.filter(({ figure }) => /metered|lost/.test(figure)).map(({ figure, book }: Difference) => [figure, book])
      expect(new Map(found as [string, number][])).toEqual(expected)
      const others = differences
        .filter(({ figure }) => !/metered|lost/.test(figure))
        .map(({ figure, book, truth }) => [figure, truth - book])
      const shorts = layout.tanks.map(({ id, number }) => [`tank:${number}:received`, here('shortDelivery', { tankId: id })] as const)
      expect(new Map(others as [string, number][])).toEqual(new Map(shorts.filter(([, cl]) => cl !== 0)))
    }
    const until = closed.at(-1)!.endMs
    const short = log.sum('volumeCl', ({ fault, at }) => fault === 'shortDelivery' && at <= until)
    expect(short).toBeGreaterThan(0)
    expect(await lackingOfLoads(companyId)).toBe(short)
    const unpaid = closed.reduce((sum, { book }) => sum + book.unpaidCents, 0)
    expect(unpaid).toBe(log.sum('cents', ({ fault, at }) => fault === 'cardPulled' && at <= until))
  },
)

/** By how much the loads of a company that were signed for are short of their notes. */
const lackingOfLoads = (companyId: number): Promise<number> =>
  db.transaction().execute(async tx => {
    const loads = (await setTenantScope(tx, [companyId])).selectFrom('transport').where('stage', '=', 'signed')
    const rows = await loads.select(['loadedCl', 'signedCl']).execute()
    return rows.reduce((sum, { loadedCl, signedCl }) => sum + loadedCl! - signedCl!, 0)
  })

test('a server that is not made for it does not take the time from its callers', async () => {
  const headers = { [drivenClockHeader]: new Date(shanghai).toISOString() }
  const reply = await app.inject({ method: 'GET', url: '/api/v1/users/profile', headers })
  expect([reply.statusCode, reply.json().code]).toEqual([403, 'clock.notDriven'])
  const strange = await server.inject({ method: 'GET', url: '/api/v1/users/profile', headers: { [drivenClockHeader]: 'yesterday' } })
  expect([strange.statusCode, strange.json().code]).toEqual([403, 'clock.notDriven'])
})
