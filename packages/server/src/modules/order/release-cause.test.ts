import { dispenserStatus, releaseCauses, stuckFuellings } from '@forecourt/contract'
import { beforeEach, expect, test } from 'vitest'
import { signedIn } from '../../testing/access.ts'
import { shop } from '../../testing/order.ts'
import { noon, setClock, world } from '../../testing/world.ts'

beforeEach(() => setClock(noon))

/** A shop with a nozzle that is stuck, and the causes of its company. */
async function stuckPlace() {
  const it = await shop()
  const leader = await signedIn(it.company, { roles: [{ role: 'station_leader', stationId: it.station.id }] })
  const master = await signedIn(it.company, { roles: [{ role: 'station_master', stationId: it.station.id }] })
  const causes = async () => (await master.call(releaseCauses.list, {})).content
  const busy = async () => {
    await it.device.call(dispenserStatus.report, { body: { dispensers: [], nozzles: [{ logicNo: it.nozzle.logicNo, state: 'busy' }] } })
    setClock(new Date(noon.getTime() + 11 * 60_000))
  }
  const named = async (name: string) => (await causes()).find(({ nameEn }) => nameEn === name)!
  const release = (body: { causeId?: number | null; reason?: string }) => ({ id: it.nozzle.id, body: { pumpIsIdle: true, ...body } })
  await busy()
  return { ...it, leader, master, causes, named, release }
}

// @req FUE-015
test('a company begins with the usual causes, and has its own beside them, in its own order', async () => {
  const it = await stuckPlace()
  expect((await it.causes()).map(({ nameEn, wantsNote }) => (wantsNote ? `${nameEn} (note)` : nameEn))).toEqual([
    'Nozzle not hung up',
    'Dispenser without power or offline',
    'Sale not received',
    'Payment terminal did not answer',
    'Customer left without paying',
    'Other (note)',
  ])
  const own = { nameZh: '设备检修', nameEn: 'Maintenance', position: 2 }
  const { id, version } = await it.master.call(releaseCauses.create, { body: own })
  expect((await it.causes()).map(({ nameEn }) => nameEn).slice(1, 3)).toContain('Maintenance')
  await it.master.call(releaseCauses.update, { id, body: { ...own, position: 999, version } })
  expect((await it.causes()).at(-1)).toMatchObject({ nameEn: 'Maintenance', inUse: true, wantsNote: false, releaseCount: 0 })
  await it.master.call(releaseCauses.delete, { id })
  expect((await it.causes()).length).toBe(6)
})

// @req FUE-015
test('a release gives one of them; given once it is not deleted but switched off, and what it was given for keeps it', async () => {
  const it = await stuckPlace()
  const cause = await it.named('Nozzle not hung up')
  expect(await it.leader.refused(stuckFuellings.release, it.release({}))).toBe('release.causeRequired')
  expect(await it.leader.refused(stuckFuellings.release, it.release({ reason: 'Hung up' }))).toBe('release.causeRequired')
  await it.leader.call(stuckFuellings.release, it.release({ causeId: cause.id, reason: 'At pump 3' }))
  expect((await it.audits()).filter(({ action }) => action === 'nozzle.release')).toMatchObject([
    { detail: { cause: { zh: '油枪未挂好', en: 'Nozzle not hung up' }, reason: 'At pump 3' } },
  ])

  expect(await it.named('Nozzle not hung up')).toMatchObject({ releaseCount: 1 })
  expect(await it.master.refused(releaseCauses.delete, { id: cause.id })).toBe('releaseCause.used')
  const { nameZh, nameEn, position, version } = cause
  await it.master.call(releaseCauses.update, { id: cause.id, body: { nameZh, nameEn, position, inUse: false, version } })
  expect(await it.named('Nozzle not hung up')).toMatchObject({ releaseCount: 1, inUse: false })
})

test.each([
  ['one that is switched off', 'Sale not received', { inUse: false }, 'Seen', 'releaseCause.off'],
  ['one that wants a note, without one', 'Other', {}, '  ', 'release.noteRequired'],
  ['one that wants a note, with one', 'Other', {}, 'Child played with the hose', 'allowed'],
] as const)('%s', async (_, name, over, reason, outcome) => {
  const it = await stuckPlace()
  const { id, nameZh, nameEn, position, wantsNote, version } = await it.named(name)
  await it.master.call(releaseCauses.update, { id, body: { nameZh, nameEn, position, wantsNote, ...over, version } })
  expect(await it.leader.refused(stuckFuellings.release, it.release({ causeId: id, reason }))).toBe(outcome)
})

test('where a company has switched off all of them, a note is enough, and has to be there', async () => {
  const it = await stuckPlace()
  for (const { id, nameZh, nameEn, position, version } of await it.causes())
    await it.master.call(releaseCauses.update, { id, body: { nameZh, nameEn, position, inUse: false, version } })
  expect(await it.leader.refused(stuckFuellings.release, it.release({}))).toBe('release.noteRequired')
  expect(await it.leader.refused(stuckFuellings.release, it.release({ reason: 'Hung up' }))).toBe('allowed')
})

test('causes of another company are neither seen nor given, and of two with one name there is none', async () => {
  const [it, there] = [await stuckPlace(), await world()]
  const kelly = await there.staff('order.releaseCause.read', 'order.releaseCause.write')
  const [foreign] = (await kelly.call(releaseCauses.list, {})).content
  expect(await it.leader.refused(stuckFuellings.release, it.release({ causeId: foreign!.id }))).toBe('notFound')
  expect(await it.master.refused(releaseCauses.delete, { id: foreign!.id })).toBe('notFound')
  const body = { nameZh: '其他', nameEn: 'Something else', position: 9 }
  expect(await it.master.refused(releaseCauses.create, { body })).toBe('releaseCause.nameTaken')
  expect(await it.master.refused(releaseCauses.create, { body: { ...body, nameZh: '别的', nameEn: 'Other' } })).toBe(
    'releaseCause.nameEnTaken',
  )
  expect(await it.master.refused(releaseCauses.create, { body: { ...body, nameZh: '别的', position: 0 } })).toBe('validation')
  expect(await it.leader.refused(releaseCauses.create, { body })).toBe('auth.forbidden')
})
