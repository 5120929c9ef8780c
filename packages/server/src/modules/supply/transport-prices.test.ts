import { endpoints, exports, incomingTransports, resources, transportCalls, transports, type Role } from '@forecourt/contract'
import { expect, test } from 'vitest'
import { supplied } from '../../testing/transport.ts'

// The book-keeper of a station is one who buys; the others sign, and are told nothing of money.
/** Figures that stand nowhere else in this company: each would give a purchase price away. */
const secrets = { priceCents: 7_913_57, freightPriceCents: 83_19, remark: 'Agreed at 7913.57' }
const stationRoles = ['station_master', 'station_leader', 'station_employee', 'station_salesman'] as const satisfies readonly Role[]

const hidden = (row: Record<string, unknown>) =>
  [
    'priceCents',
    'amountCents',
    'netCents',
    'freightPriceCents',
    'freightAmountCents',
    'freightNetCents',
    'claimCents',
    'claimNetCents',
  ].map(field => String(row[field]))

test('no field of what a station is told is money, or the remark of who bought it', () => {
  const fields = Object.keys(incomingTransports.row.shape)
  expect(fields.filter(field => /cents|price|amount|tax|remark|freight|claimC/i.test(field))).toEqual([])
})

test('a station user finds no purchase price: in no row, sum, export, search, order or relation that may be called', async () => {
  const it = await supplied()
  const { id } = await it.order(secrets)
  await it.load(id)
  await it.sign(id)
  const row = await it.shown(id)
  const figures = [...hidden(row), '7913.57', '7,913.57']
  for (const role of stationRoles) {
    const who = await it.staff({ role, stationIds: [it.station.id] })
    const tried: string[] = []
    for (const { method, path, permission } of endpoints) {
      if (method !== 'GET' || !/transport|supplier|depot|truck|stock/i.test(path)) continue
      const reply = await who.raw('GET', path.replace(':id', String(id)))
      const isOwn = permission.startsWith('supply.transport')
      if (isOwn) expect(reply.statusCode, `${role} ${path}`).toBe(403)
      for (const figure of figures) expect(reply.body, `${role} ${path}`).not.toContain(figure)
      tried.push(path)
    }
    expect(tried).toContain('/transports')
    for (const call of Object.values(transportCalls).filter(each => each.permission.startsWith('supply.transport')))
      expect(await who.refused(call as typeof transportCalls.cancel, { id, body: { reason: 'x' } }), `${role} ${call.path}`).toBe(
        'auth.forbidden',
      )
    expect(await who.refused(transports.totals, { query: {} }), role).toBe('auth.forbidden')
  }
  const searches = ['priceCents:791357', 'amountCents>0', 'freightAmountCents>0', 'claimCents>0', 'remark:*7913*']
  for (const search of searches)
    expect(await it.leader.refused(incomingTransports.list, { query: { search } }), search).toBe('search_unknown_field')
  for (const sort of ['priceCents,asc', 'amountCents,desc'])
    expect(await it.leader.refused(incomingTransports.list, { query: { sort } }), sort).not.toBe('allowed')
  const expanded = await it.leader.call(incomingTransports.get, {
    id,
    query: { expand: 'depot,supplier,carrier,truck,baseFuel,product,station' },
  })
  for (const figure of figures) expect(JSON.stringify(expanded)).not.toContain(figure)
  // No record that a station reads leads to the contract itself.
  const leading = [...resources.values()].flatMap(({ name, row: of }) =>
    Object.entries(of.shape).flatMap(([field, schema]) => (metaRef(schema) === 'transports' ? [`${name}.${field}`] : [])),
  )
  expect(leading).toEqual([])
})

const metaRef = (schema: unknown): string | undefined => {
  const meta = (schema as { meta?: () => { ref?: string } | undefined }).meta?.()
  return meta?.ref
}

test('neither does an export of theirs, nor what is told to the live channel', async () => {
  const it = await supplied()
  const { id } = await it.order(secrets)
  await it.load(id)
  await it.sign(id)
  const columns = [{ path: 'priceCents', title: 'Price' }]
  const ask = (type: string) => it.leader.refused(exports.ask, { query: { type }, body: { name: 'Loads', columns } })
  expect(await ask('transports')).toBe('auth.forbidden')
  expect(await ask('incomingTransports')).not.toBe('allowed')
  const events = (await it.events()).filter(({ topic }) => topic.startsWith('transport'))
  expect(events.map(({ payload }) => payload)).toEqual([{ transportId: id }])
})
