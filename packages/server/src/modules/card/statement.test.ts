import { cardStatement, userCardDetails } from '@forecourt/contract'
import { afterEach, expect, test } from 'vitest'
import { makeCard } from '../../testing/card.ts'
import { noon, setClock, world } from '../../testing/world.ts'
import { payByCard, topUp } from './index.ts'

afterEach(() => setClock(noon))
type World = Awaited<ReturnType<typeof world>>

/** A card topped up on the first of each of three months, which pays on the tenth. */
async function threeMonths(riverside: World) {
  const { within, station } = riverside
  setClock('2026-01-01T00:00:00.000Z')
  const card = await makeCard(riverside)
  for (const [turn, month] of ['01', '02', '03'].entries()) {
    setClock(`2026-${month}-01T02:00:00.000Z`)
    await within(ctx =>
      topUp(ctx, { userCardId: card.id, amountCents: 100_00, giftCents: 5_00, from: { stationId: station.id, payType: 'ali' } }),
    )
    setClock(`2026-${month}-10T02:00:00.000Z`)
    await within(ctx => payByCard(ctx, { userCardId: card.id, amountCents: 80_00, stationId: station.id, ref: `sale:${turn}` }))
  }
  setClock('2026-05-01T00:00:00.000Z')
  return card
}

// @req SAL-022
test('a statement begins with what the card held, ends with what it holds, and its movements are the difference', async () => {
  const riverside = await world()
  const { id } = await threeMonths(riverside)
  const lin = await riverside.staff('card.detail.read', 'card.userCard.read')
  const february = { from: '2026-02-01T00:00:00.000Z', at: '2026-02-28T23:59:59.999Z' }

  const statement = await lin.call(cardStatement, { id, query: february })
  expect(statement).toMatchObject({
    opening: { principalCents: 20_00, giftCents: 5_00, balanceCents: 25_00 },
    closing: { principalCents: 40_00, giftCents: 10_00, balanceCents: 50_00 },
    inCents: 105_00,
    outCents: 80_00,
    totalElements: 3,
  })
  expect(statement.opening!.balanceCents + statement.inCents - statement.outCents).toBe(statement.closing.balanceCents)
  expect(statement.movements.map(({ type, station }) => [type, (station as { name: string }).name])).toEqual([
    ['consume', 'Riverside East'],
    ['chargeReward', 'Riverside East'],
    ['charge', 'Riverside East'],
  ])
})

// @req MEM-038
test('without a period the newest movements are shown, and the balance of this moment', async () => {
  const riverside = await world()
  const { id } = await threeMonths(riverside)
  const lin = await riverside.staff('card.detail.read', 'card.userCard.read')
  const { movements, totalElements, closing, opening } = await lin.call(cardStatement, { id, query: { size: 2 } })
  expect(movements.map(({ type, createdDate }) => [type, createdDate.slice(0, 7)])).toEqual([
    ['consume', '2026-03'],
    ['chargeReward', '2026-03'],
  ])
  expect({ totalElements, opening, closing }).toMatchObject({ totalElements: 9, opening: null, closing: { balanceCents: 75_00 } })

  setClock('2026-05-02T00:00:00.000Z')
  for (let turn = 0; turn < 15; turn++)
    await riverside.within(ctx =>
      payByCard(ctx, { userCardId: id, amountCents: 1_00 + turn, stationId: riverside.station.id, ref: `more:${turn}` }),
    )
  const first = await lin.call(cardStatement, { id, query: {} })
  expect(first.movements).toHaveLength(20)
  expect(first.movements.slice(0, 2).map(({ amountCents }) => amountCents)).toEqual([-1_14, -1_13])
  expect(first.totalElements).toBe(24)
})

// @req SAL-022
test('a card’s statement knows all stations; the list of a station knows its own movements', async () => {
  const riverside = await world()
  const west = await riverside.addStation('Riverside West')
  const { id } = await makeCard(riverside, { principalCents: 100_00 })
  await riverside.within(ctx => payByCard(ctx, { userCardId: id, amountCents: 30_00, stationId: west.id, ref: 'sale:1' }))
  const chen = await riverside.staff('card.detail.read', 'card.userCard.read', { role: 'station_employee', stationIds: [west.id] })
  expect((await chen.call(userCardDetails.list, { query: {} })).content.map(({ type }) => type)).toEqual(['consume'])
  expect(await chen.call(userCardDetails.totals, { query: {} })).toMatchObject({ count: 1, outCents: 30_00 })
  expect((await chen.call(cardStatement, { id, query: {} })).movements.map(({ type }) => type)).toEqual(['consume', 'charge'])
})

// @req SAL-022
test('movements are found by card, mobile, type, time and station, each alone', async () => {
  const riverside = await world()
  const west = await riverside.addStation('Riverside West')
  setClock('2026-04-20T04:00:00.000Z')
  const early = await makeCard(riverside, { principalCents: 100_00 })
  setClock(noon)
  const late = await makeCard(riverside, { principalCents: 200_00 })
  await riverside.within(ctx => payByCard(ctx, { userCardId: late.id, amountCents: 30_00, stationId: west.id, ref: 'sale:1' }))
  const lin = await riverside.staff('card.detail.read', 'card.userCard.read', 'access.user.read')
  const [{ mobile } = { mobile: '' }] = await riverside.rows<{ mobile: string }>('select mobile from user_account where id = $1', [
    early.userId,
  ])
  const all = [
    [late.id, 'consume'],
    [late.id, 'charge'],
    [early.id, 'charge'],
  ]
  for (const [search, found] of [
    ['', all],
    [`userCard.number:${early.number}`, all.slice(2)],
    [`user.mobile:${mobile}`, all.slice(2)],
    ['type:consume', all.slice(0, 1)],
    ['type:(charge|chargeReward)', all.slice(1)],
    ['createdDate>=2026-04-30', all.slice(0, 2)],
    ['createdDate<=2026-04-30', all.slice(2)],
    [`station.id:${west.id}`, all.slice(0, 1)],
    [`station.id:${riverside.station.id}`, all.slice(1)],
  ] as const) {
    const { content } = await lin.call(userCardDetails.list, { query: { search } })
    const texts = (rows: readonly unknown[]) => rows.map(String).toSorted()
    expect(texts(content.map(({ userCardId, type }) => [userCardId, type])), search).toEqual(texts(found))
  }
})

test('another company’s card has no statement', async () => {
  const { id } = await makeCard(await world(), { principalCents: 1 })
  const stranger = await (await world()).staff('card.detail.read', 'card.userCard.read')
  expect(await stranger.refused(cardStatement, { id, query: {} })).toBe('notFound')
})
