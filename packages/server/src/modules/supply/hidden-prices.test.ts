import {
  categories,
  endpoints,
  exports,
  goodsDocuments,
  items,
  metaOf,
  monthProof,
  monthSettlement,
  purchaseContracts,
  resources,
  type Resource,
  type Role,
} from '@forecourt/contract'
import type { z } from 'zod'
import { afterEach, expect, test } from 'vitest'
import { proofOf } from '../../testing/access.ts'
import { supplied } from '../../testing/transport.ts'
import { noon, setClock } from '../../testing/world.ts'

afterEach(() => setClock(noon))

/** Those who work in a station; its book-keeper is one who buys. */
const stationRoles = ['station_master', 'station_leader', 'station_employee', 'station_salesman'] as const satisfies readonly Role[]

/** A company that has bought fuel and goods at prices which stand nowhere else, and has settled a month. */
async function bought() {
  const it = await supplied()
  const { boss, station } = it
  const contract = await boss.call(purchaseContracts.create, {
    body: {
      day: '2026-04-15',
      number: 'P-SECRET',
      depotId: it.depotId,
      baseFuelId: it.baseFuelId,
      supplierId: it.supplierId,
      density: 838,
      priceCentsPerT: 7_913_57,
      taxRate: 13,
      weightKg: 51_000,
    },
  })
  const seen = await boss.call(monthSettlement.preview, { body: { month: '2026-04-01' } })
  const pinProof = await proofOf(boss.actor, monthProof(seen.month, seen.sums.closingCents))
  const month = await boss.call(monthSettlement.confirm, {
    body: { month: seen.month, typed: '2026-04', fingerprint: seen.fingerprint, pinProof },
  })
  const load = await it.order({ priceCents: 8_317_53, freightPriceCents: 87_31 })
  await it.load(load.id)
  await it.sign(load.id)
  const shelf = await boss.call(categories.create, { body: { stationId: station.id, name: 'Shelf' } })
  const article = {
    stationId: station.id,
    categoryId: shelf.id,
    name: 'Wipers',
    code: 'WIPE',
    priceCents: 49_00,
    taxRate: 13,
    inventory: 3,
  }
  const { id: itemId } = await boss.call(items.create, { body: article })
  const receipt = await boss.call(goodsDocuments.receive, {
    body: { stationId: station.id, items: [{ itemId, pieces: 7, priceCents: 17_93 }] },
  })
  const row = await it.shown(load.id)
  const figures = [
    7_913_57,
    contract.amountCents,
    contract.netCents,
    seen.sums.closingCents,
    row.priceCents,
    row.amountCents,
    row.netCents,
    row.freightPriceCents,
    row.freightAmountCents,
    row.freightNetCents,
    ...[row.claimCents, row.claimNetCents].filter(cents => cents !== 0),
    17_93,
    7 * 17_93,
  ]
  const secrets = figures.flatMap(cents => [String(cents), (cents! / 100).toFixed(2)])
  return { ...it, secrets, ids: [contract.id, month.id, load.id, receipt.id, itemId, it.depotId] }
}

const referred = ({ row }: Resource): string[] =>
  Object.entries(row.shape).flatMap(([field, schema]) => (metaOf(schema as z.ZodType).ref ? [field.replace(/Id$/, '')] : []))
/** They ask who signed in, which nobody did here. */
const ofSession = ['/users/profile', '/users/refresh', '/bootstrap']
/** A figure stands alone: it is no part of a longer number. */
const tells = (body: string, secret: string): boolean => new RegExp(`(?<![\\d.])${secret.replace('.', '\\.')}(?![\\d])`).test(body)

test.each(stationRoles)(
  'a %s finds no purchase price by any call that reads, whatever is expanded, nor in an export',
  async role => {
    const it = await bought()
    const who = await it.staff({ role, stationIds: [it.station.id] })
    const found: string[] = []
    const look = async (path: string) => {
      const { body, statusCode } = await who.raw('GET', path)
      if (statusCode >= 500 && !ofSession.includes(path)) found.push(`${path} ${statusCode}`)
      found.push(...it.secrets.filter(secret => tells(body, secret)).map(secret => `${path} ${secret}`))
    }
    for (const { path } of endpoints.filter(({ method, gives }) => method === 'GET' && gives === undefined))
      for (const id of path.includes(':id') ? it.ids : [0]) await look(path.replace(':id', String(id)))
    for (const of of resources.values())
      if (of.acts.includes('list')) for (const relation of referred(of)) await look(`/${of.name}?size=50&expand=${relation}`)
    expect(found).toEqual([])

    const columns = [{ path: 'id', title: 'No' }]
    for (const type of ['purchaseContracts', 'transports', 'monthSettles', 'goodsCosts', 'goodsValues', 'depotTransfers', 'depots'])
      expect(await who.refused(exports.ask, { query: { type }, body: { name: 'x', columns } }), type).toBe('auth.forbidden')
    for (const path of ['priceCents', 'averageCents', 'cost.priceCents', 'supplier.priceCentsPerT'])
      expect(
        await who.refused(exports.ask, { query: { type: 'goodsDocuments' }, body: { name: 'x', columns: [{ path, title: 'x' }] } }),
        path,
      ).not.toBe('allowed')
  },
  120_000,
)

test('the reader of costs does find them: the look is worth something', async () => {
  const it = await bought()
  const keeper = await it.staff({ role: 'station_bill', stationIds: [it.station.id] })
  for (const path of ['/purchaseContracts', '/transports', '/goodsCosts']) {
    const { body } = await keeper.raw('GET', path)
    expect(
      it.secrets.some(secret => tells(body, secret)),
      path,
    ).toBe(true)
  }
})
