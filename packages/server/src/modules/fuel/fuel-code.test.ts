import { fuelCodes } from '@forecourt/contract'
import { expect, test } from 'vitest'
import { world } from '../../testing/world.ts'

const code92 = { code: '092', type: 'gasoline', description: '92#' } as const

// @req FUE-003 FUE-005 FUE-014
test('fuel codes are listed, added, edited and taken away at one station', async () => {
  const { staff, audits, station } = await world()
  const lin = await staff('fuel.code.read', 'fuel.code.write')
  const body = { stationId: station.id, ...code92 }

  const { id, version } = await lin.call(fuelCodes.create, { body })
  const { id: diesel } = await lin.call(fuelCodes.create, { body: { stationId: station.id, code: '000', type: 'diesel' } })
  await lin.call(fuelCodes.update, { id, body: { ...body, description: '92# E10', version } })

  expect(await lin.call(fuelCodes.list, { query: { search: 'type:gasoline' } })).toMatchObject({
    content: [{ id, ...body, description: '92# E10', version: 2 }],
    totalElements: 1,
  })
  expect(await lin.refused(fuelCodes.create, { body })).toBe('fuelCode.taken')
  expect(await lin.refused(fuelCodes.create, { body: { ...body, code: '92' } })).toBe('validation')
  expect(await lin.refused(fuelCodes.update, { id, body: { ...body, version } })).toBe('stale')
  const reader = await staff('fuel.code.read')
  expect(await reader.refused(fuelCodes.list, {})).toBe('allowed')
  expect(await reader.refused(fuelCodes.create, { body: { ...body, code: '095' } })).toBe('auth.forbidden')
  expect(await reader.refused(fuelCodes.update, { id, body: { ...body, version: 2 } })).toBe('auth.forbidden')
  expect(await reader.refused(fuelCodes.delete, { id })).toBe('auth.forbidden')
  await lin.call(fuelCodes.delete, { id: diesel })
  expect((await audits()).map(({ action }) => action)).toEqual([
    'fuelCodes.create',
    'fuelCodes.create',
    'fuelCodes.update',
    'fuelCodes.delete',
  ])
})

// @req FUE-005 FUE-014
test.each([
  [{ code: '000' }, 'allowed'],
  [{ code: '999', type: 'diesel' }, 'allowed'],
  [{ code: '92' }, 'validation'],
  [{ code: '0921' }, 'validation'],
  [{ code: '9a2' }, 'validation'],
  [{ code: '' }, 'validation'],
  [{ type: 'gas' }, 'validation'],
  [{ type: undefined }, 'validation'],
])('a fuel code with %j: %s, when it is added and when it is changed', async (over, outcome) => {
  const { staff, station } = await world()
  const lin = await staff('fuel.code.read', 'fuel.code.write')
  const body = { stationId: station.id, code: '095', type: 'gasoline' as const, description: '' }
  const { id, version } = await lin.call(fuelCodes.create, { body })
  expect(await lin.refused(fuelCodes.update, { id, body: { ...body, ...over, version } as never })).toBe(outcome)
  if (outcome === 'allowed') await lin.call(fuelCodes.delete, { id })
  expect(await lin.refused(fuelCodes.create, { body: { ...body, code: '096', ...over } as never })).toBe(outcome)
})

test('two stations may use one code; each lists its own, and somebody of one reaches nothing of the other', async () => {
  const { staff, station: east, addStation } = await world()
  const west = await addStation('Riverside West')
  const admin = await staff('fuel.code.read', 'fuel.code.write')
  const lin = await staff('fuel.code.read', 'fuel.code.write', { stationIds: [west.id] })
  const { id, version } = await admin.call(fuelCodes.create, { body: { stationId: east.id, ...code92 } })
  const body = { stationId: west.id, ...code92 }
  await lin.call(fuelCodes.create, { body })

  const listed = async (who: typeof lin, Station?: number) =>
    (await who.call(fuelCodes.list, {}, Station ? { Station: `${Station}` } : {})).content.map(({ stationId }) => stationId)
  expect([await listed(lin), await listed(admin, east.id), (await listed(admin)).length]).toEqual([[west.id], [east.id], 2])
  expect(await lin.refused(fuelCodes.create, { body: { ...body, stationId: east.id, code: '095' } })).toBe('notFound')
  expect(await lin.refused(fuelCodes.update, { id, body: { ...body, version } })).toBe('notFound')
  expect(await lin.refused(fuelCodes.delete, { id })).toBe('notFound')
})

test('two companies may use one code, and neither sees the other’s', async () => {
  const [lin, kelly] = await Promise.all(
    [world(), world()].map(async its => {
      const { staff, station } = await its
      return { ...(await staff('fuel.code.read', 'fuel.code.write')), body: { stationId: station.id, ...code92 } }
    }),
  )
  const { id, version } = await lin!.call(fuelCodes.create, { body: lin!.body })
  await kelly!.call(fuelCodes.create, { body: kelly!.body })
  expect((await kelly!.call(fuelCodes.list, {})).totalElements).toBe(1)
  expect(await kelly!.refused(fuelCodes.create, { body: { ...lin!.body, code: '095' } })).toBe('notFound')
  expect(await kelly!.refused(fuelCodes.update, { id, body: { ...kelly!.body, version } })).toBe('notFound')
  expect(await kelly!.refused(fuelCodes.delete, { id })).toBe('notFound')
})
