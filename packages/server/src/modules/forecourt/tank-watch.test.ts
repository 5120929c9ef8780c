import { setCompanyConfig, setStationConfig, tanks, tankWatch } from '@forecourt/contract'
import { expect, test } from 'vitest'
import { owned, world } from '../../testing/world.ts'

async function fuelOf(companyId: number): Promise<number> {
  const [row] = await owned<{ id: string }>(
    `insert into product (company_id, name, code, classification, tax_rate) values ($1, '92#', '92', 'gasoline', 13) returning id`,
    [companyId],
  )
  return Number(row!.id)
}

test('a tank below the station’s limit, or with too much water in it, is watched; one that nobody measured is not', async () => {
  const { company, station, staff } = await world()
  const lin = await staff({ role: 'admin' })
  const body = { stationId: station.id, productId: await fuelOf(company.id), maxVolumeCl: 10_000_00 }
  const measured = { volumeCl: 5_000_00, oilHeightMm: 1_000, waterHeightMm: 0 }
  await lin.call(tanks.create, { body: { ...body, number: 1, ...measured } })
  await lin.call(tanks.create, { body: { ...body, number: 2, ...measured, volumeCl: 1_499_99 } })
  await lin.call(tanks.create, { body: { ...body, number: 3, ...measured, volumeCl: 1_500_00 } })
  await lin.call(tanks.create, { body: { ...body, number: 4, ...measured, waterHeightMm: 41 } })
  await lin.call(tanks.create, { body: { ...body, number: 5, ...measured, waterHeightMm: 40 } })
  await lin.call(tanks.create, { body: { ...body, number: 6 } })

  const watched = async () => (await lin.call(tankWatch, {})).content.map(({ number, low, wet }) => [number, low, wet])
  expect(await watched()).toEqual([
    [2, true, false],
    [4, false, true],
  ])

  await lin.call(setCompanyConfig, {
    id: company.id,
    body: { version: 1, config: { tanks: { lowPercent: 16, waterMaxMm: 500 } } },
  })
  expect(await watched()).toEqual([
    [2, true, false],
    [3, true, false],
  ])
  await lin.call(setStationConfig, {
    id: station.id,
    body: { version: 1, config: { tanks: { lowPercent: 0, waterMaxMm: 39 } } },
  })
  expect(await watched()).toEqual([
    [4, false, true],
    [5, false, true],
  ])
})
