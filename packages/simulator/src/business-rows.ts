import {
  authorisations,
  dailyStates,
  lineItems,
  orders,
  productPrices,
  tankReadings,
  transactions,
  userCards,
  type Endpoint,
  type Returned,
} from '@forecourt/contract'
import { createHash } from 'node:crypto'
import type { Product } from './product.ts'
import type { ClosedShift } from './runner.ts'
import type { SiteLayout } from './site.ts'

const pageSize = 500

/** Reads a whole list, page by page. */
async function whole<E extends Endpoint>(product: Product, site: SiteLayout, at: number, list: E, sort: string) {
  const rows: Returned<typeof orders.list>['content'][number][] = []
  for (let page = 0; ; page++) {
    const query = { page, size: pageSize, sort, search: `station.id:${site.stationId}` }
    const answer = await product.call({ person: site.office, stationId: site.stationId }, at, list, { query } as never)
    const { content } = answer as { content: typeof rows }
    rows.push(...content)
    if (content.length < pageSize) return rows as unknown as Record<string, unknown>[]
  }
}

/**
 * The business of a station without ids and without moments of arrival: the same seed makes the same rows, however often and in whatever
 * order they were sent. Late sales stand under their own day.
 */
export async function businessRows(product: Product, site: SiteLayout, at: number): Promise<string[]> {
  const read = (list: Endpoint, sort = 'id') => whole(product, site, at, list, sort)
  const names = new Map<unknown, string>([
    ...site.nozzles.map(({ id, logicNo }) => [id, `nozzle ${logicNo}`] as const),
    ...site.tanks.map(({ id, number }) => [id, `tank ${number}`] as const),
    ...[...new Set(site.nozzles.map(({ productId }) => productId))].map((id, turn) => [id, `product ${turn}`] as const),
    ...(site.shop?.items ?? []).map(({ id, code }) => [id, code] as const),
    ...site.employeeIds.map((id, turn) => [id, `employee ${turn}`] as const),
    [site.controller.id, 'controller'],
    [site.till.id, 'till'],
  ])
  const name = (id: unknown) => names.get(id) ?? null
  const sales = new Map<unknown, string>()
  const rows: unknown[][] = []
  for (const of of await read(orders.list)) {
    const sale = `${name(of['deviceId'])} ${Number(of['sequence'])}`
    sales.set(of['id'], sale)
    rows.push(['sale', sale, name(of['nozzleControlId']), name(of['employeeId']), ...fields(of, saleFields)])
  }
  for (const of of await read(lineItems.list)) rows.push(['line', sales.get(of['orderId']), name(of['itemId']), ...fields(of, lineFields)])
  for (const of of await read(transactions.list))
    rows.push(['payment', sales.get(of['orderId']), ...fields(of, ['payType', 'amountCents'])])
  for (const of of await read(tankReadings.list)) rows.push(['reading', name(of['tankId']), ...fields(of, readingFields)])
  for (const of of await read(productPrices.list)) rows.push(['price', name(of['productId']), ...fields(of, ['priceCents', 'fromAt'])])
  for (const of of await read(dailyStates.list)) rows.push(['shift', ...fields(of, ['businessDay', 'number', 'startTime', 'endTime'])])
  for (const of of await read(authorisations.list)) rows.push(['hold', name(of['nozzleControlId']), ...fields(of, holdFields)])
  for (const of of await cardsOf(product, site, at)) rows.push(['card', ...fields(of, ['number', 'principalCents', 'debtCents'])])
  return rows.map(row => JSON.stringify(row)).toSorted()
}

const saleFields = ['createdDate', 'status', 'payType', 'totalCents', 'paidCents', 'fuelMethod', 'cardNumber', 'priceDifference']
const lineFields = ['volumeCl', 'pieces', 'priceCents', 'amountCents', 'discountCents', 'totaliserEndCl']
const holdFields = [
  'createdDate',
  'cardNumber',
  'plate',
  'odometerKm',
  'wantedCents',
  'wantedCl',
  'approvedCents',
  'approvedCl',
  'fillPriceCents',
  'capturedCents',
]
const readingFields = ['measuredAt', 'volumeCl', 'oilHeightMm', 'waterHeightMm', 'temperature']
const fields = (row: Record<string, unknown>, named: readonly string[]) => named.map(field => row[field] ?? null)

/** Cards belong to the company. */
async function cardsOf(product: Product, { stationId, office }: SiteLayout, at: number) {
  const query = { size: pageSize, sort: 'number' }
  return (await product.call({ person: office, stationId }, at, userCards.list, { query })).content as unknown as Record<string, unknown>[]
}

/** What was frozen, of the shifts that nothing came late across: neither into them, nor out of them. */
export function frozenRows(closed: readonly ClosedShift[]): string[] {
  const row = ({ book }: ClosedShift) => {
    const payTypes = book.payTypes
      .map(({ payType, amountCents, topUpCents }) => JSON.stringify([payType, amountCents, topUpCents]))
      .toSorted()
    const nozzles = book.nozzles.map(({ logicNo, soldCl, meteredCl, endCl }) => [logicNo, soldCl, meteredCl, endCl])
    const tanks = book.tanks.map(({ number, soldCl, receivedCl, endCl, differenceCl }) => [number, soldCl, receivedCl, endCl, differenceCl])
    return JSON.stringify(['settlement', ...fields(book, frozenFields), payTypes, nozzles, tanks])
  }
  return closed.filter(({ truth, book }) => book.lateOrders === 0 && book.orders === truth.orders).map(row)
}
const frozenFields = ['businessDay', 'number', 'startTime', 'endTime', 'orders', 'salesCents', 'paidCents', 'unpaidCents', 'expectedCents']

export const hashOf = (rows: readonly string[]): string => createHash('sha256').update(rows.join('\n')).digest('hex')
