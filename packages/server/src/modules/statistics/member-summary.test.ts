import { memberSummary, orderPayments, statistics, userCardDetails } from '@forecourt/contract'
import { beforeEach, expect, test } from 'vitest'
import { makeCard } from '../../testing/card.ts'
import { runDueJobs } from '../../testing/jobs.ts'
import { shop } from '../../testing/order.ts'
import { db, noon, owned, setClock } from '../../testing/world.ts'
import { purgeExpired, rollUp } from '../../maintenance.ts'
import { statistics as moduleOfStatistics } from './index.ts'

beforeEach(() => setClock(noon))
const inApril = new Date('2026-04-10T04:00:00Z')

/** A shop in April: six members who buy for 80.00 to 480.00, a bearer card, cash. Then it is May, and two of them come again. */
async function spring() {
  setClock(inApril)
  const it = await shop()
  const cards = await Promise.all(Array.from({ length: 6 }, () => makeCard(it, { principalCents: 1_000_00 })))
  const bearer = await makeCard(it, { kind: 'anonymous', principalCents: 1_000_00 })
  const buy = async (userCardId: number, volumeCl: number) => {
    const { id } = await it.sell({ lineItems: [{ volumeCl }] })
    await it.lin.call(orderPayments.card, { id, body: { userCardId } })
  }
  for (const [nth, card] of cards.entries()) await buy(card.id, (nth + 1) * 10_00)
  await buy(bearer.id, 100_00)
  await it.sell({ payType: 'cash' })
  setClock(noon)
  await buy(cards[0]!.id, 5_00)
  await buy(cards[1]!.id, 5_00)
  const admin = await it.staff()
  return { ...it, cards, admin }
}

// @req MEM-039
test('what members bring is what they paid with their cards, of all that was paid; each figure opens its rows', async () => {
  const { admin } = await spring()
  const ask = () => admin.call(memberSummary, {})
  const { contribution, activity, scale } = await ask()
  expect(scale.members).toBe(6)
  expect(activity).toMatchObject({ bought30: 6, bought90: 0, asleep: 0, never: 0 })
  expect(contribution).toMatchObject({
    running: { from: '2026-05-01', to: '2026-05-01', salesCents: 80_00, memberCents: 80_00 },
    last: { from: '2026-04-01', to: '2026-04-30', salesCents: 1_680_00 + 800_00 + 240_00, memberCents: 1_680_00 },
    topFifth: null,
  })
  await rollUp(db)
  expect((await ask()).contribution).toEqual(contribution)
  const { from, to } = contribution!.last
  const { totals } = await admin.call(statistics.payments, { query: { from, to, group: 'day' } })
  expect(totals[0]!.amountCents).toBe(contribution!.last.salesCents)
  const search =
    'createdDate>2026-03-31T15:59:59.999Z,createdDate<2026-04-30T16:00:00.000Z,type:consume,userCard.kind:(personal|master|sub)'
  expect(await admin.call(userCardDetails.totals, { query: { search } })).toMatchObject({ amountCents: -1_680_00 })
})

test('at night the fifth of the members is reckoned who bought the most in the last month', async () => {
  const it = await spring()
  // Two o'clock at night in Shanghai, and an hour before.
  await purgeExpired(db, new Date('2026-05-01T17:00:00Z'))
  expect(await runDueJobs(moduleOfStatistics.tasks, new Date('2026-05-01T18:00:00Z'))).toBe(0)
  await purgeExpired(db, new Date('2026-05-01T18:00:00Z'))
  await runDueJobs(moduleOfStatistics.tasks, new Date('2026-05-01T18:00:00Z'))
  const { contribution } = await it.admin.call(memberSummary, {})
  expect(contribution!.topFifth).toMatchObject({ members: 6, topMembers: 2, topCents: 480_00 + 400_00 })
  await owned(`delete from job where company_id = $1`, [it.company.id])
  await purgeExpired(db, new Date('2026-05-01T20:00:00Z'))
  expect(await owned('select 1 from job where company_id = $1', [it.company.id])).toEqual([])
})

test('what sales come to is for those who read what cards took in; who works at some stations sees those', async () => {
  const it = await spring()
  const chen = await it.staff({ role: 'station_employee', stationIds: [it.station.id] })
  expect((await chen.call(memberSummary, {})).contribution).toBeNull()
  const other = await it.addStation()
  const leader = await it.staff({ role: 'station_leader', stationIds: [other.id] })
  expect((await leader.call(memberSummary, {})).contribution).toMatchObject({ last: { salesCents: 0, memberCents: 0 }, topFifth: null })
  expect(await (await it.staff('order.sale.read')).refused(memberSummary, {})).toBe('auth.forbidden')
})
