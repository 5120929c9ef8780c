import { seed } from '../../testing/sampling.ts'
import {
  fundColumnNames,
  fundsBehind,
  orderPayments,
  reports,
  setStationConfig,
  statistics,
  transferUserCard,
  userCardDetails,
  type FundCell,
  type FundLine,
} from '@forecourt/contract'
import fc from 'fast-check'
import { beforeEach, expect, test } from 'vitest'
import { openBalances, topUp } from '../card/index.ts'
import { makeCard } from '../../testing/card.ts'
import { books, serial, shop } from '../../testing/order.ts'
import { refunder } from '../../testing/refund.ts'
import { db, noon, setClock } from '../../testing/world.ts'
import { rollUp } from '../../maintenance.ts'

const may = { from: '2026-05-01', to: '2026-05-31' }
const day = (days: number) => setClock(new Date(noon.getTime() + days * 86_400_000))
beforeEach(() => day(0))

/** Two months of cards: a personal one, a fleet of two, top-ups at two stations, fuel on two of the cards. */
async function cardsOfTwoMonths() {
  const it = await shop()
  const head = await it.staff({ role: 'company_user' })
  const master = await staged(-20, () => makeCard(it, { kind: 'master', principalCents: 5_000_00, giftCents: 250_00 }))
  const sub = await makeCard(it, { kind: 'sub', parentId: master.id })
  const own = await staged(-3, () => makeCard(it, { principalCents: 300_00, giftCents: 30_00 }))
  const buys = async (userCardId: number) => {
    const { id } = await it.sell()
    await it.lin.call(orderPayments.card, { id, body: { userCardId } })
  }
  await staged(1, () => it.lin.call(transferUserCard, { id: master.id, body: { toId: sub.id, type: 'assign', amountCents: 900_00 } }))
  await buys(sub.id)
  await buys(own.id)
  const second = await it.addStation('Riverside West')
  await staged(4, () =>
    it.within(ctx => topUp(ctx, { userCardId: own.id, amountCents: 80_00, from: { stationId: second.id, payType: 'wx' } })),
  )
  await rollUp(db)
  await buys(sub.id)
  await it.sell({ payType: 'wx', externalSerialNo: serial() })
  await it.within(ctx => openBalances(ctx, [{ userCardId: own.id, amountCents: 1_00, at: ctx.now, ref: 'opening:own' }]))
  day(40)
  return { ...it, head, second }
}
async function staged<T>(at: number, run: () => Promise<T>): Promise<T> {
  day(at)
  return run()
}
const leadsFromOpeningToClosing = (line: FundLine) =>
  expect(fundColumnNames.reduce((sum, name) => sum + line[`${name}Cents`], line.openingCents)).toBe(line.closingCents)

// @req SET-009 SET-023
test('the card report says day by day what was held, what came and went, and what is held', async () => {
  const { head } = await cardsOfTwoMonths()
  const { content, totals } = await head.call(reports.rechargeConsume, { query: may })
  expect(
    content.map(({ period, openingCents, topUpCents, giftCents, consumeCents, assignCents, closingCents }) => [
      period,
      openingCents,
      topUpCents,
      giftCents,
      consumeCents,
      assignCents,
      closingCents,
    ]),
  ).toEqual([
    ['2026-05-02', 5_580_00, 0, 0, -480_00, 0, 5_100_00],
    ['2026-05-05', 5_100_00, 81_00, 0, -240_00, 0, 4_941_00],
  ])
  expect(totals).toMatchObject([
    { openingCents: 5_580_00, topUpCents: 81_00, consumeCents: -720_00, closingCents: 4_941_00, currency: 'CNY' },
  ])
  for (const line of [...content, ...totals]) leadsFromOpeningToClosing(line)
})

// @req SET-009 SET-023
test('by kind of card, what a fleet shares out leaves the master cards and enters the sub cards', async () => {
  const { head } = await cardsOfTwoMonths()
  const { content } = await head.call(reports.rechargeConsume, { query: { ...may, group: 'kind' } })
  expect(Object.fromEntries(content.map(({ key, assignCents, closingCents }) => [key, [assignCents, closingCents]]))).toEqual({
    master: [-900_00, 4_350_00],
    sub: [900_00, 420_00],
    personal: [0, 171_00],
  })
  const ofSubs = await head.call(reports.rechargeConsume, { query: { ...may, group: 'station', kind: 'sub' } })
  expect(ofSubs.totals).toMatchObject([{ openingCents: 0, closingCents: 420_00 }])
})

test('by station, what was taken for cards less what was delivered for them; all stations and the company together hold all', async () => {
  const { head, station, second, company } = await cardsOfTwoMonths()
  const { content, totals } = await head.call(reports.rechargeConsume, { query: { ...may, group: 'station' } })
  expect(content.map(({ station: name, closingCents }) => [name, closingCents])).toEqual(
    expect.arrayContaining([
      [station.name, 4_860_00],
      [second.name, 80_00],
      [null, 1_00],
    ]),
  )
  expect(content.find(line => line.station === null)?.stationId).toBe(company.id)
  expect(content.reduce((sum, line) => sum + line.closingCents, 0)).toBe(totals[0]!.closingCents)
})

// @req SET-009 SET-023 SET-024
test('a top-up, its gift, what was spent and what came back stand each in a column of their own', async () => {
  const it = await shop()
  const head = await it.staff({ role: 'company_user' })
  const { id } = await makeCard(it, { principalCents: 100_00 })
  const from = { stationId: it.station.id, payType: 'cash' as const }
  await staged(1, () => it.within(ctx => topUp(ctx, { userCardId: id, amountCents: 300_00, giftCents: 20_00, from })))
  const sale = await it.sell()
  const paid = await it.lin.call(orderPayments.card, { id: sale.id, body: { userCardId: id } })
  await refunder(it.lin).refund(paid.transaction.id, { amountCents: 40_00 })
  day(40)
  const query = { from: '2026-05-02', to: '2026-05-31' }
  const columns = { openingCents: 100_00, topUpCents: 300_00, giftCents: 20_00, consumeCents: -240_00, consumeRefundCents: 40_00 }
  const rest = { topUpRefundCents: 0, assignCents: 0, adjustCents: 0, closingCents: 220_00 }
  expect((await head.call(reports.rechargeConsume, { query })).totals).toMatchObject([{ ...columns, ...rest }])
  const { totals, tenders } = await head.call(reports.moneyChange, { query })
  expect(totals).toMatchObject([{ ...columns, ...rest }])
  expect(tenders).toMatchObject([{ key: 'cash', topUpCents: 300_00, netCents: 300_00 }])
  const [cards, funds] = [await it.staff('card.report.read'), await it.staff('card.moneyFlow.read')]
  const asks = async (who: typeof cards) => [
    await who.refused(reports.rechargeConsume, { query }),
    await who.refused(reports.moneyChange, { query }),
  ]
  expect([await asks(cards), await asks(funds)]).toEqual([
    ['allowed', 'auth.forbidden'],
    ['auth.forbidden', 'allowed'],
  ])
})

// @req SET-024
test('the funds report tells purses apart and what was taken by each way of payment, and ends with what the book holds', async () => {
  const it = await cardsOfTwoMonths()
  const { purses, totals, tenders } = await it.head.call(reports.moneyChange, { query: may })
  const book = await books(it)
  expect(Object.fromEntries(purses.map(({ key, closingCents }) => [key, closingCents]))).toEqual({
    principal: book['principal'],
    gift: book['gift'],
  })
  expect(totals[0]!.closingCents).toBe(book['principal']! + book['gift']!)
  for (const line of [...purses, ...totals]) leadsFromOpeningToClosing(line)
  expect(tenders).toEqual([{ key: 'wx', currency: 'CNY', salesCents: 240_00, refundedCents: 0, topUpCents: 80_00, netCents: 320_00 }])
})

// @req SET-009 SET-023 SET-024
test('every number of the fund reports is the total of the movements behind it', async () => {
  const { head } = await cardsOfTwoMonths()
  const wrong: unknown[] = []
  const check = async (cell: FundCell, shown: number) => {
    const { search, field } = fundsBehind(cell)
    const total = (await head.call(userCardDetails.totals, { query: { search } }))[field]
    if (total !== shown) wrong.push({ search, field, shown, total })
  }
  const columns = [...fundColumnNames, 'opening', 'closing'] as const
  const money = await head.call(reports.moneyChange, { query: may })
  const asked: [FundCell['group'], FundLine[]][] = [
    ['purse', money.purses],
    [undefined, money.totals],
  ]
  for (const group of ['day', 'kind', 'station'] as const)
    asked.push([group, (await head.call(reports.rechargeConsume, { query: { ...may, group } })).content])
  for (const [group, lines] of asked)
    for (const { period, stationId, station, key, ...line } of lines)
      for (const column of columns)
        await check({ range: may, column, ...(group && { group }), period, stationId, station, key }, line[`${column}Cents`])
  expect(wrong).toEqual([])
})

// @req ACC-076
test('a bill clerk reads the card report; where the money went is not shown', async () => {
  const it = await shop()
  const clerk = await it.staff({ role: 'station_bill', stationIds: [it.station.id], over: { stationId: it.station.id } })
  expect((await clerk.call(reports.rechargeConsume, { query: may })).totals).toEqual([])
  expect(await clerk.refused(reports.moneyChange, { query: may })).toBe('auth.forbidden')
})

// @req SAL-026
test('one query reaches over as many months as the station allows', async () => {
  const it = await shop()
  const master = await it.staff({ role: 'station_master', stationIds: [it.station.id], over: { stationId: it.station.id } })
  const two = { from: '2026-05-01', to: '2026-06-30' }
  expect(await master.refused(statistics.sales, { query: { from: '2026-05-10', to: '2026-06-10' } })).toBe('statistics.rangeTooLong')
  expect((await master.call(statistics.sales, { query: { from: '2026-05-10', to: '2026-06-09' } })).totals).toEqual([])
  const each = [statistics.sales, statistics.payments, statistics.cards, reports.rechargeConsume] as readonly unknown[]
  for (const asked of each as (typeof statistics.sales)[]) {
    expect(await master.refused(asked, { query: two })).toBe('statistics.rangeTooLong')
    expect(await master.refused(asked, { query: { from: '2026-05-10', to: '2026-06-10' } })).toBe('statistics.rangeTooLong')
    expect(await master.refused(asked, { query: { from: '2026-05-10', to: '2026-06-09' } })).toBe('allowed')
  }
  const [{ version } = { version: 0 }] = await it.rows<{ version: number }>('select version from station where id = $1', [it.station.id])
  const config = { search: { queryScope: 1, statisticsScope: 2 } }
  await master.call(setStationConfig, { id: it.station.id, body: { version, config } })
  expect((await master.call(reports.rechargeConsume, { query: two })).totals).toEqual([])
})

test('another company’s money is never in a report', async () => {
  const [{ head }, theirs] = [await cardsOfTwoMonths(), await cardsOfTwoMonths()]
  const { totals } = await head.call(reports.rechargeConsume, { query: may })
  expect(totals[0]!.closingCents).toBe(4_941_00)
  const query = { ...may, stationId: theirs.station.id }
  expect((await head.call(reports.rechargeConsume, { query })).content).toEqual([])
})

const action = fc.record({
  act: fc.constantFrom('topUp', 'buy', 'share', 'rollUp'),
  cents: fc.integer({ min: 1, max: 200_00 }),
  days: fc.nat(20),
})

test('whatever moves on cards, the report ends with what the book holds', { timeout: 300_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(action, { minLength: 3, maxLength: 15 }), async actions => {
      day(-15)
      const it = await shop()
      const head = await it.staff({ role: 'company_user' })
      const master = await makeCard(it, { kind: 'master', principalCents: 400_00, giftCents: 20_00 })
      const sub = await makeCard(it, { kind: 'sub', parentId: master.id })
      for (const [at, { act, cents, days }] of actions.entries()) {
        day(-15 + at + days)
        if (act === 'rollUp') await rollUp(db)
        else if (act === 'topUp')
          await it.within(ctx =>
            topUp(ctx, { userCardId: master.id, amountCents: cents, giftCents: 5, from: { stationId: it.station.id, payType: 'cash' } }),
          )
        else if (act === 'share')
          await it.lin.send(transferUserCard, { id: master.id, body: { toId: sub.id, type: 'assign', amountCents: cents } })
        else await it.lin.send(orderPayments.card, { id: (await it.sell()).id, body: { userCardId: master.id, amountCents: cents } })
      }
      day(60)
      const held = await books(it)
      const { purses } = await head.call(reports.moneyChange, { query: may })
      const closing = Object.fromEntries(purses.map(line => [line.key, line.closingCents]))
      for (const purse of ['principal', 'gift', 'debt']) expect(closing[purse] ?? 0).toBe(held[purse] ?? 0)
    }),
    { numRuns: 8, seed, endOnFailure: true },
  )
})
