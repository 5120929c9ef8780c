import { acceptChartRepair, addTankChart, tankChartPoints, tankChartRepair, tankCharts, tankReadings, volumeOf } from '@forecourt/contract'
import { chartDays } from '@forecourt/contract/testing/chart-days.ts'
import { afterEach, expect, test } from 'vitest'
import { onDay, quietShop } from '../../testing/quiet-tank.ts'
import { noon, owned, setClock, world } from '../../testing/world.ts'

afterEach(() => setClock(noon))
const days = 14
const lying = { diameterMm: 2400, lengthMm: 6200 }
const steep = { ...lying, slope: 0.01, gaugeAtMm: 0 }
const description = 'By levels and sales of two weeks'

/** A station with a chart by the maker's dimensions, whose tank lies otherwise, and two weeks of its life. */
async function station(truth: typeof lying = steep) {
  const it = await quietShop()
  const master = await it.staff({ role: 'station_master', stationIds: [it.station.id], over: { stationId: it.station.id } })
  setClock(onDay(0, '00:11'))
  const cylinder = { kind: 'cylinder', ...lying, heads: 'flat', tiltMmPerM: 0, gaugeAtMm: 0, description: '' } as const
  const chart = await master.call(addTankChart, { body: { tankId: it.tankId, ...cylinder, fromAt: null } })
  const { readings, sales, deliveries } = chartDays(4, { truth, chart: lying, noiseMm: 0.5, days })
  const from = onDay(0, '00:15').getTime()
  const moment = (ms: number) => new Date(from + ms).toISOString()
  await owned(
    `insert into tank_reading (company_id, station_id, tank_id, product_id, source, device_id, measured_at, volume_cl, oil_height_mm,
       temperature)
     select company_id, station_id, id, product_id, 'gauge', $2, told.at, 0, told.mm, told.celsius
     from tank, json_to_recordset($3) as told (at timestamptz, mm int, celsius numeric) where id = $1`,
    [
      it.tankId,
      it.deviceId,
      JSON.stringify(readings.map(({ at, heightMm: mm, temperature: celsius }) => ({ at: moment(at), mm, celsius }))),
    ],
  )
  await owned('update tank set oil_height_mm = $2 where id = $1', [it.tankId, readings.at(-1)!.heightMm])
  await sellMany(
    it,
    sales.map(({ at, volumeCl: cl }) => ({ at: moment(at), cl })),
  )
  for (const { from: begun, until } of deliveries)
    await owned(
      `insert into delivery (company_id, station_id, tank_id, product_id, begin_time, end_time, before_volume_cl, after_volume_cl, density,
         density_kind)
       select company_id, station_id, id, product_id, $2, $3, 0, 100000, 745, 'standard' from tank where id = $1`,
      [it.tankId, moment(begun), moment(until)],
    )
  const look = (day = days) => {
    setClock(onDay(day, '00:15'))
    return master.call(tankChartRepair, { id: it.tankId })
  }
  return { ...it, master, chart, look }
}
type Station = Awaited<ReturnType<typeof station>>

/** Sales past the till, of which there are very many. */
type Sold = readonly { at: string; cl: number }[]
async function sellMany({ nozzle, station: { id } }: Awaited<ReturnType<typeof quietShop>>, sales: Sold, letter = 'M') {
  await owned(
    `with told as (
       select row_number() over () as turn, at, cl from json_to_recordset($3) as one (at timestamptz, cl bigint)
     ), sold as (
       insert into sale_order (company_id, station_id, nozzle_control_id, order_no, type, status, total_cents, paid_cents, pay_type,
         money_flow, created_date, received_date, modified_date)
       select nozzle.company_id, $2, nozzle.id, $5 || lpad(turn::text, 9, '0'), 0, 'success', cl * 8, cl * 8, 'cash', 'till', at, at, at
       from told, nozzle_control nozzle where nozzle.id = $1 returning company_id, id, order_no, created_date
     )
     insert into order_line (company_id, station_id, order_id, item_id, category_type, volume_cl, price_cents, amount_cents, created_date)
     select company_id, $2, id, $4, 'fuel', cl, 800, cl * 8, created_date
     from sold join told on order_no = $5 || lpad(turn::text, 9, '0')`,
    [nozzle.id, id, JSON.stringify(sales), nozzle.itemId, letter],
  )
}

const sent = async (it: Station) => {
  const { until, fingerprint } = await it.look()
  return { id: it.tankId, body: { until, fingerprint: fingerprint!, description } }
}

// @req FUE-035
test('a tank that lies askew is found by its sales, and the accepted chart is in force from then on', async () => {
  const it = await station()
  const found = await it.look()
  expect(found).toMatchObject({ state: 'proposed', kind: 'shape', lack: null, chartId: it.chart.id })
  expect(found.pairs).toBeGreaterThan(300)
  expect(found.map.every(({ heightMm }) => heightMm >= found.fromMm! - 50 && heightMm <= found.untilMm! + 50)).toBe(true)
  expect(found.curve.length).toBeLessThanOrEqual(162)
  const accepted = await it.master.call(acceptChartRepair, await sent(it))
  expect(accepted).toMatchObject({ kind: 'learned', description, fromAt: onDay(days, '00:15').toISOString(), diameterMm: null })
  const { points } = await it.lin.call(tankChartPoints, { id: accepted['id'] })
  const before = await it.lin.call(tankChartPoints, { id: it.chart.id })
  const height = found.worst!.heightMm
  const moved = volumeOf(points, height)! - volumeOf(before.points, height)!
  expect(Math.abs(moved - found.worst!.errorCl)).toBeLessThan(found.worst!.uncertaintyCl)
  // Earlier readings and versions stay as they are, and the new one is right.
  expect((await it.lin.call(tankCharts.list, {})).content.map(({ kind }) => kind)).toEqual(['learned', 'cylinder'])
  expect((await it.lin.call(tankReadings.list, { query: { size: 1 } })).content[0]!.volumeCl).toBe(0)
  const [audit] = (await it.audits()).filter(({ action }) => action === 'tankChart.learn')
  expect(audit).toBeDefined()
  const again = await it.look(days + 0.01)
  expect(again.state).toBe('fine')
  expect(
    await it.master.refused(acceptChartRepair, { id: it.tankId, body: { until: again.until, fingerprint: 'none', description } }),
  ).toBe('chartRepair.nothingProposed')
})

test('what was not seen is not accepted: another fingerprint, an old look, and sales that are told meanwhile', async () => {
  const it = await station()
  const { id, body } = await sent(it)
  const refused = (over: object) => it.master.refused(acceptChartRepair, { id, body: { ...body, ...over } })
  expect(await refused({ fingerprint: 'somethingElse' })).toBe('chartRepair.changed')
  expect(await refused({ until: onDay(days - 2, '00:15').toISOString() })).toBe('chartRepair.changed')
  expect(await refused({ until: onDay(days + 1, '00:15').toISOString() })).toBe('chartRepair.changed')
  expect(await refused({ description: '' })).toBe('validation')
  // One of them may lie where a load settles, which is looked at by nobody.
  const late = [2, 5, 9].map(day => ({ at: onDay(day, '03:00').toISOString(), cl: 45_00 }))
  await sellMany(it, late, 'L')
  expect(await refused({})).toBe('chartRepair.changed')
  const leader = await it.staff({ role: 'station_leader', stationIds: [it.station.id], over: { stationId: it.station.id } })
  expect((await leader.call(tankChartRepair, { id })).state).toBe('proposed')
  expect(await leader.refused(acceptChartRepair, { id, body })).toBe('auth.forbidden')
  expect((await it.lin.call(tankCharts.list, {})).content).toHaveLength(1)
})

test('a chart that is right is left alone', async () => {
  const it = await station(lying)
  expect(await it.look()).toMatchObject({ state: 'fine', worst: null, curve: [], fingerprint: null, stockChangeCl: null })
})

test('connected tanks, and a tank without chart or heights, learn nothing and say why', async () => {
  const it = await station()
  await it.rows(`update tank set manifold = 'A' where id = $1`, [it.tankId])
  expect(await it.look()).toMatchObject({ state: 'tooLittle', lack: 'manifold', map: [], fingerprint: null })
  await it.rows(`update tank set manifold = '' where id = $1`, [it.tankId])
  const other = await quietShop()
  setClock(onDay(1, '00:00'))
  expect(await other.lin.call(tankChartRepair, { id: other.tankId })).toMatchObject({ state: 'tooLittle', lack: 'noChart', chartId: null })
  const stranger = await (await world()).staff({ role: 'admin' })
  expect(await stranger.refused(tankChartRepair, { id: it.tankId })).toBe('notFound')
  await it.rows('update tank_reading set oil_height_mm = null where tank_id = $1', [it.tankId]).catch(() => undefined)
})
