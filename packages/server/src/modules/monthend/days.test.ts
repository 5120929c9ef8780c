import { daySettlement, monthSettlement, orderIntake, type MonthDay } from '@forecourt/contract'
import { afterEach, expect, test } from 'vitest'
import { at } from '../../testing/settlement.ts'
import { settling } from '../../testing/month-end.ts'
import { noon, setClock } from '../../testing/world.ts'

afterEach(() => setClock(noon))

type Month = Awaited<ReturnType<typeof settling>>
async function closeAt(it: Month, clock: string, day: string, startNext = true): Promise<void> {
  setClock(at(clock, day))
  const [running] = await it.rows<{ id: number }>(`select id from daily_state where station_id = $1 and status = 'open'`, [it.station.id])
  await it.close(running!.id, 0, { force: true, startNext })
}
const sold = (it: Month, day: string, litres: number, discountCents = 0) => {
  setClock(at('13:00', day))
  const sale = {
    sequence: it.nextSequence(),
    createdDate: at('13:00', day).toISOString(),
    lineItems: [{ volumeCl: litres * 100, discountCents }],
  }
  return it.device.call(orderIntake.take, { body: it.fuelSale(sale) })
}
const sum = (rows: readonly MonthDay[], field: 'soldCl' | 'salesNetCents' | 'costCents') => rows.reduce((all, row) => all + row[field], 0)

test('what a station earned by a fuel on each day adds up to the month, running and settled', async () => {
  const it = await settling()
  await it.settle('2026-04')
  const { id } = await it.order()
  await it.load(id)
  await it.sign(id)
  await it.begin('08:00')
  await sold(it, '2026-05-01', 777)
  await closeAt(it, '20:00', '2026-05-01')
  await closeAt(it, '06:00', '2026-05-02')
  await sold(it, '2026-05-02', 30, 100_00)
  await closeAt(it, '20:00', '2026-05-02', false)
  const of = { stationId: it.station.id, productId: it.nozzle.productId }
  const days = async (month: string) => (await it.boss.call(monthSettlement.days, { body: { month, ...of } })).content
  const lineOf = ({ lines }: Awaited<ReturnType<typeof it.preview>>) => lines.find(({ place }) => place === 'station')!

  const line = lineOf(await it.preview('2026-05'))
  const running = await days('2026-05-01')
  expect(running.map(({ day, soldCl }) => [day, soldCl])).toEqual([
    ['2026-05-01', 777_00],
    ['2026-05-02', 30_00],
  ])
  expect(running[0]).toMatchObject({ ...of, stationName: it.station.name })
  expect([sum(running, 'soldCl'), sum(running, 'costCents'), sum(running, 'salesNetCents')]).toEqual([
    line.sold,
    line.soldCents,
    line.salesNetCents,
  ])
  expect(line.soldCents).toBeGreaterThan(0)
  // 6,216.00 and 140.00 of 6,356.00 were taken: the discount is that day's own.
  expect(Math.abs(running[1]!.salesNetCents - (line.salesNetCents! * 140_00) / 6_356_00)).toBeLessThan(1)
  // Each day at the price of the month, to the cent.
  expect(Math.abs(running[0]!.costCents - (line.soldCents * 777_00) / line.sold)).toBeLessThan(1)

  setClock(at('09:00', '2026-06-02'))
  for (const businessDay of ['2026-05-01', '2026-05-02'])
    await it.lin.call(daySettlement.settle, { body: { stationId: it.station.id, businessDay } })
  await it.settle('2026-05')
  // What is settled now belongs to June, and May stays as it was.
  expect(await days('2026-05-20')).toEqual(running)
  expect(await it.boss.refused(monthSettlement.days, { body: { month: '2026-07-01' } })).toBe('monthSettle.outOfTurn')
  expect((await it.boss.call(monthSettlement.days, { body: { month: '2026-06-01' } })).content).toEqual([])
})
