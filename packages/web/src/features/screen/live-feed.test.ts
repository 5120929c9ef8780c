import { expect, test } from 'vitest'
import {
  awayMost,
  nothingTold,
  runningMost,
  salesKept,
  settle,
  tellDevices,
  tellNozzles,
  tellOrders,
  tellOther,
  turnsMost,
  type LiveFeed,
} from './live-feed.ts'

const sale = (orderId: number, more: object = {}) => ({
  method: 'order.taken',
  orderId,
  totalCents: 100 * orderId,
  volumeCl: 10 * orderId,
  payType: 'cash',
  createdDate: new Date(orderId * 1000).toISOString(),
  ...more,
})

test('the last sales stand with the newest first, each once, and each lights up its station', () => {
  const first = tellOrders(
    nothingTold,
    [
      [sale(1), sale(2)],
      [7, 8],
    ],
    5,
  )
  const again = tellOrders(
    first,
    [
      [sale(2), sale(3), { ...sale(4), method: 'order.closed' }],
      [8, 7, 7],
    ],
    6,
  )
  expect(again.sales.map(({ id, stationId, totalCents }) => [id, stationId, totalCents])).toEqual([
    [3, 7, 300],
    [2, 8, 200],
    [1, 7, 100],
  ])
  expect([...again.turns]).toEqual([
    [7, 2],
    [8, 1],
  ])
  expect(again.told.orders).toBe(6)
})

test('a nozzle fuels until it is told to be idle, or until nothing was heard of it for some seconds', () => {
  const running = (logicNo: number, volumeCl: number) => ({ fuelling: [{ logicNo, volumeCl, amountCents: 2 * volumeCl }] })
  const two = tellNozzles(
    nothingTold,
    [
      [running(1, 100), running(1, 300), running(1, 200)],
      [7, 8, 7],
    ],
    1000,
  )
  expect([...two.running.values()].map(({ volumeCl }) => volumeCl).toSorted((one, other) => one - other)).toEqual([200, 300])
  const ended = tellNozzles(two, [[{ nozzles: [{ logicNo: 1, state: 'idle' }] }], [7]], 2000)
  expect([...ended.running.keys()]).toEqual(['8:1'])
  expect(settle(ended, 2000)).toBe(ended)
  expect(settle(ended, 20_000).running.size).toBe(0)
})

test('a device that goes is away since then, and is back when it comes', () => {
  const gone = tellDevices(nothingTold, [[{ deviceId: 3, online: false }], [7]], 1000)
  const still = tellDevices(gone, [[{ deviceId: 3, online: false }], [7]], 2000)
  expect([...still.away]).toEqual([[3, { stationId: 7, since: 1000 }]])
  expect(tellDevices(still, [[{ deviceId: 3, online: true }], [7]], 3000).away.size).toBe(0)
})

test('what is kept does not grow: after a month of messages of many stations each part has the size that it has after a day', () => {
  let feed: LiveFeed = nothingTold
  const day = 86_400_000
  const sizes: number[][] = []
  for (let days = 0; days < 30; days++) {
    for (let batch = 0; batch < 1000; batch++) {
      const now = days * day + batch * 80_000
      const at = (days * 1000 + batch) * 16
      const ids = Array.from({ length: 16 }, (_, more) => at + more)
      const stations = ids.map(id => id % 700)
      feed = tellOrders(feed, [ids.map(id => sale(id)), stations], now)
      feed = tellNozzles(feed, [ids.map(id => ({ fuelling: [{ logicNo: id % 999, volumeCl: id, amountCents: id }] })), stations], now)
      feed = tellDevices(feed, [ids.map(id => ({ deviceId: id, online: false })), stations], now)
      feed = tellOther(feed, 'tanks', now)
      feed = settle(feed, now)
    }
    sizes.push([feed.sales.length, feed.running.size, feed.away.size, feed.turns.size])
  }
  expect(sizes).toEqual(Array.from({ length: 30 }, () => sizes[0]))
  const [sales, running, away, turns] = sizes[0]!
  expect([sales, away, turns]).toEqual([salesKept, awayMost, turnsMost])
  expect(running).toBeLessThanOrEqual(runningMost)
})
