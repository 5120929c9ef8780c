import { cars } from '@forecourt/contract'
import { expect, test } from 'vitest'
import { addMember } from '../member/index.ts'
import { twoFleets } from '../../testing/fleet.ts'

let plateNo = 20_000
const plate = () => `沪F${String(plateNo++)}`

async function places() {
  const it = await twoFleets()
  const memberId = await it.within(ctx => addMember(ctx, { companyId: it.company.id, name: 'He Jing' }))
  const clerk = await it.staff({ role: 'station_employee', stationIds: [it.station.id] })
  const facts = { plate: plate(), fuelType: 'diesel' } as const
  return { ...it, memberId, clerk, facts }
}

// @req MEM-037
test('a vehicle of a member, and one of a fleet with its usual driver, are registered with what they burn', async () => {
  const it = await places()
  const own = await it.clerk.call(cars.create, { body: { plate: plate(), fuelType: 'gasoline', userId: it.memberId } })
  expect(own).toMatchObject({ userId: it.memberId, groupId: null, fuelType: 'gasoline', usualHours: [], removedDate: null })
  const { userId } = await it.add(it.jianghai)
  const usual = { tankCl: 400_00, litresPer100Km: 31.5, usualHours: [{ from: '22:00', until: '04:30' }] }
  const car = await it.leader.call(cars.create, { body: { ...it.facts, ...usual, userId } })
  expect(car).toMatchObject({ ...it.facts, ...usual, userId, groupId: it.jianghai })
  const edited = { ...it.facts, ...usual, litresPer100Km: 28, groupId: it.jianghai, userId: null, version: car.version }
  expect(await it.leader.call(cars.update, { id: car.id, body: edited })).toMatchObject({ litresPer100Km: 28, userId: null })
})

// @req MEM-037 MEM-040
test('a plate is of one fleet at a time; removed, it comes to another, and the record stays', async () => {
  const it = await places()
  const first = await it.master.call(cars.create, { body: { ...it.facts, groupId: it.jianghai } })
  const lower = { ...it.facts, plate: it.facts.plate.toLowerCase() }
  expect(await it.master.refused(cars.create, { body: { ...lower, groupId: it.oasis } })).toBe('car.plateTaken')
  await it.leader.call(cars.remove, { id: first.id })
  expect(await it.leader.refused(cars.remove, { id: first.id })).toBe('car.removed')
  const body = { ...it.facts, groupId: it.jianghai, version: first.version + 1 }
  expect(await it.leader.refused(cars.update, { id: first.id, body })).toBe('car.removed')
  const second = await it.master.call(cars.create, { body: { ...it.facts, groupId: it.oasis } })
  const { content } = await it.master.call(cars.list, { query: { search: `plate:${it.facts.plate}`, sort: 'createdDate,asc' } })
  expect(content.map(({ id, groupId, removedDate }) => [id, groupId, removedDate !== null])).toEqual([
    [first.id, it.jianghai, true],
    [second.id, it.oasis, false],
  ])
})

// @req MEM-037
test.each([
  ['of nobody', async () => ({}), 'car.ownerMissing'],
  ['of a fleet that is not there', async () => ({ groupId: 987_654_321 }), 'notFound'],
  [
    'driven by somebody of another fleet',
    async (it: Places) => ({ groupId: it.jianghai, userId: await driver(it) }),
    'car.driverOtherFleet',
  ],
  ['with a tank beyond measure', async (it: Places) => ({ userId: it.memberId, tankCl: 5_000_01 }), 'validation'],
  ['with a space in its plate', async (it: Places) => ({ userId: it.memberId, plate: '沪A 12345' }), 'validation'],
])('a vehicle %s is refused', async (_, over, code) => {
  const it = await places()
  expect(await it.master.refused(cars.create, { body: { ...it.facts, ...(await over(it)) } })).toBe(code)
})
type Places = Awaited<ReturnType<typeof places>>
const driver = async (it: Places) => (await it.add(it.oasis)).userId

test('at the counter a vehicle of a member is registered, one of a fleet is not', async () => {
  const it = await places()
  expect(await it.clerk.refused(cars.create, { body: { ...it.facts, groupId: it.jianghai } })).toBe('auth.forbidden')
  const car = await it.master.call(cars.create, { body: { ...it.facts, groupId: it.jianghai } })
  const body = { ...it.facts, userId: it.memberId, version: car.version }
  expect(await it.clerk.refused(cars.update, { id: car.id, body })).toBe('auth.forbidden')
  expect(await it.clerk.refused(cars.remove, { id: car.id })).toBe('auth.forbidden')
})
