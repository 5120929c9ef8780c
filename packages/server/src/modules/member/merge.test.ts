import { memberByMobile, memberMerge, userCardDetails, userCards } from '@forecourt/contract'
import { beforeEach, describe, expect, test } from 'vitest'
import { person, proofOf } from '../../testing/access.ts'
import { makeCard, pursesOf } from '../../testing/card.ts'
import { invariantsOf } from '../../testing/invariants.ts'
import { noon, owned, setClock, world } from '../../testing/world.ts'
import { findOrAddMember } from './index.ts'

beforeEach(() => setClock(noon))

/** Wang Fang was added in March and again in May, each time with a number and a card; a shift leader notices. */
async function twice() {
  const it = await world()
  const lin = await it.staff({ role: 'station_leader', stationIds: [it.station.id], over: { stationId: it.station.id } })
  const first = await makeCard(it, { principalCents: 100_00 })
  const second = await makeCard(it, { principalCents: 40_00, giftCents: 5_00 })
  await owned(`update user_account set created_date = '2026-03-02' where id = $1`, [first.userId])
  await owned(`update user_account set name = 'Wang Fang (Taxi)' where id = $1`, [second.userId])
  const mobileOf = async (id: number | null) =>
    (await owned<{ mobile: string | null }>('select mobile from user_account where id = $1', [id]))[0]!.mobile
  const [old, new_] = [await mobileOf(first.userId), await mobileOf(second.userId)]
  const sent = async (id: number, otherId: number, over: object = {}) => ({
    id,
    body: {
      otherId,
      reason: 'Added twice',
      pinProof: await proofOf(lin.actor, { action: 'member.merge', subject: `members:${id}` }),
      ...over,
    },
  })
  return { ...it, lin, elder: first.userId!, younger: second.userId!, first, second, numbers: [old!, new_!] as const, mobileOf, sent }
}

// @req MEM-039
test('two records of one person are made one: the elder has both cards, and both numbers find them', async () => {
  const { lin, elder, younger, first, second, numbers, sent, mobileOf, ...it } = await twice()
  const before = await lin.call(memberMerge.preview, { id: younger, query: { otherId: elder } })
  expect(before).toMatchObject({
    into: { id: elder, mobile: numbers[0] },
    from: { id: younger, mobile: numbers[1] },
    cards: [{ id: second.id, number: second.number, valueCents: 45_00 }],
    mobiles: [...numbers],
  })
  // Whichever of the two is at hand: the elder stays.
  expect(await lin.call(memberMerge.merge, await sent(younger, elder, { mobile: numbers[1] }))).toEqual({
    id: elder,
    mergedId: younger,
    cards: 1,
  })
  expect([await mobileOf(elder), await mobileOf(younger)]).toEqual([numbers[1], null])
  for (const mobile of numbers) {
    const found = await lin.call(memberByMobile, { query: { mobile } })
    expect(found).toMatchObject({ id: elder, mobile: numbers[1] })
    expect(new Set(found.userCards.map(({ id }) => id))).toEqual(new Set([first.id, second.id]))
    expect(await it.within(ctx => findOrAddMember(ctx, { companyId: it.company.id, name: 'Wang', mobile }))).toBe(elder)
  }
  expect(await pursesOf(second.id)).toMatchObject({ principal: 40_00, gift: 5_00 })
  expect(await lin.call(userCards.get, { id: second.id })).toMatchObject({ userId: elder })
  // What moved before stays under the name that it was booked under.
  const { content } = await lin.call(userCardDetails.list, { query: { search: `userCard.id:${second.id}`, expand: ['user'] } })
  expect(content.map(row => [row.userId, row.user?.name])).toEqual([
    [younger, 'Wang Fang (Taxi)'],
    [younger, 'Wang Fang (Taxi)'],
  ])
  expect((await it.audits()).filter(({ action }) => action === 'member.merge').map(({ subject }) => subject)).toEqual([
    `members:${elder}`,
    `members:${younger}`,
  ])
  expect((await it.events()).filter(({ topic }) => topic === 'member.merged')).toMatchObject([
    { payload: { userId: elder, mergedId: younger } },
  ])
  expect(
    await owned('select into_mobile, from_mobile, other_mobile, cards, reason from member_merge where company_id = $1', [it.company.id]),
  ).toEqual([{ into_mobile: numbers[0], from_mobile: numbers[1], other_mobile: numbers[0], cards: 1, reason: 'Added twice' }])
  expect((await invariantsOf(it)).filter(({ breaches }) => breaches > 0)).toEqual([])
})

test('the same two once more change nothing, and a third follows to whom the second went', async () => {
  const { lin, elder, younger, sent, ...it } = await twice()
  const done = await lin.call(memberMerge.merge, await sent(elder, younger))
  expect(await lin.call(memberMerge.merge, await sent(younger, elder))).toEqual(done)
  expect((await it.audits()).filter(({ action }) => action === 'member.merge')).toHaveLength(2)
  const oldest = (await makeCard(it)).userId!
  await owned(`update user_account set created_date = '2026-01-02' where id = $1`, [oldest])
  await lin.call(memberMerge.merge, await sent(elder, oldest))
  expect(await owned('select id, merged_into_id from user_account where id = any($1) order by id', [[elder, younger]])).toEqual(
    [elder, younger].toSorted((one, other) => one - other).map(id => ({ id, merged_into_id: oldest })),
  )
})

test('of two who merge the same at once, one does it', async () => {
  const { lin, elder, younger, sent, ...it } = await twice()
  const asked = await Promise.all([sent(elder, younger), sent(younger, elder), sent(elder, younger), sent(younger, elder)])
  const done = await Promise.all(asked.map(each => lin.call(memberMerge.merge, each)))
  expect(new Set(done.map(each => JSON.stringify(each))).size).toBe(1)
  expect((await it.audits()).filter(({ action }) => action === 'member.merge')).toHaveLength(2)
})

test('no card is given to somebody who is a member no more', async () => {
  const it = await twice()
  await it.lin.call(memberMerge.merge, await it.sent(it.elder, it.younger))
  await expect(makeCard(it, { userId: it.younger })).rejects.toMatchObject({ code: 'member.merged' })
})

describe('a merge is refused, and both are as they were:', () => {
  type It = Awaited<ReturnType<typeof twice>>
  const table: [string, (it: It) => Promise<Parameters<typeof merge>[1]>, string][] = [
    ['of a member with themselves', ({ sent, elder }) => sent(elder, elder), 'member.sameMember'],
    ['with one of another company', async ({ sent, elder }) => sent(elder, (await makeCard(await world())).userId!), 'notFound'],
    ['with nobody', ({ sent, elder }) => sent(elder, 17), 'notFound'],
    ['with staff', async ({ sent, elder, company }) => sent(elder, (await person(company, { roles: ['admin'] })).id), 'member.isStaff'],
    ['to a number of neither', ({ sent, elder, younger }) => sent(elder, younger, { mobile: '13900000000' }), 'member.otherMobile'],
    ['without a reason', ({ sent, elder, younger }) => sent(elder, younger, { reason: ' ' }), 'validation'],
    ['without a PIN', ({ sent, elder, younger }) => sent(elder, younger, { pinProof: 'made-up' }), 'pin.proof'],
    [
      'of one who leads a fleet',
      async it => {
        await owned('insert into fleet (company_id, name, user_id) values ($1, $2, $3)', [it.company.id, 'Taxis', it.younger])
        return it.sent(it.elder, it.younger)
      },
      'member.leadsFleet',
    ],
    [
      'of one who was merged with another before',
      async it => {
        const third = (await makeCard(it)).userId!
        await owned(`update user_account set created_date = '2026-01-02' where id = $1`, [third])
        await it.lin.call(memberMerge.merge, await it.sent(it.younger, third))
        return it.sent(it.elder, it.younger)
      },
      'member.merged',
    ],
  ]
  const merge = (it: It, sent: Awaited<ReturnType<It['sent']>>) => it.lin.refused(memberMerge.merge, sent)
  test.each(table)('%s', async (_, of, code) => {
    const it = await twice()
    expect(await merge(it, await of(it))).toBe(code)
    expect(await it.mobileOf(it.elder)).toBe(it.numbers[0])
    expect(await it.lin.call(userCards.get, { id: it.first.id })).toMatchObject({ userId: it.elder })
  })
})

test('an attendant does not merge members', async () => {
  const it = await twice()
  const chen = await it.staff({ role: 'station_employee', stationIds: [it.station.id] })
  expect(await chen.refused(memberMerge.merge, await it.sent(it.elder, it.younger))).toBe('auth.forbidden')
})
