import { points, pointsDetails, type PointsMovementType } from '@forecourt/contract'
import { beforeEach, expect, test } from 'vitest'
import { proofOf } from '../../testing/access.ts'
import { invariantsOf } from '../../testing/invariants.ts'
import { loyal } from '../../testing/points.ts'
import { noon, owned, setClock } from '../../testing/world.ts'

beforeEach(() => setClock(noon))
type It = Awaited<ReturnType<typeof loyal>>
const detail = async (it: It, type: PointsMovementType) =>
  (await it.boss.call(pointsDetails.list, { query: { search: `type:${type}`, sort: 'id,desc' } })).content[0]!
const body = async (it: It, act: 'give' | 'deduct', id: number, count: number) => ({
  remark: 'Booked to the wrong member',
  pinProof: await proofOf(it.boss.actor, { action: `points.${act}`, subject: `pointsDetails:${id}`, amountCents: count }),
})
const takeBack = async (it: It, { id, points: count }: { id: number; points: number }) =>
  it.boss.call(points.takeBack, { id, body: await body(it, 'deduct', id, count) })
const refusedTakeBack = async (it: It, { id, points: count }: { id: number; points: number }) =>
  it.boss.refused(points.takeBack, { id, body: await body(it, 'deduct', id, count) })
const broken = async (it: It) => (await invariantsOf(it)).filter(({ breaches }) => breaches > 0)

// @req PTS-008
test('points that were given are taken back once, and what was deducted is given back once', async () => {
  const it = await loyal()
  await it.give(150)
  const given = await detail(it, 'reward')
  expect(given).toMatchObject({ revoked: false, revokesId: null })
  await it.deduct(100)
  const deducted = await detail(it, 'deduct')
  const restored = { id: deducted.id, body: await body(it, 'give', deducted.id, 100) }
  expect(await it.boss.call(points.restore, restored)).toMatchObject({ points: 150, owedPoints: 0 })
  const again = { id: deducted.id, body: await body(it, 'give', deducted.id, 100) }
  expect(await it.boss.refused(points.restore, again)).toBe('points.revoked')

  expect(await takeBack(it, given)).toMatchObject({ points: 0, owedPoints: 0 })
  expect(await detail(it, 'reward')).toMatchObject({ revoked: true })
  expect(await detail(it, 'rewardBack')).toMatchObject({ points: -150, revokesId: given.id, remark: 'Booked to the wrong member' })
  expect(await refusedTakeBack(it, given)).toBe('points.revoked')
  expect(await refusedTakeBack(it, await detail(it, 'rewardBack'))).toBe('points.notRevocable')
  expect((await it.audits()).map(({ action }) => action).filter(action => /^points\.(takeBack|restore)/.test(action))).toEqual([
    'points.restore',
    'points.takeBack',
  ])
  expect(await broken(it)).toEqual([])
})

test('what was spent meanwhile is owed', async () => {
  const it = await loyal()
  await it.give(150)
  const given = await detail(it, 'reward')
  await it.deduct(120)
  expect(await takeBack(it, given)).toMatchObject({ points: 0, owedPoints: 120 })
  expect(await broken(it)).toEqual([])
})

// @req PTS-008
test('points of an order are revoked while its shift runs, and a refund after that takes none a second time', async () => {
  const it = await loyal()
  const id = await it.pays()
  await it.earn()
  const earned = await detail(it, 'earn')
  await it.giveBack(id, 60_00)
  await it.earn()
  expect((await it.held()).score!.points).toBe(180)
  expect(await takeBack(it, earned)).toMatchObject({ points: 0, owedPoints: 0 })
  expect(await detail(it, 'earnBack')).toMatchObject({ points: -180, orderId: id, revokesId: earned.id })
  await it.giveBack(id, 180_00)
  await it.earn()
  expect((await it.held()).score).toMatchObject({ points: 0, owedPoints: 0 })
  expect(await broken(it)).toEqual([])
})

// @req PTS-008
test('after its shift was settled, or all of it given back, the points of an order are not revoked', async () => {
  const it = await loyal()
  await it.pays()
  await it.earn()
  const earned = await detail(it, 'earn')
  await owned(`update daily_state set status = 'closed', end_time = start_time where company_id = $1`, [it.company.id])
  expect(await refusedTakeBack(it, earned)).toBe('points.orderNotRevocable')
  expect((await it.held()).score!.points).toBe(240)
  expect(await detail(it, 'earn')).toMatchObject({ revoked: false })
})
