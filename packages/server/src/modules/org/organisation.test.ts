import { cardKeys, companies, createCompany, renewals, sessions, setCompanyConfig, stations, stationServices } from '@forecourt/contract'
import { beforeEach, expect, test } from 'vitest'
import { asSent, browser } from '../../testing/access.ts'
import { makeCard } from '../../testing/card.ts'
import { form, png } from '../../testing/file.ts'
import { db, noon, owned, setClock, world } from '../../testing/world.ts'
import { decrypt } from '../../platform/config/encryption.ts'
import { foundCompany } from '../access/index.ts'
import { cardKeyPurpose } from './card-key.ts'

beforeEach(() => setClock(noon))

const fresh = 'badger-tunnel-44'
const far = '2999-01-01T00:00:00.000Z'
const key = '8F3A1B5C7D9E2F4061728394A5B6C7D8'

type Browser = ReturnType<typeof browser>
async function accept(path: string): Promise<Browser> {
  const there = browser()
  await there.raw('POST', '/users/invitation', { code: path.replace('/login#invitation=', ''), password: fresh })
  return there
}
async function put(there: Browser, type: string): Promise<number> {
  const { payload, headers } = form({ filename: 'logo.png', mime: 'image/png', bytes: png({ width: 4 }) })
  return (await there.raw('POST', `/upload?type=${type}`, payload, headers)).json().id
}

// @req ORG-046 ORG-047 ORG-048 ORG-052
test('a head office opens a company; its first administrator gives it logos, two stations and settings, and signs its cards', async () => {
  const office = await accept(
    (await foundCompany(db, { company: { code: 'office', name: '总部' }, admin: { name: '陈', mobile: '13800000001' } }, noon)).path,
  )
  await office.raw('POST', '/users/login', { mobile: '13800000001', password: fresh, companyId: 'office' })
  const { id, invitation } = await office.call(createCompany, {
    body: { code: 'harbour', name: '海港石油', customerId: 'C-77', admin: { name: '吴', mobile: '13800000002' } },
  })

  const wu = await accept(invitation!.path)
  await wu.raw('POST', '/users/login', { mobile: '13800000002', password: fresh, companyId: 'harbour' })
  const first = await wu.call(companies.get, { id })
  const logos = { bigLogoId: await put(wu, 'companyPicture'), smallLogoId: await put(wu, 'companyPicture') }
  expect(await wu.call(companies.update, { id, body: { ...asSent(companies.update, first), ...logos } })).toMatchObject({
    ...logos,
    customerId: 'C-77',
    version: 2,
  })
  expect((await wu.call(sessions.profile, {})).company).toMatchObject(logos)

  const east = await wu.call(stations.create, {
    body: { code: 'E001', name: '海港东', address: '滨海路1号', longitude: 121.6, latitude: 38.9 },
  })
  await wu.call(stations.create, { body: { code: 'W001', name: '海港西', pictureId: await put(wu, 'stationPicture') } })
  expect((await wu.call(companies.get, { id, query: { expand: 'stations' } }))['stations']).toHaveLength(2)

  await wu.call(setCompanyConfig, { id, body: { version: 2, config: { unionCard: { cardName: '海港卡' } } } })
  const shown = await wu.call(stations.get, { id: east.id, query: { expand: 'config.unionCard' } })
  expect(shown.config?.unionCard).toEqual({ cardName: '海港卡' })
  expect(await wu.call(cardKeys.set, { id, body: { key } })).toMatchObject({ mask: '••••••D8' })
})

test('the key that signs cards is known again and never shown; who has the database alone cannot read it', async () => {
  const { company, staff, audits, events } = await world()
  const lin = await staff({ role: 'admin' })
  const { id } = company
  expect(await lin.call(cardKeys.get, { id })).toEqual({ mask: null, fingerprint: null, setDate: null, version: 0 })
  const set = await lin.call(cardKeys.set, { id, body: { key: key.toLowerCase() } })
  expect(set).toMatchObject({ mask: '••••••D8', fingerprint: expect.stringMatching(/^[0-9A-F]{8}$/), setDate: noon.toISOString() })
  expect(await lin.call(cardKeys.get, { id })).toEqual(set)
  expect((await lin.call(cardKeys.set, { id, body: { key } })).fingerprint).toBe(set.fingerprint)

  const everything = JSON.stringify([await audits(), await events(), await lin.call(companies.get, { id })])
  expect(everything).toContain(set.fingerprint)
  expect(everything.toUpperCase()).not.toContain(key)
  const [row] = await owned<any>(`select sealed, key_id, company_card_key::text as text from company_card_key where company_id = $1`, [id])
  expect(row.text.toUpperCase()).not.toContain(key)
  expect(decrypt(cardKeyPurpose, { bytes: row.sealed, keyId: row.keyId ?? row.key_id })).toBe(key)
})

test.each([
  ['no hexadecimal', 'xyz', 'validation'],
  ['too short', 'AABBCCDDEE', 'validation'],
  ['half a byte', `${key}A`, 'validation'],
  ['one byte over and over', '00'.repeat(16), 'cardKey.weak'],
  ['two bytes over and over', 'A1B2'.repeat(8), 'cardKey.weak'],
])('a card key of %s is refused', async (_, given, code) => {
  const { company, staff } = await world()
  const lin = await staff({ role: 'admin' })
  expect(await lin.refused(cardKeys.set, { id: company.id, body: { key: given } })).toBe(code)
  expect((await lin.call(cardKeys.get, { id: company.id })).fingerprint).toBeNull()
})

test('a currency is fixed once money moved; its word and symbol are not', async () => {
  const place = await world()
  const { company, staff } = place
  const lin = await staff({ role: 'admin' })
  const { id } = company
  const edit = async (over: object) =>
    lin.refused(companies.update, { id, body: { ...asSent(companies.update, await lin.call(companies.get, { id })), ...over } })
  expect(await edit({ currency: 'EUR' })).toBe('allowed')
  await makeCard(place, { principalCents: 100_00 })
  expect(await edit({ currency: 'CZK' })).toBe('company.currencyFixed')
  expect(await edit({ currencyName: '欧元', symbol: '€' })).toBe('allowed')
})

test('a logo or a picture of another company is not taken', async () => {
  const here = await world(),
    there = await world()
  const wu = await there.staff({ role: 'admin' })
  const { payload, headers } = form({ filename: 'logo.png', mime: 'image/png', bytes: png({ width: 4 }) })
  const foreign = (await wu.raw('POST', '/upload?type=companyPicture', payload, headers)).json().id
  // Who sees both companies could name it; it would be seen by nobody of this one.
  const both = await here.staff({ role: 'superAdmin', over: { companyIds: [here.company.id, there.company.id] } })
  const { id } = here.company
  const sent = asSent(companies.update, await both.call(companies.get, { id }))
  expect(await both.refused(companies.update, { id, body: { ...sent, bigLogoId: foreign } })).toBe('notFound')
  const station = asSent(stations.update, await both.call(stations.get, { id: here.station.id }))
  expect(await both.refused(stations.update, { id: here.station.id, body: { ...station, pictureId: foreign } })).toBe('notFound')
})

// @req ORG-035 ORG-036 ORG-037 ORG-038
test('service is renewed to a day, with days of grace, and without end; each renewal stays on record, and states follow', async () => {
  const { company, station, staff, rows, audits, events } = await world()
  const lin = await staff({ role: 'admin' })
  const stands = () => lin.call(stationServices.get, { id: station.id })
  expect(await stands()).toMatchObject({ expiry: 'indefinite', opened: true, authorized: false, configured: false, renewedDate: null })

  const renew = (over: object) => ({ body: { stationId: station.id, fromTime: null, ...over } })
  const row = await lin.call(renewals.create, renew({ endTime: far, graceDays: 10, remark: '合同 7' }))
  expect(row).toMatchObject({ beforeTime: null, endTime: far, expireTime: '2999-01-11T00:00:00.000Z', remark: '合同 7' })
  expect(await stands()).toMatchObject({ expiry: 'notExpired', opened: true, endTime: far })
  expect(await lin.refused(renewals.create, renew({ endTime: null }))).toBe('stale')
  expect(await lin.refused(renewals.create, renew({ endTime: far, graceDays: 10, fromTime: far }))).toBe('renewal.same')
  expect(await lin.refused(renewals.create, renew({ endTime: '2026-04-30T00:00:00Z', fromTime: far }))).toBe('renewal.past')
  await lin.call(renewals.create, renew({ endTime: null, fromTime: far }))
  expect((await lin.call(renewals.list, {})).content.map(({ endTime }) => endTime)).toEqual([null, far])
  expect((await audits()).filter(({ action }) => action === 'stations.renew')).toHaveLength(2)
  expect((await events()).map(({ topic }) => topic)).toEqual(['station.renewed', 'station.renewed'])

  // What was paid for ran out, and the days of grace go on: it is expired, and still opened.
  await rows(`update station set end_time = '2020-01-01', expire_time = '2999-02-01' where id = $1`, [station.id])
  expect(await stands()).toMatchObject({ expiry: 'expired', opened: true })
  for (const [search, count] of [
    ['opened:true', 1],
    ['opened:false', 0],
    ['authorized:true', 0],
    ['configured:true', 0],
    ['expiry:notExpired', 0],
  ] as const)
    expect([search, (await lin.call(stationServices.list, { query: { search } })).totalElements]).toEqual([search, count])

  // The grace ran out as well; a device is put up and then enrolled, and the company set something.
  await rows(`update station set end_time = '2020-01-01', expire_time = '2020-02-01' where id = $1`, [station.id])
  await rows(`insert into device (company_id, station_id, name, type) values ($1, $2, 'till', 'pos')`, [company.id, station.id])
  expect(await stands()).toMatchObject({ authorized: false })
  await rows(
    `insert into device_credential (device_id, company_id, secret_hash, issued_at)
    select id, company_id, sha256('x'), now() from device where company_id = $1`,
    [company.id],
  )
  expect(await stands()).toMatchObject({ authorized: true, configured: false })
  await rows('update device set enabled = false where company_id = $1', [company.id])
  expect(await stands()).toMatchObject({ authorized: false })
  await rows('update device set enabled = true where company_id = $1', [company.id])
  await lin.call(setCompanyConfig, { id: company.id, body: { version: 1, config: { device: { localService: true } } } })
  expect(await stands()).toMatchObject({ expiry: 'expired', opened: false, authorized: true, configured: true })
  expect((await lin.call(stationServices.list, { query: { search: 'expiry:expired' } })).totalElements).toBe(1)
})

test('a renewal is final, and anyone who works in a station neither renews it nor sees what was renewed', async () => {
  const { station, staff, rows } = await world()
  const lin = await staff({ role: 'admin' })
  const master = await staff({ role: 'station_master', stationIds: [station.id] })
  const body = { stationId: station.id, fromTime: null, endTime: far }
  expect(await master.refused(renewals.create, { body })).toBe('auth.forbidden')
  expect(await master.refused(renewals.list, {})).toBe('auth.forbidden')
  await lin.call(renewals.create, { body })
  await expect(rows('update renewal set end_time = null')).rejects.toThrow('final')
  expect(await master.call(stationServices.get, { id: station.id })).toMatchObject({ endTime: far })
})
