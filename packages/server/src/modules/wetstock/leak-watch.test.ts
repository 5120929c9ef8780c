import { acknowledgeTankAlarm, setStationConfig, tankAlarmContacts, tankAlarmNotices, tankAlarms } from '@forecourt/contract'
import { TruthLog } from '@forecourt/simulator/faults.ts'
import { SimulatedTanks } from '@forecourt/simulator/tanks.ts'
import { afterEach, expect, test } from 'vitest'
import { onDay, quietShop } from '../../testing/quiet-tank.ts'
import { noon, owned, setClock } from '../../testing/world.ts'
import { callAboutAlarms } from '../forecourt/index.ts'
import { watchLeaks } from './leak-watch.ts'

afterEach(() => setClock(noon))

/** A station whose tank is simulated: it sells 80 L at noon, and loses so many litres an hour between these days. */
async function simulated() {
  const it = await quietShop()
  const master = await it.staff({ role: 'station_master', stationIds: [it.station.id], over: { stationId: it.station.id } })
  const [tank] = await it.rows<{ number: number; productId: number }>('select number, product_id from tank where id = $1', [it.tankId])
  let volumeCl = 20_000_00
  /** Lives from the begin of one day to the begin of another one. */
  const live = async (from: number, until: number, leak: number) => {
    const laid = { id: it.tankId, number: tank!.number, productId: tank!.productId, maxVolumeCl: 30_000_00, volumeCl, waterHeightMm: 0 }
    const tanks = new SimulatedTanks([laid], 'Asia/Shanghai', 5 + from, onDay(from, '00:00').getTime(), { leak }, new TruthLog())
    for (let day = from; day < until; day++) {
      const told = tanks.advance(onDay(day, '12:00').getTime()).readings
      tanks.draw(it.tankId, 80_00)
      await it.sell(day, '12:00', 80_00)
      told.push(...tanks.advance(onDay(day + 1, '00:00').getTime()).readings)
      await it.put(told.map(({ measuredAt: at, volumeCl: cl, temperature: celsius }) => ({ at, cl, celsius })))
    }
    volumeCl = tanks.volumeCl(it.tankId)
  }
  const watch = (moment: Date) => watchLeaks(it.db, [it.company.id], moment)
  const alarms = async () => {
    const { content } = await it.lin.call(tankAlarms.list, { query: { sort: 'raisedAt', search: 'kind:(leak|loss)' } })
    return content.map(({ kind, state }) => `${kind} ${state}`)
  }
  const contact = (mobile = '13800000001') =>
    master.call(tankAlarmContacts.create, { body: { stationId: it.station.id, step: 1, name: 'Wu', mobile, language: 'en' } })
  return { ...it, master, live, watch, alarms, contact }
}

// @req FUE-035
test('a leak that begins is raised once, also by two instances, wakes the one on duty, and is cleared once it is mended', async () => {
  const it = await simulated()
  await it.contact()
  await it.live(0, 9, 0)
  await it.watch(onDay(9, '00:00'))
  expect(await it.alarms()).toEqual([])
  await it.live(9, 17, 3)
  const moment = onDay(17, '00:00')
  await Promise.all([it.watch(moment), it.watch(moment), it.watch(moment)])
  await it.watch(onDay(17, '12:30'))
  expect(await it.alarms()).toEqual(['leak raised'])
  const alarm = (await it.lin.call(tankAlarms.list, { query: { search: 'kind:leak' } })).content[0]!
  expect(alarm.found).toBeGreaterThan(800)
  expect(alarm.found).toBeLessThan(3_600)
  expect(alarm.bound).toBeLessThan(alarm.found)
  expect((await it.audits()).filter(({ action }) => action === 'tankAlarm.raise')).toHaveLength(1)

  await callAboutAlarms(it.db, [it.company.id], moment)
  expect((await it.lin.call(tankAlarmNotices.list, { query: {} })).content).toMatchObject([{ name: 'Wu', channel: 'sms', turn: 1 }])
  const [message] = await owned<{ text: string }>('select text from outbox_message where company_id = $1', [it.company.id])
  expect(message!.text).toContain(`leak suspected: ${alarm.found} mL an hour lost while nothing is sold`)

  setClock(onDay(17, '01:00'))
  await it.lin.call(acknowledgeTankAlarm, { id: alarm.id, body: { note: 'Pipe closed' } })
  await it.live(17, 25, 0)
  await it.watch(onDay(25, '00:00'))
  expect(await it.alarms()).toEqual(['leak cleared'])
  // What leaked before it was mended raises nothing anew.
  await it.live(25, 27, 0)
  await it.watch(onDay(27, '00:00'))
  expect(await it.alarms()).toEqual(['leak cleared'])
})

test('what is lost at three in the morning is raised within half an hour, and a sale that is told late explains it', async () => {
  const it = await simulated()
  await it.contact()
  const night = (from: string, until: string, cl: number) => {
    const rows = []
    for (let ms = onDay(1, from).getTime(); ms < onDay(1, until).getTime(); ms += 300_000)
      rows.push({ at: new Date(ms).toISOString(), cl: cl + ((ms / 300_000) % 3) * 1_00, celsius: 15 + ((ms / 300_000) % 2) / 10 })
    return it.put(rows)
  }
  await night('00:00', '03:00', 9_000_00)
  await it.watch(onDay(1, '03:00'))
  expect(await it.alarms()).toEqual([])
  await night('03:00', '03:25', 8_850_00)
  await it.watch(onDay(1, '03:09'))
  expect(await it.alarms(), 'looked at ten minutes ago').toEqual([])
  await it.watch(onDay(1, '03:25'))
  expect(await it.alarms()).toEqual(['loss raised'])
  await callAboutAlarms(it.db, [it.company.id], onDay(1, '03:25'))
  const [message] = await owned<{ text: string }>('select text from outbox_message where company_id = $1', [it.company.id])
  expect(message!.text).toMatch(/sudden loss: 1(49|50) L gone while nothing was sold, limit 50 L/)

  await it.sell(1, '03:02', 150_00)
  await night('03:25', '04:50', 8_850_00)
  await it.watch(onDay(1, '04:55'))
  expect(await it.alarms()).toEqual(['loss cleared'])
})

test('a loss that nothing explains stays until somebody has seen to it', async () => {
  const it = await simulated()
  const rows = (from: string, until: string, cl: number) => {
    const steps = (onDay(1, until).getTime() - onDay(1, from).getTime()) / 300_000
    return Array.from({ length: steps }, (_, at) => ({
      at: new Date(onDay(1, from).getTime() + at * 300_000).toISOString(),
      cl: cl + (at % 3) * 1_00,
      celsius: 15,
    }))
  }
  await it.put([...rows('00:00', '03:00', 9_000_00), ...rows('03:00', '03:30', 8_850_00)])
  await it.watch(onDay(1, '03:30'))
  await it.put(rows('03:30', '09:00', 8_850_00))
  await it.watch(onDay(1, '09:00'))
  expect(await it.alarms()).toEqual(['loss raised'])
  setClock(onDay(1, '09:05'))
  const { id } = (await it.lin.call(tankAlarms.list, { query: { search: 'kind:loss' } })).content[0]!
  await it.lin.call(acknowledgeTankAlarm, { id, body: { note: 'Pumped out for the inspector' } })
  await it.watch(onDay(1, '09:10'))
  expect(await it.alarms()).toEqual(['loss cleared'])
})

test('a station that wants neither alarm gets none, and a gauge that is silent is looked at no more', async () => {
  const it = await simulated()
  await it.master.call(setStationConfig, {
    id: it.station.id,
    body: { version: 1, config: { leakControl: { meterMl: 20, leakMlPerHour: 0, lossLitres: 0 } } },
  })
  await it.live(0, 8, 5)
  await it.watch(onDay(8, '00:00'))
  expect(await it.alarms()).toEqual([])
  await it.rows(`update station set config = config - 'leakControl' where id = $1`, [it.station.id])
  await it.watch(onDay(10, '00:00'))
  expect(await it.alarms()).toEqual([])
  await it.watch(onDay(8, '12:00'))
  expect(await it.alarms()).toEqual(['leak raised'])
})
