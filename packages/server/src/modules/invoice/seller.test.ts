import { InvoicePlatform, sellerInvoices, type Parsed } from '@forecourt/contract'
import { beforeEach, expect, test } from 'vitest'
import type { z } from 'zod'
import { asSent } from '../../testing/access.ts'
import { noon, setClock, world } from '../../testing/world.ts'

beforeEach(() => setClock(noon))

type New = z.input<NonNullable<typeof sellerInvoices.create.body>>
const facts = {
  name: '滨江石油有限公司',
  taxId: '91100000100003962T',
  platform: 'pt',
  drawer: '郑洁',
} as const

async function desk() {
  const it = await world()
  const chen = await it.staff({ role: 'station_master', stationIds: [it.station.id], over: { stationId: it.station.id } })
  const add = (over: Partial<New> = {}) => chen.call(sellerInvoices.create, { body: { ...facts, stationId: it.station.id, ...over } })
  const refusedAdd = async (over: Record<string, unknown>) => {
    const reply = await chen.send(sellerInvoices.create, { body: { ...facts, stationId: it.station.id, ...over } })
    return reply.statusCode === 200 ? ['allowed'] : [reply.json().code, reply.json().field]
  }
  const edit = async (id: number, over: Partial<Parsed<typeof sellerInvoices.update>['body']>) =>
    ({ id, body: { ...asSent(sellerInvoices.update, await chen.call(sellerInvoices.get, { id })), ...over } }) as never
  /** Who is the default, by short name. */
  const defaults = async () =>
    (await chen.call(sellerInvoices.list, { query: { search: 'isDefault:true' } })).content.map(({ shortName }) => shortName)
  return { ...it, chen, add, refusedAdd, edit, defaults }
}

// @req INV-001 INV-005 INV-006 INV-022
test('a station keeps its seller titles with all that an invoice says of the seller, on each of the three platforms', async () => {
  const { chen, add, station, audits } = await desk()
  expect(InvoicePlatform.options).toEqual(['pt', 'aisino', 'nuonuo'])
  const whole = {
    stationId: station.id,
    name: '滨江便利店有限公司',
    shortName: '滨江便利店一二三四',
    taxId: '911000001000013428',
    platform: 'aisino',
    platformCode: 'R-17',
    digital: false,
    extensionNo: '3',
    address: '上海市浦东新区滨江大道 188 号',
    phone: '021-62345600',
    bank: '中国银行上海浦东支行',
    bankAccount: '4551 0000 2345 678',
    payee: '吴芳',
    reviewer: '赵敏',
    drawer: '郑洁',
  } as const
  const { id } = await add(whole)
  expect(await chen.call(sellerInvoices.get, { id })).toMatchObject({ ...whole, isDefault: true, version: 1 })
  await add({ platform: 'nuonuo' })
  await add()
  const { content } = await chen.call(sellerInvoices.list, {})
  expect(content.map(({ platform, digital, extensionNo }) => [platform, digital, extensionNo])).toEqual([
    ['aisino', false, '3'],
    ['nuonuo', true, ''],
    ['pt', true, ''],
  ])
  expect((await audits()).map(({ action }) => action)).toEqual(Array(3).fill('sellerInvoices.create'))
})

// @req INV-001
test('the first title of a station is its default, and from then on exactly one is', async () => {
  const it = await desk()
  const { chen, add, edit, defaults } = it
  const one = await add({ shortName: 'one' })
  expect(await defaults()).toEqual(['one'])
  const two = await add({ shortName: 'two', platform: 'nuonuo', isDefault: true })
  expect(await defaults()).toEqual(['two'])
  const three = await add({ shortName: 'three', platform: 'aisino' })
  expect(await defaults()).toEqual(['two'])
  // Another station has its own.
  const west = await it.addStation('West')
  const boss = await it.staff()
  await boss.call(sellerInvoices.create, { body: { ...facts, stationId: west.id, shortName: 'west' } })
  expect(await defaults()).toEqual(['two'])

  expect(await chen.refused(sellerInvoices.update, await edit(two.id, { isDefault: false }))).toBe('sellerInvoice.defaultNeeded')
  expect(await chen.refused(sellerInvoices.delete, { id: two.id })).toBe('sellerInvoice.defaultNeeded')
  expect(await defaults()).toEqual(['two'])
  await chen.call(sellerInvoices.update, await edit(three.id, { isDefault: true, bank: 'ICBC' }))
  expect(await defaults()).toEqual(['three'])
  expect(await chen.call(sellerInvoices.get, { id: three.id })).toMatchObject({ bank: 'ICBC', isDefault: true })
  for (const { id } of [two, one, three]) await chen.call(sellerInvoices.delete, { id })
  expect(await defaults()).toEqual([])
  const acts = (await it.audits()).map(({ action }) => action)
  expect(acts.filter(action => action === 'sellerInvoices.makeDefault')).toHaveLength(2)
})

test('the database lets no statement leave a station with two defaults, or with none', async () => {
  const { add, station, company, rows } = await desk()
  const { id } = await add()
  await add({ platform: 'nuonuo' })
  const at = [company.id, station.id]
  await expect(rows('update seller_invoice set is_default = false where company_id = $1 and station_id = $2', at)).rejects.toMatchObject({
    constraint: 'sellerInvoice.defaultNeeded',
  })
  await expect(rows('update seller_invoice set is_default = true where company_id = $1 and station_id = $2', at)).rejects.toMatchObject({
    constraint: 'sellerInvoice.defaultTaken',
  })
  await expect(rows('delete from seller_invoice where id = $1', [id])).rejects.toMatchObject({ constraint: 'sellerInvoice.defaultNeeded' })
})

test('of many who add the first title at once, and of many who choose the default, one prevails', async () => {
  const { chen, station, defaults, edit } = await desk()
  const bodies = Array.from({ length: 8 }, (_, at) => ({ ...facts, stationId: station.id, shortName: `t${at}`, platformCode: `${at}` }))
  const added = await Promise.all(
    bodies.map((body, at) => chen.refused(sellerInvoices.create, { body: { ...body, digital: false, extensionNo: `${at}` } })),
  )
  expect(added).toContain('allowed')
  expect(added.filter(outcome => outcome !== 'allowed' && outcome !== 'sellerInvoice.defaultTaken')).toEqual([])
  expect(await defaults()).toHaveLength(1)
  const { content } = await chen.call(sellerInvoices.list, {})
  const edits = await Promise.all(content.map(({ id }) => edit(id, { isDefault: true })))
  await Promise.all(edits.map(sent => chen.refused(sellerInvoices.update, sent)))
  expect(await defaults()).toHaveLength(1)
})

// @req INV-022 INV-024
test.each([
  ['a tax number of 15, in small letters', { taxId: '1101087178000a1' }, ['allowed']],
  ['a tax number of 17', { taxId: '11010871780000100' }, ['allowed']],
  ['a tax number of 18 whose check character is wrong', { taxId: '91100000100003962X' }, ['allowed']],
  ['a tax number of 20', { taxId: '11010519491231002X01' }, ['allowed']],
  ['a tax number of 14', { taxId: '11010871780000' }, ['validation', 'taxId']],
  ['a tax number of 16', { taxId: '1101087178000010' }, ['validation', 'taxId']],
  ['a tax number of 19', { taxId: '1101087178000010000' }, ['validation', 'taxId']],
  ['a tax number of 21', { taxId: '110108717800001000000' }, ['validation', 'taxId']],
  ['a tax number with a dash', { taxId: '91100000-00003962T' }, ['validation', 'taxId']],
  ['a short name of nine', { shortName: '滨江石油滨江石油站' }, ['allowed']],
  ['a short name of ten', { shortName: '滨江石油滨江石油站一' }, ['validation', 'shortName']],
  ['another platform', { platform: 'baiwang' }, ['validation', 'platform']],
  ['no drawer', { drawer: ' ' }, ['validation', 'drawer']],
  ['a tax disc of digital invoices', { extensionNo: '1' }, ['sellerInvoice.discOfDigital', 'extensionNo']],
  ['a tax disc without them', { digital: false, extensionNo: '1' }, ['allowed']],
  ['letters in the extension', { digital: false, extensionNo: 'A1' }, ['validation', 'extensionNo']],
  ['letters in the account', { bankAccount: 'CN 12' }, ['validation', 'bankAccount']],
  ['half a phone number', { phone: '62345' }, ['validation', 'phone']],
])('%s', async (_, over, outcome) => {
  const { refusedAdd, chen } = await desk()
  expect(await refusedAdd(over)).toEqual(outcome)
  expect((await chen.call(sellerInvoices.list, {})).totalElements).toBe(outcome[0] === 'allowed' ? 1 : 0)
})

test('the same tax number stands once on a platform; a title stays at its station, and nobody else’s station gets one', async () => {
  const it = await desk()
  const { add, refusedAdd, edit, chen } = it
  const other = await world()
  const { id } = await add()
  expect(await refusedAdd({})).toEqual(['sellerInvoice.taken', 'taxId'])
  expect(await refusedAdd({ stationId: other.station.id })).toEqual(['notFound', 'stationId'])
  const west = await it.addStation('West')
  expect(await refusedAdd({ stationId: west.id })).toEqual(['notFound', 'stationId'])
  const boss = await it.staff()
  expect(await boss.refused(sellerInvoices.update, await edit(id, { stationId: west.id }))).toBe('notFound')
  const sent = await edit(id, { bank: 'ICBC' })
  await chen.call(sellerInvoices.update, sent)
  expect(await chen.refused(sellerInvoices.update, sent)).toBe('stale')
  const leader = await it.staff({ role: 'station_leader', stationIds: [it.station.id] })
  expect((await leader.call(sellerInvoices.list, {})).totalElements).toBe(1)
  expect(await leader.refused(sellerInvoices.delete, { id })).toBe('auth.forbidden')
})
