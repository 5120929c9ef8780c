import { memberMerge, points as calls, pointsDetails, userCards } from '@forecourt/contract'
import { expect, test } from 'vitest'
import { proofOf } from '../../testing/access.ts'
import { makeCard } from '../../testing/card.ts'
import { invariantsOf } from '../../testing/invariants.ts'
import { loyal } from '../../testing/points.ts'
import { owned } from '../../testing/world.ts'

/** A member with accounts of points and of levels, who was added a second time and has such accounts there, too. */
async function twice() {
  const it = await loyal({ rule: { months: 12 } })
  const elder = it.card.userId!
  const second = await makeCard(it, { principalCents: 5_000_00 })
  const younger = second.userId!
  await owned(`update user_account set created_date = '2026-03-02' where id = $1`, [elder])
  const other = await it.joined(younger)
  const merge = async () =>
    it.boss.call(memberMerge.merge, {
      id: elder,
      body: {
        otherId: younger,
        reason: 'Added twice',
        pinProof: await proofOf(it.boss.actor, { action: 'member.merge', subject: `members:${elder}` }),
      },
    })
  const broken = async () => (await invariantsOf(it)).filter(({ breaches }) => breaches > 0)
  const historyOf = async (id: number) =>
    (await it.boss.call(pointsDetails.list, { query: { search: `userCard.id:${id}`, sort: ['id,asc'] } })).content.map(row => [
      row.type,
      row.points,
      row.pointsAfter,
    ])
  return { ...it, elder, younger, second, other, merge, broken, historyOf }
}

// @req MEM-039 MEM-026
test('two members with an account of points each are left with one, which has the points of both with their ends', async () => {
  const it = await twice()
  await it.pays()
  await it.pays({}, it.second.id)
  const later = await it.pays({}, it.second.id)
  await it.earn()
  await it.deduct(100, it.other.points)
  expect([(await it.held()).score!.points, (await it.held(it.younger)).score!.points]).toEqual([240, 380])

  await it.merge()
  const { score, level } = await it.held()
  expect(score).toMatchObject({ userCardId: it.account.points, points: 620, owedPoints: 0, lots: [{ endsOn: '2027-05-31', points: 620 }] })
  expect(level).toMatchObject({ userCardId: it.account.level, growth: 720 })
  for (const id of [it.other.points, it.other.level])
    expect(await it.boss.call(userCards.get, { id })).toMatchObject({ userId: it.elder, status: 'disable', closedTime: expect.any(String) })
  expect(await it.historyOf(it.other.points)).toEqual([
    ['earn', 240, 240],
    ['earn', 240, 480],
    ['deduct', -100, 380],
    ['merge', -380, 0],
  ])
  expect(await it.historyOf(it.account.points)).toEqual([
    ['earn', 240, 240],
    ['merge', 380, 620],
  ])
  expect(await it.broken()).toEqual([])

  // A sale of before that is given back takes its points from where they are, and its growth likewise.
  await it.giveBack(later, 240_00)
  await it.earn()
  expect(await it.held()).toMatchObject({ score: { points: 380 }, level: { growth: 480 } })
  expect(await it.boss.call(calls.owed, {})).toMatchObject({ points: 380, owedPoints: 0 })
  expect(await it.broken()).toEqual([])
})

test.each([
  ['of the younger is paid by what the elder holds', 'other', 140],
  ['of the elder is paid by what the younger holds', 'account', 140],
] as const)('points that are owed go along: what %s', async (_, owing, left) => {
  const it = await twice()
  // 240 were earned and 200 of them spent before the sale was given back: 200 are owed.
  const [card, rich] = owing === 'other' ? [it.second.id, it.account.points] : [it.card.id, it.other.points]
  const sold = await it.pays({}, card)
  await it.earn()
  await it.deduct(200, it[owing].points)
  await it.giveBack(sold, 240_00)
  await it.earn()
  await it.give(340, rich)
  expect(await it.boss.call(calls.owed, {})).toMatchObject({ points: 340, owedPoints: 200 })

  await it.merge()
  expect((await it.held()).score).toMatchObject({ points: left, owedPoints: 0 })
  expect(await it.boss.call(calls.owed, {})).toMatchObject({ points: left, owedPoints: 0 })
  expect(await it.broken()).toEqual([])
})

test('an account that only the younger has goes over as it is', async () => {
  const it = await loyal()
  const second = await makeCard(it, {})
  await owned(`update user_account set created_date = '2026-03-02' where id = $1`, [second.userId])
  await it.give(70)
  const pinProof = await proofOf(it.boss.actor, { action: 'member.merge', subject: `members:${second.userId}` })
  await it.boss.call(memberMerge.merge, { id: second.userId!, body: { otherId: it.card.userId!, reason: 'Added twice', pinProof } })
  expect((await it.held(second.userId!)).score).toMatchObject({ userCardId: it.account.points, points: 70 })
})
