import { deals, devicePermissions, miniprograms, qrCodes, type Sent } from '@forecourt/contract'
import { beforeEach, expect, test } from 'vitest'
import { asSent, person } from '../../testing/access.ts'
import { holdMasterKeys } from '../../platform/config/master-key.ts'
import { noon, owned, setClock, unique, world } from '../../testing/world.ts'

beforeEach(() => setClock(noon))
const prefix = 'https://river.example/mp/'

/** A company with a program that customers open, a device and somebody who promotes. */
async function street({ linkPrefix = prefix, authorized = true } = {}) {
  const it = await world()
  const lin = await it.staff({ role: 'admin' })
  const facts = { name: 'Fuel app', type: 'wxUser', appId: 'wx5e1f0c7a93b2d846', linkPrefix } as const
  const program = authorized ? await lin.call(miniprograms.create, { body: facts }) : undefined
  const deviceAt = async (stationId: number) => {
    const values = [it.company.id, stationId, `Till ${unique()}`]
    const [device] = await owned<{ id: number; name: string }>(
      `insert into device (company_id, station_id, name, type) values ($1, $2, $3, 'miniProgram') returning id, name`,
      values,
    )
    return device!
  }
  const device = await deviceAt(it.station.id)
  const roles = [{ role: 'station_employee', stationId: it.station.id } as const]
  const promoter = await person(it.company, { name: 'Sun Hao', roles, over: { promoter: true } })
  const asked = (query: Sent<typeof qrCodes.list>['query']) => lin.call(qrCodes.list, { query })
  const refused = async (query: object) => {
    const reply = await lin.send(qrCodes.list, { query } as never)
    return reply.statusCode === 200 ? ['allowed'] : [reply.json().code, reply.json().field]
  }
  const app = it.as({ kind: 'device', id: device.id, key: `device:${device.id}`, permissions: devicePermissions })
  /** What the mini program is told that was opened by a link. */
  const opened = async (link: string) => {
    const reply = await app.raw('GET', `/qrcodes/target?${link.split('?')[1]}`)
    return reply.statusCode === 200 ? reply.json() : reply.json().code
  }
  const edit = async (id: number, over: object) =>
    lin.call(miniprograms.update, { id, body: { ...asSent(miniprograms.update, await lin.call(miniprograms.get, { id })), ...over } })
  return { ...it, lin, program, device, deviceAt, promoter, asked, refused, opened, edit }
}
const linkOf = async (it: Awaited<ReturnType<typeof street>>, kind: 'station' | 'device' | 'promoter', id: number) =>
  (await it.asked({ kind, ids: String(id) })).content[0]!.link

// @req MKT-028
test('the code of a station, a device or a promoter is a link under the prefix, and its program learns what it stands for', async () => {
  const it = await street()
  const { station, device, promoter, company, program, asked, opened } = it
  const east = await it.addStation('West')
  const all = await asked({ kind: 'station', ids: `${east.id},${station.id},${east.id}` })
  expect(all).toMatchObject({
    miniProgram: { id: program!.id, name: 'Fuel app', type: 'wxUser' },
    company: { id: company.id, name: company.name, smallLogoId: null, bigLogoId: null },
    content: [
      { id: east.id, name: 'West', stationName: null },
      { id: station.id, name: station.name },
    ],
    totalElements: 2,
  })
  expect(all.content[1]!.link).toMatch(new RegExp(`^https://river\\.example/mp/\\?s=${station.id}&k=[\\w-]{12}$`))
  expect(await opened(all.content[1]!.link)).toEqual({ kind: 'station', id: station.id, name: station.name, stationName: null, deal: null })

  const [ofDevice] = (await asked({ kind: 'device', ids: String(device.id), miniProgramId: program!.id })).content
  expect(ofDevice).toMatchObject({ name: device.name, stationName: station.name })
  expect(await opened(ofDevice!.link)).toEqual({ kind: 'device', id: device.id, name: device.name, stationName: station.name, deal: null })
  expect(await opened(await linkOf(it, 'promoter', promoter.id))).toMatchObject({ kind: 'promoter', id: promoter.id, name: 'Sun Hao' })
})

test('what was printed stays good: another master key, another prefix, another mini program', async () => {
  const it = await street()
  const { station, program, lin, edit, opened } = it
  const before = await linkOf(it, 'station', station.id)
  holdMasterKeys(`younger:${'7c'.repeat(32)},tests:${'5e'.repeat(32)}`)
  expect(await linkOf(it, 'station', station.id)).toBe(before)
  holdMasterKeys(`tests:${'5e'.repeat(32)}`)

  await edit(program!.id, { linkPrefix: 'https://river.example/oa?from=qr' })
  const moved = await linkOf(it, 'station', station.id)
  expect(moved).toBe(`https://river.example/oa?from=qr&${before.split('?')[1]}`)
  await edit(program!.id, { disabled: true })
  await lin.call(miniprograms.create, {
    body: { name: 'Next', type: 'wxUser', appId: 'wx70b9d3a1c5e8f264', linkPrefix: 'https://next.example/?' },
  })
  expect(await linkOf(it, 'station', station.id)).toBe(`https://next.example/?${before.split('?')[1]}`)
  expect(await opened(before)).toMatchObject({ id: station.id })
})

test('a stranger cannot make the code of another: what is not signed by the company is no code of it', async () => {
  const it = await street(),
    other = await street()
  const { station, device, promoter, opened } = it
  const link = await linkOf(it, 'station', station.id)
  const check = link.split('&k=')[1]!
  const tries = {
    'another station': `?s=${(await it.addStation('West')).id}&k=${check}`,
    'the same number as a device': `?d=${station.id}&k=${check}`,
    'a check that was changed': link.replace(/.$/, last => (last === 'A' ? 'B' : 'A')),
    'half a check': link.slice(0, -6),
    'no check': `?s=${station.id}&k=`,
    'two things at once': `${link}&p=${promoter.id}`,
    nothing: `?k=${check}`,
    'a code of another company': await linkOf(other, 'station', other.station.id),
    'a station of another company under our check': `?s=${other.station.id}&k=${check}`,
  }
  for (const [name, tried] of Object.entries(tries)) expect([name, await opened(tried)]).toEqual([name, 'qrcode.unknown'])
  expect(await opened(link)).toMatchObject({ id: station.id })
  const [ofDevice, ofPromoter] = [await linkOf(it, 'device', device.id), await linkOf(it, 'promoter', promoter.id)]
  await owned('update user_account set promoter = false where company_id = $1 and id = $2', [it.company.id, promoter.id])
  await owned('delete from device where company_id = $1 and id = $2', [it.company.id, device.id])
  expect([await opened(ofDevice), await opened(ofPromoter)]).toEqual(['qrcode.unknown', 'qrcode.unknown'])
  const unregistered = await street({ authorized: false })
  expect(await unregistered.opened(link)).toBe('qrcode.unknown')
})

// @req ORG-034 MKT-028
test('without a mini program that customers open, or without a prefix, there are no codes, and it is said why', async () => {
  const it = await street({ authorized: false })
  const ids = String(it.station.id)
  const none = ['miniProgram.notAuthorized', 'miniProgramId']
  const reply = await it.lin.send(qrCodes.list, { query: { kind: 'station', ids } })
  expect(reply.json().message).toBe('Company has not authorized a mini program or official account')
  const inChinese = await it.lin.send(qrCodes.list, { query: { kind: 'station', ids } }, { language: 'zh' })
  expect(inChinese.json().message).toBe('油企尚未授权小程序或公众号')

  const body = { name: 'Staff app', type: 'wxManager', appId: 'wx2c84e6f1a09d37b5', linkPrefix: prefix } as const
  const ofStaff = await it.lin.call(miniprograms.create, { body })
  expect(await it.refused({ kind: 'station', ids })).toEqual(none)
  expect(await it.refused({ kind: 'station', ids, miniProgramId: ofStaff.id })).toEqual(none)
  const bare = await it.lin.call(miniprograms.create, { body: { name: 'Alipay', type: 'aliUser', appId: '2021004126385097' } })
  expect(await it.refused({ kind: 'station', ids })).toEqual(['qrcode.ruleMissing', 'miniProgramId'])
  expect(await it.refused({ kind: 'station', ids, miniProgramId: bare.id })).toEqual(['qrcode.ruleMissing', 'miniProgramId'])
  expect(await it.refused({ kind: 'station', ids, miniProgramId: ofStaff.id })).toEqual(['miniProgram.forStaff', 'miniProgramId'])

  // One that codes can be made for comes before one that has no prefix.
  const oa = await it.lin.call(miniprograms.create, {
    body: { name: 'OA', type: 'mpUser', appId: 'wx70b9d3a1c5e8f264', linkPrefix: prefix },
  })
  expect((await it.asked({ kind: 'station', ids })).miniProgram.id).toBe(oa.id)
  await it.edit(oa.id, { disabled: true })
  expect(await it.refused({ kind: 'station', ids, miniProgramId: oa.id })).toEqual(['miniProgram.disabled', 'miniProgramId'])
  await it.edit(bare.id, { disabled: true })
  expect(await it.refused({ kind: 'station', ids, miniProgramId: bare.id })).toEqual(none)
})

// @req MKT-028
test('the code of a promoter names a coupon that promoters may hand out; once they may not, it stands for the promoter alone', async () => {
  const it = await street(),
    other = await street()
  const { lin, promoter, station, refused, opened } = it
  const period = { startTime: '2026-04-01T00:00:00.000Z', endTime: '2026-07-01T00:00:00.000Z' }
  const facts = { name: '满减券 Coupon', kind: 'amount', offCents: 10_00, ...period } as const
  const coupon = await lin.call(deals.create, { body: { ...facts, promotionAllowed: true } })
  const plain = await lin.call(deals.create, { body: { ...facts, name: 'Not theirs' } })
  const theirs = await other.lin.call(deals.create, { body: { ...facts, promotionAllowed: true } })
  const ids = String(promoter.id)
  const answer = await lin.call(qrCodes.list, { query: { kind: 'promoter', ids, dealId: coupon.id } })
  expect(answer.deal).toEqual({ id: coupon.id, name: coupon.name })
  const { link } = answer.content[0]!
  expect(link).toMatch(new RegExp(`\\?p=${promoter.id}&c=${coupon.id}&k=[\\w-]{12}$`))
  expect(await opened(link)).toMatchObject({ kind: 'promoter', id: promoter.id, deal: answer.deal })
  // Neither is another coupon put into it, nor is it taken out.
  expect(await opened(link.replace(`c=${coupon.id}`, `c=${plain.id}`))).toBe('qrcode.unknown')
  expect(await opened(link.replace(`c=${coupon.id}&`, ''))).toBe('qrcode.unknown')
  expect(await opened((await linkOf(it, 'promoter', promoter.id)).replace('&k', `&c=${coupon.id}&k`))).toBe('qrcode.unknown')

  expect(await refused({ kind: 'promoter', ids, dealId: plain.id })).toEqual(['qrcode.dealNotPromoted', 'dealId'])
  expect(await refused({ kind: 'promoter', ids, dealId: theirs.id })).toEqual(['notFound', 'dealId'])
  expect(await refused({ kind: 'station', ids: String(station.id), dealId: coupon.id })).toEqual(['validation', 'dealId'])
  setClock('2026-07-02T00:00:00Z')
  expect(await refused({ kind: 'promoter', ids, dealId: coupon.id })).toEqual(['qrcode.dealNotPromoted', 'dealId'])
  expect(await opened(link)).toMatchObject({ kind: 'promoter', id: promoter.id, deal: null })
})

test('what is out of sight has no code: of another company, of another station, of nobody who promotes', async () => {
  const it = await street(),
    other = await street()
  const { station, device, lin, staff, refused, promoter } = it
  const west = await it.addStation('West')
  const far = await it.deviceAt(west.id)
  const missing = ['notFound', 'ids']
  expect(await refused({ kind: 'device', ids: `${device.id},${other.device.id}` })).toEqual(missing)
  expect(await refused({ kind: 'station', ids: String(other.station.id) })).toEqual(missing)
  expect(await refused({ kind: 'promoter', ids: String(other.promoter.id) })).toEqual(missing)
  expect(await refused({ kind: 'station', ids: String(device.id) })).toEqual(missing)
  expect(await refused({ kind: 'station', ids: String(station.id), miniProgramId: other.program!.id })).toEqual([
    'notFound',
    'miniProgramId',
  ])
  const plain = await person(it.company, { roles: ['company_user'] })
  const gone = await person(it.company, { roles: ['company_user'], disabled: true, over: { promoter: true } })
  for (const { id } of [plain, gone]) expect(await refused({ kind: 'promoter', ids: String(id) })).toEqual(['qrcode.notPromoter', 'ids'])

  // Who works at one station makes codes of that station, its devices and its people.
  const hand = await staff({ role: 'station_employee', stationIds: [station.id], over: { stationId: station.id } })
  const own = (query: Sent<typeof qrCodes.list>['query']) => hand.refused(qrCodes.list, { query })
  expect(await own({ kind: 'station', ids: String(station.id) })).toBe('allowed')
  expect(await own({ kind: 'promoter', ids: String(promoter.id) })).toBe('allowed')
  expect(await own({ kind: 'station', ids: String(west.id) })).toBe('notFound')
  expect(await own({ kind: 'device', ids: String(far.id) })).toBe('notFound')
  // Which station is selected does not matter to those who see them all.
  const at = { station: String(station.id) }
  expect(await lin.refused(qrCodes.list, { query: { kind: 'device', ids: String(far.id) } }, at)).toBe('allowed')
})

test.each([
  ['no ids', { kind: 'station' }, 'ids'],
  ['a word', { kind: 'station', ids: 'all' }, 'ids'],
  ['nought', { kind: 'station', ids: '0' }, 'ids'],
  ['a comma behind', { kind: 'station', ids: '1,' }, 'ids'],
  ['more than a hundred', { kind: 'station', ids: Array.from({ length: 101 }, (_, at) => at + 1).join(',') }, 'ids'],
  ['another kind', { kind: 'nozzle', ids: '1' }, 'kind'],
  ['a mini program that is no number', { kind: 'station', ids: '1', miniProgramId: 'x' }, 'miniProgramId'],
])('%s is refused', async (_, query, field) => {
  const { refused } = await street()
  expect(await refused(query)).toEqual(['validation', field])
})
