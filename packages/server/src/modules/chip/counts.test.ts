import { cardInfos, cardStops, userCards } from '@forecourt/contract'
import { expect, test } from 'vitest'
import { purgeExpired } from '../../maintenance.ts'
import { makeCard, returnCard } from '../../testing/card.ts'
import { addChip } from '../../testing/chip.ts'
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
    'the counts of accounts that lists read are the accounts that there are',
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

test('what many accounts hold together is the same by their purses as by their rows', async () => {
  const place = await world()
  const { lin } = await lists(place)
  const card = await makeCard(place, { principalCents: 300_00, giftCents: 20_00 })
  // So many that their purses are gone through as they lie; nothing is booked on them.
  await owned(`
    begin;
    set local session_replication_role = replica;
    create temp table made on commit drop as
      select next_id() as id, n, next_id() as principal, next_id() as gift, next_id() as lock, next_id() as debt
      from generate_series(1, 20000) n;
    insert into ledger_account (company_id, id, kind, owner_id, balance_cents)
      select ${place.company.id}, purse.id, kind, made.id, cents from made cross join lateral (values (principal, 'principal', n),
        (gift, 'gift', n % 7), (lock, 'lock', n % 3), (debt, 'debt', -(n % 2))) as purse (id, kind, cents);
    insert into user_card (company_id, id, number, kind, card_id, principal_id, gift_id, lock_id, debt_id, issue_time)
      select ${place.company.id}, id, '8800' || (1000000 + n), 'anonymous', ${card.cardId}, principal, gift, lock, debt, now() from made;
    insert into user_card_count (company_id, status, kind, card_id, count)
      values (${place.company.id}, 'normal', 'anonymous', ${card.cardId}, 20000);
    commit`)
  const totals = (search: string) => lin.call(userCards.totals, { query: { search } })
  const all = await totals('')
  expect(all).toEqual({
    count: 20_001,
    value: 200_010_000 + 59_998 + 320_00,
    lockValue: 20_001,
    principalCents: 200_010_000 + 300_00,
    giftCents: 59_998 + 20_00,
    debtCents: -10_000,
  })
  expect(await totals('id>0')).toEqual(all)
  expect(await totals('kind:personal')).toMatchObject({ count: 1, value: 320_00 })
})
