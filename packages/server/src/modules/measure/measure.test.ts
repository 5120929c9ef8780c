import { configDefaults, measurements, setCompanyConfig } from '@forecourt/contract'
import { expect, test } from 'vitest'
import { world } from '../../testing/world.ts'

test('a manager converts a load as the company measures, and is told how; another company may measure otherwise', async () => {
  const { company, staff } = await world()
  const lin = await staff({ role: 'admin' })
  const cases = [
    { method: 'volumeAtReference' as const, volumeCl: 30_000_00, temperature: 27.7, density: 742 },
    { method: 'mass' as const, volumeCl: 30_000_00, temperature: 27.7, density: 742 },
  ]
  const figures = async (by: Partial<typeof configDefaults.measurement> = {}) =>
    (await lin.call(measurements, { body: { cases: cases.map(one => ({ ...one, ...by })) } })).content.map(({ figure }) => figure?.value)

  expect(await figures()).toEqual([29_717_10, 22_017])
  const measurement = { standard: 'gbt1885', reference: 20, mode: 'table' } as const
  await lin.call(setCompanyConfig, { id: company.id, body: { version: 1, config: { measurement } } })
  expect(await figures()).toEqual([29_715_00, 22_016])
  expect(await figures({ mode: 'formula' })).toEqual([29_717_10, 22_017])

  const answer = await lin.call(measurements, { body: { cases } })
  expect(answer.settings).toEqual(measurement)
  expect(answer.content[0]).toMatchObject({
    none: null,
    figure: {
      standard: 'gbt1885',
      table: '60B',
      mode: 'table',
      reference: 20,
      places: 0,
      inputs: expect.arrayContaining([{ quantity: 'density', value: 742 }]),
    },
  })
})

test('where a figure cannot be had, the reason is told beside the others', async () => {
  const { staff } = await world()
  const lin = await staff()
  const { content } = await lin.call(measurements, {
    body: {
      cases: [
        { method: 'volumeAtReference', volumeCl: 100, density: 742 },
        { method: 'vcf', density: 640, temperature: 20 },
        { method: 'vcf', density: 742, temperature: 20 },
      ],
    },
  })
  expect(content).toMatchObject([
    { figure: null, none: { reason: 'temperatureUnknown' } },
    { figure: null, none: { reason: 'densityOutOfRange', min: 653, max: 1075 } },
    { figure: { value: 1 }, none: null },
  ])
})
