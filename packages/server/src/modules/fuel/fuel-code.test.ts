import { fuelCodes } from '@forecourt/contract'
import { expect, test } from 'vitest'
import { world } from '../../testing/world.ts'

const code92 = { code: '092', type: 'gasoline', description: '92#' } as const

// @req FUE-003 FUE-005 FUE-014
test('fuel codes are listed, added, edited and taken away within one company', async () => {
  const { staff, audits } = await world()
  const lin = await staff('fuel.code.read', 'fuel.code.write')

  const { id, version } = await lin.call(fuelCodes.create, { body: code92 })
  const { id: diesel } = await lin.call(fuelCodes.create, { body: { code: '000', type: 'diesel' } })
  await lin.call(fuelCodes.update, { id, body: { ...code92, description: '92# E10', version } })

  expect(await lin.call(fuelCodes.list, { query: { search: 'type:gasoline' } })).toMatchObject({
    content: [{ id, ...code92, description: '92# E10', version: 2 }],
    totalElements: 1,
  })
  expect(await lin.refused(fuelCodes.create, { body: code92 })).toBe('fuelCode.taken')
  expect(await lin.refused(fuelCodes.create, { body: { ...code92, code: '92' } })).toBe('validation')
  expect(await lin.refused(fuelCodes.update, { id, body: { ...code92, version } })).toBe('stale')
  await lin.call(fuelCodes.delete, { id: diesel })
  expect((await audits()).map(({ action }) => action)).toEqual([
    'fuelCodes.create',
    'fuelCodes.create',
    'fuelCodes.update',
    'fuelCodes.delete',
  ])
})

test('two companies may use one code, and neither sees the other’s', async () => {
  const [lin, kelly] = await Promise.all([world(), world()].map(async its => (await its).staff('fuel.code.read', 'fuel.code.write')))
  const { id, version } = await lin!.call(fuelCodes.create, { body: code92 })
  await kelly!.call(fuelCodes.create, { body: code92 })
  expect((await kelly!.call(fuelCodes.list, {})).totalElements).toBe(1)
  expect(await kelly!.refused(fuelCodes.update, { id, body: { ...code92, version } })).toBe('notFound')
  expect(await kelly!.refused(fuelCodes.delete, { id })).toBe('notFound')
})
