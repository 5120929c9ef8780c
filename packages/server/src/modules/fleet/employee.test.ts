import { cars, employeeActs, fleetEmployees, fleets, userCards, users } from '@forecourt/contract'
import { expect, test } from 'vitest'
import { makeCard } from '../../testing/card.ts'
import { someMobile as mobile, twoFleets } from '../../testing/fleet.ts'

let plateNo = 10_000
const plate = () => `沪C${String(plateNo++)}`

// @req FLT-003 FLT-009 FLT-016
test('an employee comes with department and vehicles, is changed, and is found again among those of the fleet', async () => {
  const it = await twoFleets()
  const [number, van, lorry] = [mobile(), plate(), plate()]
  const body = { mobile: number, name: 'Zhou Xiaoyan', department: 'Night', email: 'zhou@example.com' }
  const vehicles = [
    { plate: van.replace('沪C', '沪c·'), fuelType: 'gasoline' as const },
    { plate: lorry, fuelType: 'diesel' as const },
  ]
  const zhou = await it.leader.call(employeeActs.add, { id: it.jianghai, body: { ...body, cars: vehicles } })
  expect(zhou).toMatchObject({ ...body, groupId: it.jianghai, plates: [van, lorry].join(' '), cardCount: 0, leftDate: null })
  const { content } = await it.leader.call(cars.list, { query: { search: `user.mobile:${number}`, expand: 'user' } })
  expect(content.map(car => [car.plate, car.fuelType, car.user?.name])).toEqual([
    [van, 'gasoline', 'Zhou Xiaoyan'],
    [lorry, 'diesel', 'Zhou Xiaoyan'],
  ])

  await it.add(it.jianghai)
  await it.add(it.oasis)
  const edit = { name: 'Zhou X.', department: 'Day', email: null, version: zhou.version }
  await it.leader.call(fleetEmployees.update, { id: zhou.id, body: edit })
  const all = await it.master.call(employeeActs.list, { id: it.jianghai, query: { sort: 'name,asc' } })
  expect(all.content.map(({ name, department }) => [name, department])).toEqual([
    ['Ma Haitao', ''],
    ['Zhou X.', 'Day'],
  ])
  const found = await it.master.call(employeeActs.list, { id: it.jianghai, query: { search: 'department:Day' } })
  expect(found.content.map(({ id }) => id)).toEqual([zhou.id])
  expect(await it.master.call(fleets.get, { id: it.jianghai })).toMatchObject({ employeeCount: 2 })
})

// @req FLT-003 FLT-008 FLT-009
test.each([
  ['of another fleet', async (it: Fleets) => ({ mobile: await takenIn(it, it.oasis) }), 'employee.otherFleet'],
  ['who is there already', async (it: Fleets) => ({ mobile: await takenIn(it, it.jianghai) }), 'employee.alreadyHere'],
  ['with a vehicle of another', async (it: Fleets) => ({ cars: [{ plate: await takenCar(it), fuelType: 'diesel' }] }), 'car.plateTaken'],
  ['with a vehicle without a fuel', async () => ({ cars: [{ plate: plate() }] }), 'validation'],
  ['with a vehicle without a plate', async () => ({ cars: [{ fuelType: 'diesel' }] }), 'validation'],
  ['with a plate that is none', async () => ({ cars: [{ plate: '沪AD1A234', fuelType: 'diesel' }] }), 'validation'],
  ['without a name', async () => ({ name: ' ' }), 'validation'],
])('an employee %s is refused, and nothing is kept', async (_, given, code) => {
  const it = await twoFleets()
  const body = { mobile: mobile(), name: 'Feng Lixin', ...(await given(it)) }
  const before = await everything(it)
  expect(await it.master.refused(employeeActs.add, { id: it.jianghai, body: body as never })).toBe(code)
  expect(await everything(it)).toEqual(before)
})
type Fleets = Awaited<ReturnType<typeof twoFleets>>
const everything = ({ rows, company }: Fleets) =>
  rows(
    `select (select count(*) from user_account where company_id = $1) as users, (select count(*) from car where company_id = $1) as cars,
      (select count(*) from fleet_employee where company_id = $1) as employees`,
    [company.id],
  )
const takenIn = async (it: Fleets, fleet: number) => (await it.add(fleet)).mobile!
async function takenCar(it: Fleets) {
  const taken = plate()
  await it.add(it.oasis, { cars: [{ plate: taken, fuelType: 'gasoline' }] })
  return taken
}

// @req FLT-011 FLT-012
test('who holds cards of the fleet leaves when these are unbound, and both are done or neither', async () => {
  const it = await twoFleets()
  const van = plate()
  const ma = await it.add(it.jianghai, { cars: [{ plate: van, fuelType: 'diesel' }] })
  const card = await it.cardFor(ma.userId)
  const own = await makeCard(it, { userId: ma.userId })
  expect(await it.leader.call(fleetEmployees.get, { id: ma.id })).toMatchObject({ cardCount: 1, plates: van })

  const reply = await it.leader.send(employeeActs.leave, { id: ma.id, body: {} })
  expect([reply.statusCode, reply.json().code]).toEqual([409, 'employee.holdsCard'])
  expect(reply.json().message).toContain(card.number)
  expect(await it.leader.call(userCards.get, { id: card.id })).toMatchObject({ userId: ma.userId })
  expect(await it.leader.call(fleetEmployees.get, { id: ma.id })).toMatchObject({ leftDate: null })

  expect(await it.leader.call(employeeActs.leave, { id: ma.id, body: { unbind: true } })).toEqual({ id: ma.id, unbound: 1 })
  expect(await it.leader.call(userCards.get, { id: card.id })).toMatchObject({ userId: null, status: 'normal' })
  expect(await it.master.call(userCards.get, { id: own.id })).toMatchObject({ userId: ma.userId })
  const left = await it.leader.call(fleetEmployees.get, { id: ma.id })
  expect(left).toMatchObject({ name: 'Ma Haitao', plates: null, cardCount: 0, leftDate: expect.any(String) })
  const { content } = await it.leader.call(cars.list, { query: { search: `plate:${van}` } })
  expect(content).toMatchObject([{ groupId: it.jianghai, userId: null, removedDate: null }])
  expect(await it.leader.refused(employeeActs.leave, { id: ma.id, body: { unbind: true } })).toBe('employee.left')
  const { subject, detail } = (await it.audits()).findLast(({ action }) => action === 'fleet.employee.leave')!
  expect([subject, detail.name, detail.cards]).toEqual([`fleetEmployees:${ma.id}`, 'Ma Haitao', [card.number]])

  // An employee who has left may drive for another fleet, or for this one again.
  const again = await it.add(it.oasis, { mobile: ma.mobile! })
  expect(again).toMatchObject({ userId: ma.userId, groupId: it.oasis })
})

test('who holds no card leaves at once', async () => {
  const it = await twoFleets()
  const ma = await it.add(it.jianghai)
  expect(await it.leader.call(employeeActs.leave, { id: ma.id, body: {} })).toEqual({ id: ma.id, unbound: 0 })
})

// @req FLT-018
test('a leader reaches no employee, vehicle or user of the other fleet', async () => {
  const it = await twoFleets()
  const theirs = await it.add(it.oasis, { cars: [{ plate: plate(), fuelType: 'diesel' }] })
  const mine = await it.add(it.jianghai)
  const [car] = (await it.master.call(cars.list, { query: { search: `groupId:${it.oasis}` } })).content
  const { leader } = it
  const body = { name: 'X', version: 1 }
  expect(await leader.refused(employeeActs.list, { id: it.oasis, query: {} })).toBe('notFound')
  expect(await leader.refused(employeeActs.add, { id: it.oasis, body: { mobile: mobile(), name: 'X' } })).toBe('notFound')
  expect(await leader.refused(fleetEmployees.update, { id: theirs.id, body })).toBe('notFound')
  expect(await leader.refused(employeeActs.leave, { id: theirs.id, body: { unbind: true } })).toBe('notFound')
  expect(await leader.refused(cars.remove, { id: car!.id })).toBe('notFound')
  const given = { plate: plate(), fuelType: 'diesel', version: 1 } as const
  expect(await leader.refused(cars.update, { id: car!.id, body: { ...given, groupId: it.jianghai } })).toBe('notFound')
  expect(await leader.refused(cars.create, { body: { ...given, groupId: it.oasis } })).toBe('validation')
  const { version: _, ...own } = given
  expect(await leader.refused(cars.create, { body: { ...own, groupId: it.oasis } })).toBe('auth.forbidden')
  expect(await leader.refused(cars.create, { body: { ...own, userId: theirs.userId } })).toBe('car.driverOtherFleet')
  const seen = await leader.call(fleetEmployees.list, { query: { size: 500 } })
  expect(seen.content.map(({ id }) => id)).toEqual([mine.id])
  expect((await leader.call(cars.list, { query: { size: 500 } })).content).toEqual([])
  expect((await leader.call(fleets.list, { query: {} })).content.map(({ id }) => id)).toEqual([it.jianghai])
  expect(await leader.refused(users.get, { id: theirs.userId })).toBe('auth.forbidden')
})
