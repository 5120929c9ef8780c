import { formerMember, memberByMobile, memberFarewell, userCardDetails, userCards, users } from '@forecourt/contract'
import { beforeEach, describe, expect, test } from 'vitest'
import { decrypt } from '../../platform/config/encryption.ts'
import { purgeExpired } from '../../maintenance.ts'
import { proofOf } from '../../testing/access.ts'
import { makeCard, returnCard } from '../../testing/card.ts'
import { invariantsOf } from '../../testing/invariants.ts'
import { db, noon, owned, setClock, world } from '../../testing/world.ts'
import { addMember } from './index.ts'

beforeEach(() => setClock(noon))
const mobile = '13877665544'

/** Zhao Min has a card without a chip, and money on it where that is said; the station master sees her off. */
async function leaving(principalCents = 0) {
  const it = await world()
  const lin = await it.staff()
  const id = await it.within(ctx => addMember(ctx, { companyId: it.company.id, name: 'Zhao Min', mobile, remark: 'Blue Passat' }))
  const card = await makeCard(it, { userId: id, principalCents })
  const sent = async (over: object = {}) => ({
    id,
    body: { reason: 'Moves abroad', pinProof: await proofOf(lin.actor, { action: 'member.farewell', subject: `members:${id}` }), ...over },
  })
  const sealed = () =>
    owned<{ sealed: Buffer | null; key: string | null; until: string }>(
      'select sealed, seal_key as key, keep_until::text as until from member_farewell where user_id = $1',
      [id],
    )
  return { ...it, lin, id, card, sent, sealed }
}

// @req MEM-039
test('a member with an empty card leaves: the card ends, the number is free, what moved before stays under “former member”', async () => {
  const { lin, id, card, sent, sealed, ...it } = await leaving(50_00)
  expect(await lin.call(memberFarewell.preview, { id })).toMatchObject({ cards: [{ id: card.id, valueCents: 50_00, stands: 'money' }] })
  expect(await lin.refused(memberFarewell.farewell, await sent())).toBe('member.holdsAccounts')
  await it.within(ctx => returnCard(ctx, card.id, it.station.id))
  const second = await makeCard(it, { userId: id })
  expect(await lin.call(memberFarewell.preview, { id })).toEqual({
    cards: [{ id: second.id, number: second.number, valueCents: 0, lockCents: 0, debtCents: 0, points: 0, stands: null }],
    keepUntil: '2029-05-01',
  })
  expect(await lin.call(memberFarewell.farewell, await sent())).toEqual({ id, keepUntil: '2029-05-01', cards: 1 })

  expect(await lin.call(userCards.get, { id: second.id })).toMatchObject({ status: 'disable', closedTime: noon.toISOString() })
  const { content } = await lin.call(userCardDetails.list, { query: { search: `userCard.id:${card.id}`, expand: ['user'] } })
  expect(content.map(row => row.user?.name)).toEqual([formerMember, formerMember])
  expect(await lin.refused(memberByMobile, { query: { mobile } })).toBe('member.notFound')
  const again = await it.within(ctx => addMember(ctx, { companyId: it.company.id, name: 'Zhao Min', mobile }))
  expect(again).not.toBe(id)
  const [kept] = await sealed()
  expect(JSON.parse(decrypt('former-member', { bytes: kept!.sealed!, keyId: kept!.key! }))).toMatchObject({ name: 'Zhao Min', mobile })
  expect((await invariantsOf(it)).filter(({ breaches }) => breaches > 0)).toEqual([])
})

test('what was sealed is gone when its years are over, not a day before', async () => {
  const { lin, sent, sealed } = await leaving()
  await lin.call(memberFarewell.farewell, await sent())
  await purgeExpired(db, new Date('2029-05-01T12:00:00Z'))
  expect(await sealed()).toMatchObject([{ sealed: expect.any(Buffer) }])
  await purgeExpired(db, new Date('2029-05-02T12:00:00Z'))
  expect(await sealed()).toMatchObject([{ sealed: null, key: null, until: '2029-05-01' }])
})

test('how long it is kept is the company’s setting', async () => {
  const { lin, id, sent, company } = await leaving()
  await owned(`update company set config = '{"formerMembers": {"keepYears": 10}}' where id = $1`, [company.id])
  expect(await lin.call(memberFarewell.preview, { id })).toMatchObject({ keepUntil: '2036-05-01' })
  expect(await lin.call(memberFarewell.farewell, await sent())).toMatchObject({ keepUntil: '2036-05-01' })
})

test('the number of a former member is in no answer, no export and no row', async () => {
  const { lin, id, card, sent, company } = await leaving()
  await lin.call(memberFarewell.farewell, await sent())
  const answers = [
    await lin.raw('GET', `/users/${id}`),
    await lin.raw('GET', '/users?size=500'),
    await lin.raw('GET', `/userCards/${card.id}?expand=user`),
    await lin.raw('GET', '/userCards?size=500&expand=user'),
    await lin.raw('GET', '/userCardDetails?size=500&expand=user'),
    await lin.raw('GET', '/auditLogs?size=500'),
    await lin.raw('GET', `/commandSearch?text=${mobile}`),
    await lin.raw('GET', '/outboxMessages?size=500'),
  ]
  for (const { body } of answers) expect(body).not.toContain(mobile)
  expect(await lin.refused(users.get, { id })).toBe('allowed')
  const tables = await owned<{ name: string }>(
    `select table_name as name from information_schema.columns where column_name = 'company_id' and table_schema = 'public'
       and table_name in (select relname from pg_class where relkind in ('r', 'p'))`,
  )
  for (const { name } of tables) {
    const [row] = await owned<{ count: number }>(
      `select count(*)::int as count from ${name} as each_of where company_id = $1 and each_of::text like '%' || $2 || '%'`,
      [company.id, mobile],
    )
    expect([name, row!.count]).toEqual([name, 0])
  }
})

describe('a farewell is refused, and the member is as before:', () => {
  type It = Awaited<ReturnType<typeof leaving>>
  const table: [string, (it: It) => Promise<object>, string][] = [
    ['with money on a card', async ({ card }) => plant(card.id, 'principal'), 'member.holdsAccounts'],
    ['with frozen money', async ({ card }) => plant(card.id, 'lock'), 'member.holdsAccounts'],
    [
      'with a card that has a chip',
      async ({ card }) => owned(`update user_card set physical_number = 'C0FFEE01' where id = $1`, [card.id]),
      'member.holdsAccounts',
    ],
    [
      'with a card that is locked',
      async ({ card }) => owned(`update user_card set status = 'lock' where id = $1`, [card.id]),
      'member.holdsAccounts',
    ],
    [
      'of somebody who leads a fleet',
      async ({ company, id }) => owned('insert into fleet (company_id, name, user_id) values ($1, $2, $3)', [company.id, 'Taxis', id]),
      'member.leadsFleet',
    ],
    ['of staff', async ({ id }) => owned('update user_account set is_staff = true where id = $1', [id]), 'member.isStaff'],
    ['without a reason', async () => ({ reason: '' }), 'validation'],
    ['without a PIN', async () => ({ pinProof: 'made-up' }), 'pin.proof'],
  ]
  const plant = (card: number, kind: string) =>
    owned(`update ledger_account set balance_cents = 1 where owner_id = $1 and kind = $2`, [card, kind])
  test.each(table)('%s', async (_, change, code) => {
    const it = await leaving()
    const over = await change(it)
    expect(await it.lin.refused(memberFarewell.farewell, await it.sent(Array.isArray(over) ? {} : over))).toBe(code)
    expect(await owned('select name, mobile from user_account where id = $1', [it.id])).toEqual([{ name: 'Zhao Min', mobile }])
    expect(await it.lin.call(userCards.get, { id: it.card.id })).toMatchObject({ closedTime: null })
  })
})

test('who has left does not leave again, and a shift leader closes no membership', async () => {
  const it = await leaving()
  const chen = await it.staff({ role: 'station_leader', stationIds: [it.station.id] })
  expect(await chen.refused(memberFarewell.farewell, await it.sent())).toBe('auth.forbidden')
  await it.lin.call(memberFarewell.farewell, await it.sent())
  expect(await it.lin.refused(memberFarewell.farewell, await it.sent())).toBe('member.former')
  await expect(makeCard(it, { userId: it.id })).rejects.toMatchObject({ code: 'member.former' })
})
