import { cardInfos, cardStops, userCards } from '@forecourt/contract'
import { expect, test } from 'vitest'
import { purgeExpired } from '../../maintenance.ts'
import { makeCard, returnCard } from '../../testing/card.ts'
import { addChip } from '../../testing/chip.ts'
import { freeze, payByCard, topUp } from '../card/index.ts'
import { invariantsOf } from '../../testing/invariants.ts'
import { db, noon, owned, unique, world } from '../../testing/world.ts'

type World = Awaited<ReturnType<typeof world>>

/** What a list of accounts, or of chips, says of its length under a filter; it has as many rows on its only page. */
async function lists(place: World) {
  const lin = await place.staff({ role: 'station_master' })
  const of = (list: typeof userCards.list | typeof cardInfos.list) => async (search: string) => {
    const { content, totalElements } = await lin.call(list, { query: { search, size: 200 } })
    expect(content, search).toHaveLength(totalElements)
    return totalElements
  }
  return { lin, accounts: of(userCards.list), chips: of(cardInfos.list) }
}
const broken = async (place: World) => (await invariantsOf(place)).filter(({ breaches }) => breaches > 0).map(({ says }) => says)

test('a list says how many accounts there are, of each status, kind and product, through every change', async () => {
  const place = await world()
  const { lin, accounts } = await lists(place)
  const first = await makeCard(place, { principalCents: 500_00 })
  const bearer = await makeCard(place, { kind: 'anonymous', cardId: first.cardId })
  await makeCard(place, { kind: 'employee' })
  expect(await accounts('')).toBe(3)
  expect(await accounts('kind:anonymous')).toBe(1)
  expect(await accounts(`card.id:${first.cardId}`)).toBe(2)
  expect(await accounts('kind:(personal|employee)')).toBe(2)
  await lin.call(cardStops.disable, { id: bearer.id, body: {} })
  await lin.call(cardStops.loss, { id: first.id, body: {} })
  expect(await accounts('status:disable')).toBe(1)
  expect(await accounts('status<>lose')).toBe(2)
  expect(await accounts('(status:lose|kind:employee)')).toBe(2)
  expect(await accounts('status:lose,kind:anonymous')).toBe(0)
  expect(await accounts(`status:lose,number:*${first.number.slice(-4)}`)).toBe(1)
  await lin.call(cardStops.unhook, { id: first.id, body: {} })
  await place.within(ctx => returnCard(ctx, first.id, place.station.id))
  expect(await accounts('status:lose')).toBe(0)
  expect(await accounts('status:normal')).toBe(1)
  expect(await accounts('status:disable')).toBe(2)
  expect(await (await lists(await world())).accounts('')).toBe(0)
})

test('a list says how many chips there are, as they go into stock, to an account and back to nobody', async () => {
  const place = await world()
  const lin = await place.staff({ role: 'admin' })
  const { chips } = await lists(place)
  const blank = await addChip(place, { companyId: 0, issueType: 8 })
  await addChip(place, { cardType: 1 })
  expect(await chips('')).toBe(1)
  const body = { issueType: 9, companyId: place.company.id } as const
  await lin.call(cardInfos.set, { id: blank.id, body })
  expect(await chips('state:stock')).toBe(2)
  expect(await chips('cardType:1,state:stock')).toBe(1)
  const card = await makeCard(place, { number: `6201${unique()}` })
  await addChip(place, { number: card.number, userCardId: card.id, cardType: 1 })
  expect(await chips('state:issued')).toBe(1)
  expect(await chips('issueType:(9|10),supplier:1')).toBe(3)
  await lin.call(cardInfos.set, { id: blank.id, body: { issueType: 8 } })
  expect(await chips('state:stock')).toBe(1)
  expect(await chips('')).toBe(2)
})

test('how long a list is stands in the counts, whatever else is filtered by in the rows; a wrong count is named by the proof', async () => {
  const place = await world()
  const { lin, accounts, chips } = await lists(place)
  await makeCard(place)
  await addChip(place)
  expect([await accounts(''), await chips('')]).toEqual([1, 1])
  expect(await broken(place)).toEqual([])
  await owned(`update user_card_count set count = 7 where company_id = $1`, [place.company.id])
  await owned(`update card_info_count set count = 8 where company_id = $1`, [place.company.id])
  const told = async (list: typeof userCards.list | typeof cardInfos.list, search: string) =>
    (await lin.call(list, { query: { search } })).totalElements
  expect(await told(userCards.list, 'status:normal')).toBe(7)
  expect(await told(cardInfos.list, 'state:stock')).toBe(8)
  expect(await told(userCards.list, 'status:normal,number:9*')).toBe(1)
  expect(await told(cardInfos.list, 'state:stock,number:6*')).toBe(1)
  expect(await broken(place)).toEqual([
    'the counts of accounts that lists read, and of the money on them, are the accounts that there are and what they hold',
    'the counts of chips that lists read are the chips that there are',
  ])
})

test('every hour the changes of an hour are one count for each key again, and those that came to nothing are gone', async () => {
  const place = await world()
  const { lin, accounts, chips } = await lists(place)
  const { id } = await makeCard(place)
  for (const act of ['loss', 'unhook', 'loss'] as const) await lin.call(cardStops[act], { id, body: {} })
  await addChip(place)
  await addChip(place)
  const kept = (table: string) => place.rows(`select count::int from ${table} where company_id = $1`, [place.company.id])
  expect((await kept('user_card_count')).length).toBeGreaterThan(2)
  expect(await kept('card_info_count')).toHaveLength(2)
  await purgeExpired(db, noon)
  expect(await kept('user_card_count')).toEqual([{ count: 1 }])
  expect(await kept('card_info_count')).toEqual([{ count: 2 }])
  expect([await accounts('status:lose'), await accounts('status:normal'), await chips('')]).toEqual([1, 0, 2])
  expect(await broken(place)).toEqual([])
})

/** What accounts under a filter come to, as their counts say, and as their rows do: an id above zero is no key of the counts. */
async function sums(lin: Awaited<ReturnType<typeof lists>>['lin'], search: string) {
  const [kept, read] = await Promise.all(
    [search, `${search ? `${search},` : ''}id>0`].map(filter => lin.call(userCards.totals, { query: { search: filter } })),
  )
  expect(kept, search).toEqual(read)
  return kept!
}

test('what accounts of a status, kind or product hold is counted through top-ups, fills, freezing, loss and return', async () => {
  const place = await world()
  const { lin } = await lists(place)
  const first = await makeCard(place, { principalCents: 300_00, giftCents: 20_00 })
  const bearer = await makeCard(place, { kind: 'anonymous', cardId: first.cardId, principalCents: 50_00 })
  expect(await sums(lin, '')).toEqual({ count: 2, value: 370_00, lockValue: 0, principalCents: 350_00, giftCents: 20_00, debtCents: 0 })
  const from = { stationId: place.station.id, payType: 'cash' } as const
  const paid = { amountCents: 5_00, stationId: place.station.id, target: `stock:${place.station.id}` } as const
  await place.within(ctx => freeze(ctx, { userCardId: bearer.id, amountCents: 10_00, ref: `freeze:${bearer.id}` }))
  await place.within(ctx => topUp(ctx, { userCardId: first.id, amountCents: 10_00, giftCents: 1_00, from }))
  await place.within(ctx => payByCard(ctx, { ...paid, userCardId: first.id, ref: `payment:${first.id}` }))
  expect(await sums(lin, 'kind:anonymous')).toMatchObject({ count: 1, value: 40_00, lockValue: 10_00 })
  expect(await sums(lin, 'kind:personal')).toMatchObject({ count: 1, principalCents: 305_00, giftCents: 21_00 })
  await lin.call(cardStops.loss, { id: first.id, body: {} })
  expect(await sums(lin, 'status:lose')).toMatchObject({ count: 1, value: 326_00 })
  expect(await sums(lin, 'status:normal')).toMatchObject({ count: 1, value: 40_00, lockValue: 10_00 })
  expect(await sums(lin, `card.id:${first.cardId}`)).toMatchObject({ count: 2, value: 366_00 })
  await lin.call(cardStops.unhook, { id: first.id, body: {} })
  await place.within(ctx => returnCard(ctx, first.id, place.station.id))
  expect(await sums(lin, '')).toMatchObject({ count: 2, value: 40_00, lockValue: 10_00 })
  expect(await broken(place)).toEqual([])
})

test('accounts that are topped up while they are reported lost and found again are counted under what they are', async () => {
  const place = await world()
  const { lin } = await lists(place)
  const cards = await Promise.all(Array.from({ length: 4 }, () => makeCard(place, { principalCents: 1000_00 })))
  const from = { stationId: place.station.id, payType: 'cash' } as const
  const rounds = Array.from({ length: 12 }, (_, turn) => turn)
  let added = 0
  await Promise.all(
    cards.flatMap(({ id: userCardId }) => [
      (async () => {
        for (const turn of rounds) await lin.call(cardStops[turn % 2 ? 'unhook' : 'loss'], { id: userCardId, body: {} })
      })(),
      (async () => {
        for (const _ of rounds)
          await place
            .within(ctx => topUp(ctx, { userCardId, amountCents: 7_00, from }))
            .then(
              () => (added += 7_00),
              (refused: { code: string }) => expect(refused.code).toBe('card.lost'),
            )
      })(),
    ]),
  )
  expect(added).toBeGreaterThan(0)
  expect(await sums(lin, 'status:normal')).toMatchObject({ count: 4, value: 4 * 1000_00 + added })
  expect(await sums(lin, 'status:lose')).toMatchObject({ count: 0, value: 0 })
  expect(await broken(place)).toEqual([])
})

test('a proof names what the counts say of money and no account holds', async () => {
  const place = await world()
  await makeCard(place, { principalCents: 5_00 })
  await owned(`update user_card_count set gift_cents = gift_cents + 1 where company_id = $1`, [place.company.id])
  expect(await broken(place)).toEqual([
    'the counts of accounts that lists read, and of the money on them, are the accounts that there are and what they hold',
  ])
})
