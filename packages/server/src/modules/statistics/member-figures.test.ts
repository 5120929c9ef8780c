import { addFleet, cardHolds, orderPayments } from '@forecourt/contract'
import { beforeEach, expect, test } from 'vitest'
import { makeCard } from '../../testing/card.ts'
import { holdingShop } from '../../testing/hold.ts'
import { invariantsOf } from '../../testing/invariants.ts'
import { shop } from '../../testing/order.ts'
import { db, noon, owned, setClock, tamper } from '../../testing/world.ts'
import { payByCard, refundToCard } from '../card/index.ts'
import { Refusal } from '../../platform/execution/refusal.ts'
import { addUpMembers } from './index.ts'

beforeEach(() => setClock(noon))

const figuresOf = async (userId: number) =>
  (
    await owned<{ spent30: number; fills30: number; balance: number }>(
      `select spent30_cents::int as spent30, fills30, kept_balance_cents::int as balance from member_figure where user_id = $1`,
      [userId],
    )
  )[0]
const broken = async (it: Parameters<typeof invariantsOf>[0]) =>
  (await invariantsOf(it)).flatMap(({ invariant, breaches, examples }) =>
    breaches > 0 ? [`${invariant} ${breaches}: ${examples[0]!.replaceAll(/\d+/g, 'n')}`] : [],
  )

/** Two members, of whom one has bought twice, one day in March and one in April. */
async function buyer() {
  const it = await shop()
  const card = await makeCard(it, { principalCents: 10_000_00 })
  const other = await makeCard(it)
  for (const day of ['2026-03-20', '2026-04-20']) {
    setClock(`${day}T04:00:00Z`)
    const { id } = await it.sell({ lineItems: [{ volumeCl: 100_00 }] })
    await it.lin.call(orderPayments.card, { id, body: { userCardId: card.id } })
  }
  setClock(noon)
  await addUpMembers(db, noon)
  return { ...it, userId: card.userId!, otherId: other.userId! }
}

test('figures are proven against what cards paid; one that was changed by hand is named', async () => {
  const it = await buyer()
  const proven = (await invariantsOf(it)).filter(({ invariant }) => invariant === 'MK15')
  expect(proven.map(({ checked, breaches }) => [checked > 0, breaches])).toEqual([
    [true, 0],
    [true, 0],
    [true, 0],
  ])
  // What waits is not judged by what was kept before.
  await it.within(({ tx }) =>
    tx
      .insertInto('memberPurchase')
      .values({ companyId: it.company.id, members: [it.userId], days: ['-infinity'] })
      .execute(),
  )
  await tamper('update member_figure set fills90 = fills90 + 1 where user_id = $1', [it.userId])
  expect(await broken(it)).toEqual([])
  await addUpMembers(db, noon)
  expect(await broken(it)).toEqual([])
})

test.each([
  ['money of 30 days', 'update member_figure set spent30_cents = spent30_cents + 1 where user_id = $1', 'figures of member n'],
  ['litres of 90 days', 'update member_figure set bought90_cl = bought90_cl - 1 where user_id = $1', 'figures of member n'],
  ['fills of a year', 'update member_figure set fills365 = 0 where user_id = $1', 'figures of member n'],
  ['a balance', 'update member_figure set kept_balance_cents = 0 where user_id = $1', 'figures of member n'],
  ['a level that no card has', 'update member_figure set level_id = 1 where user_id = $1', 'figures of member n'],
  ['a day that would not leave in time', 'update member_figure set changes_on = changes_on + 30 where user_id = $1', 'figures of member n'],
  ['a member without figures', 'delete from member_figure where user_id = $1', 'member n'],
  ['a later purchase', 'update member_bought set last_day = last_day + 1 where user_id = $1', 'purchases of member n at station n'],
  ['a place of no purchase', 'update member_bought set product_id = -1 where user_id = $1', 'purchases of member n at station n'],
])('%s that is wrong is named', async (_, change, subject) => {
  const it = await buyer()
  await tamper(change, [it.userId])
  expect(await broken(it)).toEqual([`MK15 1: ${subject}`])
})

test('what is only held for a fill was not bought', async () => {
  const it = await holdingShop()
  const userId = it.card.userId!
  await addUpMembers(db, noon)
  const { id } = await it.ask()
  await it.within(({ tx }) =>
    tx
      .insertInto('memberPurchase')
      .values({ companyId: it.company.id, members: [userId], days: ['-infinity'] })
      .execute(),
  )
  await addUpMembers(db, noon)
  expect(await figuresOf(userId)).toEqual({ spent30: 0, fills30: 0, balance: 530_00 })
  expect(await broken(it)).toEqual([])

  const later = new Date(noon.getTime() + 40 * 60_000)
  await it.gray(new Date(noon.getTime() + 30 * 60_000))
  setClock(later)
  await it.lin.call(cardHolds.release, { id, body: await it.releaseBody(id, 200_00) })
  await addUpMembers(db, later)
  expect(await figuresOf(userId)).toEqual({ spent30: 0, fills30: 0, balance: 530_00 })
  expect(await broken(it)).toEqual([])
})

test('who drives with a sub card that spends its master’s money has bought; what is given back is less for them', async () => {
  const it = await shop()
  const lin = await it.staff({ over: { stationId: it.station.id } })
  const { id: groupId } = await lin.call(addFleet, { body: { name: 'Taxis', valueMode: 'share' } })
  const master = await makeCard(it, { kind: 'master', groupId, principalCents: 500_00 })
  const sub = await makeCard(it, { kind: 'sub', parentId: master.id, cardId: master.cardId })
  const sale = {
    userCardId: sub.id,
    amountCents: 60_00,
    stationId: it.station.id,
    ref: 'test:1',
    target: `stock:${it.station.id}` as const,
  }
  const paid = await it.within(ctx => payByCard(ctx, sale))
  if (paid instanceof Refusal) throw paid
  await addUpMembers(db, noon)
  expect(await figuresOf(sub.userId!)).toMatchObject({ spent30: 60_00 })
  expect(await figuresOf(master.userId!)).toMatchObject({ spent30: 0 })
  expect(await owned('select station_id from member_bought where user_id = $1', [sub.userId!])).toEqual([{ station_id: it.station.id }])

  await it.within(ctx =>
    refundToCard(ctx, { detailId: paid.detailId, amountCents: 20_00, ref: 'refund:1', from: `stock:${it.station.id}` }),
  )
  await addUpMembers(db, noon)
  expect(await figuresOf(sub.userId!)).toMatchObject({ spent30: 40_00 })
  expect(await broken(it)).toEqual([])
})
