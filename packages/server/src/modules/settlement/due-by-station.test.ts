import { daySettlement } from '@forecourt/contract'
import { expect, test } from 'vitest'
import { at, morning, shiftShop } from '../../testing/settlement.ts'
import { setClock } from '../../testing/world.ts'

test('days that are over are counted for each station until they are settled; the running day is not', async () => {
  const it = await shiftShop()
  const { shift } = await morning(it)
  const due = async () => (await it.lin.call(daySettlement.dueByStation, {})).content
  setClock(at('23:59'))
  expect(await due()).toEqual([])
  await it.close(shift.id, 454_00, { force: true })
  setClock(at('00:01', '2026-05-02'))
  expect(await due()).toEqual([{ stationId: it.station.id, days: 1, oldest: '2026-05-01' }])

  await it.lin.call(daySettlement.settle, { body: { stationId: it.station.id, businessDay: '2026-05-01' } })
  expect(await due()).toEqual([])
})

test('a station sees its own days only', async () => {
  const it = await shiftShop()
  const { shift } = await morning(it)
  await it.close(shift.id, 454_00, { force: true })
  setClock(at('00:01', '2026-05-02'))
  const { id } = await it.addStation('Riverside West')
  const head = await it.staff({ role: 'company_user' })
  const west = await it.staff({ role: 'station_master', stationIds: [id], over: { stationId: id } })
  expect((await head.call(daySettlement.dueByStation, {})).content).toMatchObject([{ stationId: it.station.id }])
  expect((await west.call(daySettlement.dueByStation, {})).content).toEqual([])
})
