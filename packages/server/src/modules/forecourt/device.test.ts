import { deviceCredential, devicePermissions, devices, deviceTypes, syncDevice } from '@forecourt/contract'
import { sql } from 'kysely'
import { setTenantScope } from '../../platform/execution/command.ts'
import { allCompanies } from '../../platform/postgres/name-companies.ts'
import { expect, test } from 'vitest'
import { asSent } from '../../testing/access.ts'
import { forecourt } from '../../testing/forecourt.ts'
import { noon, setClock, statementsOf, world } from '../../testing/world.ts'
import { deviceByCredential } from './index.ts'

/** What begins and ends a transaction travels with what is asked in it. */
const asked = (statements: readonly string[]) => statements.filter(text => text !== 'begin' && text !== 'commit')

async function till() {
  setClock(noon)
  const it = await world()
  const lin = await it.staff({ role: 'station_master', stationIds: [it.station.id] })
  const body = { stationId: it.station.id, name: 'Till 1', type: 'pos', group: 'shop', softwareVersion: '3.2' } as const
  const device = await lin.call(devices.create, { body })
  return { ...it, lin, body, device }
}

// @req DEV-001 DEV-006
test('a device is given a credential once, is known by it, and shut out when it is replaced', async () => {
  const { db, lin, device, station, company, audits } = await till()
  const { id } = device
  expect(device).toMatchObject({ group: 'shop', enabled: true, lastSeen: null })

  const { credential } = await lin.call(deviceCredential.enrol, { id })
  const statements = await statementsOf(async () => {
    expect(await deviceByCredential(db, credential, noon)).toMatchObject({
      id,
      companyId: company.id,
      stationId: station.id,
      zone: 'Asia/Shanghai',
    })
  })
  expect(asked(statements)).toHaveLength(1)
  expect(await lin.call(devices.get, { id })).toMatchObject({ online: true, enrolled: true, lastSeen: noon.toISOString() })
  expect(await lin.refused(deviceCredential.enrol, { id })).toBe('device.enrolled')

  const { credential: next } = await lin.call(deviceCredential.rotate, { id })
  expect(await deviceByCredential(db, credential, noon)).toBeUndefined()
  expect(await deviceByCredential(db, next, noon)).toMatchObject({ id })
  expect((await audits()).map(entry => entry.action)).toEqual(['devices.create', 'device.enrol', 'device.rotate'])
})

// @req DEV-001
test('of a device the type, the group, the station, the version and the two flags are read back as they were entered', async () => {
  const { lin, device, station, body } = await till()
  const { id } = device
  const entered = { id, stationId: station.id, name: 'Till 1', type: 'pos', group: 'shop', softwareVersion: '3.2', enabled: true }
  expect(device).toMatchObject({ ...entered, online: false, enrolled: false })
  const edit = { ...body, type: 'screen24', group: 'office', softwareVersion: '3.3', enabled: false, version: device.version } as const
  await lin.call(devices.update, { id, body: edit })
  const { version: _, ...changed } = edit
  expect(await lin.call(devices.get, { id, query: { expand: ['station'] } })).toMatchObject({ ...changed, station: { id: station.id } })
  for (const search of ['group:office', 'type:screen24', 'enabled:false', 'softwareVersion:3.3', `station.id:${station.id}`])
    expect((await lin.call(devices.list, { query: { search } })).content, search).toMatchObject([{ id, ...changed }])
  const plain = await lin.call(devices.create, { body: { stationId: station.id, name: 'Till 2', type: 'miniPos' } })
  expect(plain).toMatchObject({ group: '', softwareVersion: '', enabled: true })
  const { type: _type, ...untyped } = body
  for (const wrong of [untyped, { ...body, type: 'screen99' }, { ...body, name: '' }])
    expect((await lin.send(devices.create, { body: wrong as never })).json().code).toBe('validation')
})

test('devices that call at the same moment are known together, each for itself, in one round trip for each company', async () => {
  const shops = [await till(), await till()]
  const { db } = shops[0]!
  const all = await Promise.all(
    shops.map(async ({ lin, device: { id } }) => ({ id, credential: (await lin.call(deviceCredential.enrol, { id })).credential })),
  )
  const wrong = all[0]!.credential.replace(/.{43}$/, 'A'.repeat(43))
  const crossed = all[0]!.credential.replace(/^fc\.\d+/, `fc.${shops[1]!.company.id}`)
  const calls = [...all, { id: undefined, credential: wrong }, ...all, { id: undefined, credential: crossed }]

  const statements = await statementsOf(async () => {
    const known = await Promise.all(calls.map(({ credential }) => deviceByCredential(db, credential, noon)))
    expect(known.map(device => device?.id)).toEqual(calls.map(({ id }) => id))
    expect(known.slice(0, 2).map(device => device!.companyId)).toEqual(shops.map(({ company }) => company.id))
  })
  expect(asked(statements)).toHaveLength(2)
  for (const { lin, device } of shops) expect((await lin.call(devices.get, { id: device.id })).lastSeen).toBe(noon.toISOString())
})

test('a device that somebody holds is known at once, and heard of by its next call', async () => {
  const { db, lin, device, company } = await till()
  const { credential } = await lin.call(deviceCredential.enrol, { id: device.id })
  await db.transaction().execute(async tx => {
    await setTenantScope(tx, [company.id])
    await sql`select 1 from device where company_id = ${company.id} and id = ${device.id} for update`.execute(tx)
    expect(await deviceByCredential(db, credential, noon)).toMatchObject({ id: device.id })
  })
  expect(await lin.call(devices.get, { id: device.id })).toMatchObject({ lastSeen: null })
  await deviceByCredential(db, credential, noon)
  expect(await lin.call(devices.get, { id: device.id })).toMatchObject({ lastSeen: noon.toISOString() })
})

test('the secret is kept nowhere and shown to nobody again', async () => {
  const {
    lin,
    device: { id },
    rows,
  } = await till()
  const { credential } = await lin.call(deviceCredential.enrol, { id })
  const secret = credential.split('.')[3]!
  expect(secret.length).toBe(43)

  const kept = await rows(`select to_jsonb(d) as it from device d union all select to_jsonb(c) from device_credential c
    union all select to_jsonb(a) from audit_entry a union all select to_jsonb(o) from outbox_event o
    union all select to_jsonb(k) from idempotency_key k`)
  expect(JSON.stringify(kept)).not.toContain(secret)
  const shown = JSON.stringify([await lin.call(devices.get, { id }), await lin.call(devices.list, { query: {} })])
  expect(shown).not.toContain(secret)
  expect(shown).not.toMatch(/secret|hash/i)
  expect(await lin.refused(devices.list, { query: { search: 'secretHash:1' } })).toBe('search_unknown_field')
})

test('a wrong, foreign or bent credential opens nothing, and neither does a device that is switched off', async () => {
  const { db, lin, device, body } = await till()
  const { id, version } = device
  const { credential } = await lin.call(deviceCredential.enrol, { id })
  const other = await till()
  const theirs = await other.lin.call(deviceCredential.enrol, { id: other.device.id })
  const [, company, , secret] = credential.split('.')

  const bent = [
    '',
    'fc',
    `fc.${company}.${id}.`,
    `${credential}x`,
    credential.slice(0, -1),
    credential.replace('fc.', 'FC.'),
    `fc.${company}.${id}.${'A'.repeat(43)}`,
    `fc.${company}.${other.device.id}.${secret}`,
    `fc.${other.company.id}.${id}.${secret}`,
    `fc.${company},${other.company.id}.${other.device.id}.${theirs.credential.split('.')[3]}`,
    `fc.9999999999999999.${id}.${secret}`,
  ]
  for (const wrong of bent) expect(await deviceByCredential(db, wrong, noon), wrong).toBeUndefined()

  await lin.call(devices.update, { id, body: { ...body, enabled: false, version } })
  expect(await deviceByCredential(db, credential, noon)).toBeUndefined()
  expect(await lin.refused(deviceCredential.rotate, { id })).toBe('device.disabled')
  await lin.call(devices.update, { id, body: { ...body, enabled: true, version: version + 1 } })
  expect(await deviceByCredential(db, credential, noon)).toMatchObject({ id })
})

test("looking up one company's device leaves nothing of that company in sight", async () => {
  const {
    db,
    lin,
    device: { id },
  } = await till()
  const { credential } = await lin.call(deviceCredential.enrol, { id })
  await deviceByCredential(db, credential, noon)
  expect((await sql`${sql.raw(allCompanies)} select from device`.execute(db)).rows).toEqual([])
})

// @req DEV-001
test('a device is online for two minutes after it was last heard of', async () => {
  const {
    db,
    lin,
    device: { id },
  } = await till()
  const { credential } = await lin.call(deviceCredential.enrol, { id })
  await deviceByCredential(db, credential, noon)
  const after = async (ms: number) => {
    setClock(new Date(noon.getTime() + ms))
    return (await lin.call(devices.list, { query: { search: 'name:*Till*' } })).content[0]!['online']
  }
  expect(await after(120_000)).toBe(true)
  expect(await after(120_001)).toBe(false)
})

test("a device compares its own clock and no other's", async () => {
  const {
    as,
    lin,
    device: { id },
    station,
  } = await till()
  const own = as({ kind: 'device', id, permissions: devicePermissions, stationIds: [station.id], stationId: station.id })
  const deviceTime = new Date(noon.getTime() + 1500).toISOString()

  expect(await own.call(syncDevice, { id, body: { deviceTime, softwareVersion: '3.3' } })).toEqual({
    serverTime: noon.toISOString(),
    clockOffsetMs: 1500,
  })
  expect(await lin.call(devices.get, { id })).toMatchObject({ lastSync: noon.toISOString(), clockOffsetMs: 1500, softwareVersion: '3.3' })
  expect(await own.refused(syncDevice, { id: id + 1, body: { deviceTime } })).toBe('notFound')
  expect(await lin.refused(syncDevice, { id, body: { deviceTime } })).toBe('auth.forbidden')
})

test('devices of another company, or of a station of somebody else, are not there', async () => {
  const theirs = await till()
  const { lin, body, addStation } = await till()
  const west = await addStation('Riverside West')
  expect(await lin.refused(devices.get, { id: theirs.device.id })).toBe('notFound')
  expect(await lin.refused(deviceCredential.enrol, { id: theirs.device.id })).toBe('notFound')
  expect(await lin.refused(devices.create, { body: { ...body, name: 'Till 2', stationId: west.id } })).toBe('notFound')
  expect(await lin.refused(devices.create, { body })).toBe('device.nameTaken')
})

test('an enrolled device can be taken away, its credential with it', async () => {
  const {
    db,
    lin,
    device: { id },
  } = await till()
  const { credential } = await lin.call(deviceCredential.enrol, { id })
  await lin.call(devices.delete, { id })
  expect(await deviceByCredential(db, credential, noon)).toBeUndefined()
})

// @req DEV-006
test.each(deviceTypes)('a device may be a %s', async type => {
  const it = await world()
  const { id } = await forecourt(it).device({ type })
  expect(await (await it.staff({ role: 'admin' })).call(devices.get, { id })).toMatchObject({ type })
})

// @req ORG-029 DEV-013
test('a second device of the same name is asked about, added beside the first when that is meant, and never merged with it', async () => {
  const { lin, body, device, addStation, staff } = await till()
  const send = async (over: object) => {
    const reply = await lin.send(devices.create, { body: { ...body, ...over } })
    return [reply.statusCode, reply.json().code, reply.json().field]
  }
  expect(await send({})).toEqual([409, 'device.nameTaken', 'name'])
  expect(await send({ force: false })).toEqual([409, 'device.nameTaken', 'name'])
  expect((await lin.call(devices.list, {})).totalElements).toBe(1)
  expect(await send({ force: true })).toEqual([200, undefined, undefined])

  const { content } = await lin.call(devices.list, { query: { search: 'name:Till 1' } })
  expect(content).toMatchObject([{ name: 'Till 1' }, { name: 'Till 1' }])
  expect(new Set(content.map(({ id }) => id)).size).toBe(2)
  expect(content.map(({ id }) => id)).toContain(device.id)

  const two = await lin.call(devices.create, { body: { ...body, name: 'Till 2' } })
  const edit = { ...asSent(devices.update, two), name: 'Till 1' }
  expect(await lin.refused(devices.update, { id: two.id, body: edit })).toBe('device.nameTaken')
  expect(await lin.refused(devices.update, { id: two.id, body: { ...edit, force: true } })).toBe('allowed')
  const west = await addStation('Riverside West')
  const boss = await staff({ role: 'admin' })
  expect(await boss.refused(devices.create, { body: { ...body, stationId: west.id } })).toBe('allowed')
})
