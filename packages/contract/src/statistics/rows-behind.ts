import { searchLiteral } from '../search-literal.ts'
import { fundColumns, type FundColumn } from './report.ts'

/** From a day to a day, both counted; or from an instant up to another. */
export interface Span {
  readonly from: string
  readonly to: string
}
export type ComparedWith = 'previous' | 'week' | 'month' | 'year'

/** One number of a statistic: which one, of which time, place and thing. */
export interface StatisticCell {
  readonly range: Span
  readonly group: readonly string[]
  /** Of a line; a total has none of them. */
  readonly period?: string | null
  readonly stationId?: number | null
  readonly station?: string | null
  readonly key?: string | null
  readonly measure: string
  /** The whole statistic is of one kind of card. */
  readonly kind?: string | undefined
  /** The number of the time it is compared with. */
  readonly before?: ComparedWith | undefined
  /** The moment up to which that time was read, where the range is not over yet. */
  readonly until?: string | null | undefined
}
/** The list, and the search, that hold exactly the rows that a number was made of; `field` is the total that equals it. */
export interface RowsBehind {
  readonly of: 'orders' | 'lineItems' | 'transactions' | 'userCardDetails'
  readonly search: string
  readonly field: string
}

const times = ['hour', 'day', 'week', 'month'] as const
type TimeUnit = (typeof times)[number]
const isTime = (group: string): group is TimeUnit => (times as readonly string[]).includes(group)

const relation = (path: string, key: string | null) => (key === null ? `${path}:null` : `${path}.id:${key}`)
const word = (path: string, key: string | null) => (key === null ? `${path}:null` : `${path}:${searchLiteral(key)}`)

type Thing = (key: string | null) => string[]
const ofOrder = {
  payType: key => [word('payType', key)],
  nozzle: key => [relation('nozzleControl', key)],
  employee: key => [relation('employee', key)],
  device: key => [relation('device', key)],
} satisfies Record<string, Thing>
const ofLine: Record<string, Thing> = {
  product: key => [relation('item.product', key)],
  category: key => [key === null ? 'item.category:null' : word('item.category.name', key)],
  item: key => [relation('item', key)],
}
const ofPayment: Record<string, Thing> = {
  payType: key => [word('payType', key)],
  device: key => [relation('device', key)],
  // Who took the money; where nobody in person did, who sold.
  employee: key =>
    key === null ? ['user:null', 'order.employee:null'] : [`(user.id:${key}|user:null)`, `(user.id:${key}|order.employee.id:${key})`],
}
const ofCard: Record<string, Thing> = {
  type: key => [word('type', key)],
  payType: key => [word('payType', key)],
  kind: key => [word('userCard.kind', key)],
  card: key => [relation('userCard', key)],
  member: key => [relation('user', key)],
}
/** Measures that count movements of some types alone. */
const typesOf: Record<string, readonly string[]> = { topUpCents: fundColumns.topUp, consumeCents: fundColumns.consume }

/** What lies behind a number of the sales: its orders, or the lines of them where litres, pieces or goods are meant. */
export function salesBehind(cell: StatisticCell): RowsBehind {
  const thing = cell.group.find(group => group in ofLine)
  const lines = thing !== undefined || cell.measure === 'volumeCl' || cell.measure === 'pieces'
  const terms = [...spanTerms(cell), 'status<>close', ...stationTerms(cell), ...thingTerms(cell, ofOrder)]
  if (!lines) return { of: 'orders', search: terms.join(','), field: cell.measure === 'orders' ? 'count' : cell.measure }
  const ofOrders = terms.map(term => (/^(createdDate|station)/.test(term) ? term : `order.${term}`))
  return { of: 'lineItems', search: [...ofOrders, ...thingTerms(cell, ofLine)].join(','), field: cell.measure }
}

/** What lies behind a number of the payments. */
export const paymentsBehind = (cell: StatisticCell): RowsBehind => ({
  of: 'transactions',
  search: [...spanTerms(cell), 'status:success', ...stationTerms(cell), ...thingTerms(cell, ofPayment)].join(','),
  field: cell.measure === 'payments' ? 'count' : cell.measure,
})

/** What lies behind a number of the card movements. */
export function movementsBehind(cell: StatisticCell): RowsBehind {
  const types = typesOf[cell.measure]
  const terms = [
    ...spanTerms(cell),
    ...stationTerms(cell),
    ...thingTerms(cell, ofCard),
    ...(cell.kind ? ofCard['kind']!(cell.kind) : []),
    ...(types ? [`type:(${types.join('|')})`] : []),
  ]
  const field = types ? 'amountCents' : cell.measure === 'movements' ? 'count' : cell.measure
  return { of: 'userCardDetails', search: terms.join(','), field }
}

/** One number of a fund report: a column of a line, or what was held before or after it. */
export interface FundCell {
  readonly range: Span
  readonly column: FundColumn | 'opening' | 'closing'
  readonly group?: 'day' | 'kind' | 'station' | 'purse'
  readonly period?: string | null
  readonly stationId?: number | null
  readonly station?: string | null
  readonly key?: string | null
  /** The whole report is of one kind of card. */
  readonly kind?: string | undefined
}

/** What lies behind a number of a fund report; what is held is all that ever moved. */
export function fundsBehind({ range, column, group, period, stationId, station, key, kind }: FundCell): RowsBehind {
  const days = period ? { from: period, to: period } : range
  const time =
    column === 'opening'
      ? [`createdDate<${days.from}`]
      : column === 'closing'
        ? [`createdDate<=${days.to}`]
        : [`createdDate>=${days.from}`, `createdDate<=${days.to}`]
  const types = column === 'opening' || column === 'closing' ? [] : [`type:(${fundColumns[column].join('|')})`]
  const terms = [
    ...time,
    ...types,
    ...(group === 'kind' && key ? ofCard['kind']!(key) : []),
    ...(kind ? ofCard['kind']!(kind) : []),
    ...stationTerms({ group: group ? [group] : [], stationId: stationId ?? null, station: station ?? null }),
  ]
  return { of: 'userCardDetails', search: terms.join(','), field: group === 'purse' && key ? `${key}Cents` : 'amountCents' }
}

/** What belongs to no station is the company's own: it bears no station. */
function stationTerms({ group, stationId, station }: Pick<StatisticCell, 'group' | 'stationId' | 'station'>): string[] {
  if (!group.includes('station') || stationId == null) return []
  return [station === null ? 'station:null' : `station.id:${stationId}`]
}

function thingTerms({ group, key, period }: StatisticCell, things: Record<string, Thing>): string[] {
  const thing = group.find(each => each in things)
  const isLine = key !== undefined || period !== undefined
  return thing && isLine ? things[thing]!(key ?? null) : []
}

/** The time of a line, within what was asked for, moved back where it is the one compared with. */
const spanTerms = (cell: StatisticCell): string[] => [
  ...timeTerms(cell),
  ...(cell.before && cell.until ? [`createdDate<${cell.until}`] : []),
]
function timeTerms({ range, group, period, before }: StatisticCell): string[] {
  const unit = group.find(isTime)
  const back = before && backOf(range, before)
  if (!isDays(range) || unit === 'hour') {
    const [from, to] = period && unit === 'hour' ? [period, plusHour(period)] : [range.from, range.to]
    if (isDays(range) && !period) return dayTerms(back ? movedBack(range, back) : range)
    return [`createdDate>=${moved(from, back)}`, `createdDate<${moved(to, back)}`]
  }
  const asked = back ? movedBack(range, back) : range
  if (!unit || !period) return dayTerms(asked)
  const next = Temporal.PlainDate.from(period).add({ [`${unit}s`]: 1 })
  const first = back ? firstThatBecomes(Temporal.PlainDate.from(period), back) : Temporal.PlainDate.from(period)
  const last = (back ? firstThatBecomes(next, back) : next).subtract({ days: 1 })
  return dayTerms({ from: later(first.toString(), asked.from), to: earlier(last.toString(), asked.to) })
}

export const isDays = ({ from }: Span): boolean => from.length === 10
const dayTerms = ({ from, to }: Span) => [`createdDate>=${from}`, `createdDate<=${to}`]
const plusHour = (instant: string) => Temporal.Instant.from(instant).add({ hours: 1 }).toString()
const moved = (instant: string, back: Back | undefined) =>
  back ? Temporal.Instant.from(instant).toZonedDateTimeISO('UTC').subtract(back).toInstant().toString() : instant
const later = (one: string, other: string) => (one > other ? one : other)
const earlier = (one: string, other: string) => (one < other ? one : other)

export interface Back {
  readonly days?: number
  readonly months?: number
  readonly years?: number
}

/** How far back lies what a range is compared with. Whole days: what began at three o'clock is compared with what began at three. */
export function backOf(range: Span, comparison: ComparedWith): Back {
  if (comparison === 'week') return { days: 7 }
  if (comparison === 'month') return { months: 1 }
  if (comparison === 'year') return { years: 1 }
  const days = (Date.parse(range.to) - Date.parse(range.from)) / 86_400_000
  return { days: isDays(range) ? days + 1 : Math.max(1, Math.ceil(days)) }
}

/** The days that a range of days is compared with. */
export const movedBack = ({ from, to }: Span, back: Back): Span => ({
  from: Temporal.PlainDate.from(from).subtract(back).toString(),
  to: Temporal.PlainDate.from(to).subtract(back).toString(),
})

/** The first day that, moved forward, is this day or lies behind it: months are not equally long. */
function firstThatBecomes(day: Temporal.PlainDate, back: Back): Temporal.PlainDate {
  let first = day.subtract(back).subtract({ days: 4 })
  while (Temporal.PlainDate.compare(first.add(back), day) < 0) first = first.add({ days: 1 })
  return first
}
