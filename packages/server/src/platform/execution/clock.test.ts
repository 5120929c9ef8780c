import { expect, test } from 'vitest'
import { Clock } from './clock.ts'

const noon = Date.parse('2026-05-01T04:00:00.000Z')
const second = 1000,
  minute = 60 * second,
  hour = 60 * minute,
  day = 24 * hour

/** A machine that has run for an hour; `pass` lets time go by, `setBy` turns its wall clock alone. */
function machine() {
  let wall = noon,
    steady = hour
  const clock = new Clock({ wall: () => wall, steady: () => steady })
  return {
    clock,
    pass(ms: number) {
      wall += ms
      steady += ms
    },
    setBy(ms: number) {
      wall += ms
    },
    /** By how much the time of the product differs from what the wall clock would say had nobody turned it. */
    offBy: () => clock.now().getTime() - (noon + steady - hour),
  }
}

test.each([
  ['400 days ahead', 400 * day],
  ['an hour back', -hour],
  ['three minutes ahead', 3 * minute],
])('a wall clock that jumps %s is a fault at once, and the time goes on steadily until it is right again', (_, jump) => {
  const it = machine()
  it.clock.startAt(noon)
  it.setBy(jump)
  expect(it.offBy()).toBe(0)
  expect(it.clock.fault).toMatchObject({ cause: 'server', began: new Date(noon), serverOffsetMs: jump })
  it.pass(4 * minute)
  expect(it.offBy()).toBe(0)
  it.setBy(-jump)
  expect(it.offBy()).toBe(0)
  expect(it.clock.fault).toBeUndefined()
  expect(it.clock.over).toMatchObject([{ ended: new Date(noon + 4 * minute), serverOffsetMs: jump }])
})

test('small corrections of a machine that keeps the database too are followed, however many there are', () => {
  const it = machine()
  it.clock.startAt(noon)
  for (let turn = 0; turn < 100; turn++) {
    it.pass(10 * second)
    it.setBy(-minute)
    it.clock.heardDatabase(noon + (turn + 1) * (10 * second - minute))
    expect(it.offBy()).toBe(-minute * (turn + 1))
  }
  expect(it.clock.fault).toBeUndefined()
})

test('hours in which the machine sleeps are no fault: the steady clock counts them too', () => {
  const it = machine()
  it.clock.startAt(noon)
  it.pass(9 * hour)
  it.clock.now()
  expect(it.clock.fault).toBeUndefined()
})

test('a server that begins with a wrong clock takes the time of the database, until its own is right', () => {
  const it = machine()
  it.clock.startAt(noon - 400 * day)
  expect(it.offBy()).toBe(-400 * day)
  expect(it.clock.fault).toMatchObject({ cause: 'server', serverOffsetMs: 400 * day })
  it.setBy(-400 * day)
  expect(it.offBy()).toBe(-400 * day)
  expect(it.clock.fault).toBeUndefined()
})

test("a database's clock that jumps alone is a fault, and the time stays the server's", () => {
  const it = machine()
  it.clock.startAt(noon)
  it.pass(minute)
  it.clock.heardDatabase(noon + minute + hour)
  expect(it.offBy()).toBe(0)
  expect(it.clock.fault).toMatchObject({ cause: 'database', databaseOffsetMs: hour })
  it.pass(minute)
  it.clock.heardDatabase(noon + 2 * minute + second)
  expect(it.clock.fault).toBeUndefined()
})

test('both clocks of one machine jump together: the steady clock still finds it, and a person may say that they are right', () => {
  const it = machine()
  it.clock.startAt(noon)
  it.setBy(hour)
  it.clock.heardDatabase(noon + hour)
  expect(it.offBy()).toBe(0)
  expect(it.clock.fault).toMatchObject({ cause: 'server', serverOffsetMs: hour, databaseOffsetMs: hour })
  it.clock.accept()
  expect(it.offBy()).toBe(hour)
  expect(it.clock.fault).toBeUndefined()
})

test('a clock that the database contradicts is not taken for right, whatever somebody says', () => {
  const it = machine()
  it.clock.startAt(noon)
  it.setBy(400 * day)
  it.clock.heardDatabase(noon)
  it.clock.accept()
  expect(it.offBy()).toBe(0)
  expect(it.clock.fault).toMatchObject({ cause: 'server' })
})

test('a server that begins again during a fault goes on with its time and its fault', () => {
  const [first, second] = [machine(), machine()]
  first.clock.startAt(noon)
  first.setBy(400 * day)
  first.clock.now()
  second.setBy(400 * day)
  second.clock.goOn({ ...first.clock.fault!, recorded: true }, first.clock.origin, noon + 400 * day)
  expect(second.offBy()).toBe(0)
  expect(second.clock.fault?.id).toBe(first.clock.fault!.id)
  second.setBy(-400 * day)
  second.clock.heardDatabase(noon)
  expect(second.clock.fault).toBeUndefined()
})
