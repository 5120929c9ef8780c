import type { PriceRuleKind, Sale } from '@forecourt/contract'
import { sql, type RawBuilder } from 'kysely'
import { productClock } from '../../platform/execution/clock.ts'
import { planHints } from '../../platform/postgres/client.ts'
import { recordFault } from '../../platform/postgres/clock-watch.ts'
import type { Ctx } from '../../platform/execution/command.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { inScope } from '../../platform/postgres/name-companies.ts'
import { Refusal } from '../../platform/execution/refusal.ts'
import type { DeviceClock } from './clock.ts'
import { clocksApartMax, recordStep } from './clock-step.ts'
import type { BroughtCoupons } from './coupons.ts'
import { giftTermsOfItem, type GiftTerms } from './gift-terms.ts'
import type { Listed, OffSale } from './pricing.ts'
import { owned, slip } from './slips.ts'

/** The station that sells, its counter locked until the transaction ends: orders of one station are taken one after the other. */
export interface Counter extends DeviceClock {
  readonly stationId: number
  readonly companyId: number
  readonly stationCode: string
  readonly deviceId: number | null
  readonly orders: number
  /** Never before what the station received last, but by a step that is recorded. */
  readonly receivedDate: Date
  /** The clock fault that runs while it is received. */
  readonly clockFaultId: number | null
}

/** A sale that was sent, by whom and from where. */
export interface SentSale {
  readonly ctx: Ctx
  readonly counter: Counter
  readonly sale: Sale
  readonly coupons?: BroughtCoupons | undefined
}

/** A row of a counter that was locked; where the clocks went back by more than they may be apart, the date that it is ahead by. */
type Held = Omit<Counter, 'receivedDate'> & { turn: number; receivedDate: string; steppedFrom: string | null }

/**
 * The counters of those who send sales, locked in the order of their stations. Seconds of difference between servers are evened out; a
 * station that lies further ahead of clocks that agree follows them back. order.stationMissing, notFound
 */
export async function countersForUpdate(tx: Tx, senders: readonly { ctx: Ctx; stationId?: number }[]): Promise<(Counter | Refusal)[]> {
  const asked = senders.map(({ ctx: { actor, scope, now }, stationId = actor.stationId }, turn) => {
    const device = actor.kind === 'device' ? actor.id : null
    if (device === null && stationId === undefined) return new Refusal('order.stationMissing')
    if (scope.stationIds && stationId !== undefined && !scope.stationIds.includes(stationId))
      return new Refusal('notFound', { field: 'stationId' })
    return { turn, device, station: device === null ? stationId : null, at: now }
  })
  const { fault } = productClock()
  if (fault) await recordFault(tx, fault)
  const known = asked.filter(each => !(each instanceof Refusal))
  let rows = await lockCounters(tx, known, fault?.id ?? null)
  // The first sale of a station ever, which somebody else may be sending at this moment; or a station that is none.
  if (rows.length < known.length) {
    await makeCounters(tx, known)
    rows = await lockCounters(tx, known, fault?.id ?? null)
  }
  for (const stepped of new Map(rows.map(row => [row.stationId, row])).values()) if (stepped.steppedFrom) await stepBack(tx, stepped)
  const found = new Map(
    rows.map(({ turn, receivedDate, steppedFrom: _from, ...row }) => [turn, { ...row, receivedDate: new Date(receivedDate) }]),
  )
  return asked.map((each, turn) => (each instanceof Refusal ? each : (found.get(turn) ?? new Refusal('notFound', { field: 'stationId' }))))
}

const sitesOf = (tx: Tx, asked: readonly object[]) => sql`
  site as materialized (
    select turn, at, station.id as station_id, station.company_id, station.code as station_code, device.id as device_id,
      device.clock_offset_ms as offset_ms
    from jsonb_to_recordset(${JSON.stringify(asked)})
      as asked (turn int, device bigint, station bigint, at timestamptz)
    left join device on device.id = asked.device and ${inScope(tx, 'device.company_id')}
    join station on station.id = coalesce(device.station_id, asked.station) and ${inScope(tx, 'station.company_id')}
  )`

/** Locks them; they are written once, with the orders that they count. */
async function lockCounters(tx: Tx, asked: readonly object[], clockFaultId: number | null): Promise<Held[]> {
  const { rows } = await sql<Held>`${planHints({ genericPlan: true })}
    with ${sitesOf(tx, asked)}, held as materialized (
      select station_id, orders, received_date from order_counter
      where station_id = any(array(select station_id from site)) and ${inScope(tx)} order by station_id for no key update
    ), latest as (
      select station_id, max(at) as at from site group by station_id
    )
    select turn, station_id, company_id, station_code, device_id, offset_ms, orders, step.back as stepped_from,
      case when step.back is null then greatest(received_date, latest.at) else latest.at end as received_date,
      ${clockFaultId}::bigint as clock_fault_id
    from site join held using (station_id) join latest using (station_id)
    cross join lateral (select case when ${clockFaultId}::bigint is null and received_date > latest.at + ${clocksApartMax}::interval
      then received_date end as back) as step`.execute(tx)
  return rows
}

/** At once, whatever becomes of the sale: a step is recorded once. */
async function stepBack(tx: Tx, stepped: Held): Promise<void> {
  const { receivedDate, stationId } = stepped
  await tx.updateTable('orderCounter').set({ receivedDate }).where('stationId', '=', stationId).execute()
  await recordStep(tx, stepped)
}

async function makeCounters(tx: Tx, asked: readonly object[]): Promise<void> {
  await sql`
    with ${sitesOf(tx, asked)}
    insert into order_counter (station_id, company_id, received_date)
    select station_id, company_id, max(at) from site group by station_id, company_id order by station_id
    on conflict do nothing`.execute(tx)
}

/** A sale that this device sent before. */
export interface Before {
  id: number
  orderNo: string
  sequence: number
  totalCents: number
  intakePaidCents: number
  intakeHash: Buffer
  createdDate: string
  receivedDate: string
  clockSuspect: boolean
  late: boolean
  priceDifference: boolean
}

/** A device and the number it gave a sale: that is the sale. */
export const numbered = (deviceId: number, sequence: number): string => `${deviceId} ${sequence}`

/** The highest number that each device has sent, and those of these sales that were sent before. */
export async function sentBefore(tx: Tx, sent: readonly { deviceId: number; sequence: number }[]) {
  if (!sent.length) return { last: new Map<number, number>(), before: new Map<string, Before>() }
  const { rows } = await sql<Before & { deviceId: number; last: number }>`${planHints({ genericPlan: true })}
    select asked.device_id, coalesce(last_sequence, 0) as last, known.id, order_no, sequence, total_cents, intake_paid_cents, intake_hash,
      known.created_date, known.received_date, clock_suspect, late, price_difference
    from unnest(${sent.map(each => each.deviceId)}::bigint[], ${sent.map(each => each.sequence)}::bigint[]) as asked (device_id, wanted)
    left join device_intake intake on intake.device_id = asked.device_id and ${inScope(tx, 'intake.company_id')}
    left join sale_order known on known.device_id = asked.device_id and known.sequence = asked.wanted
      and ${inScope(tx, 'known.company_id')}`.execute(tx)
  const before = rows
    .filter(row => row.id !== null)
    .map(({ last: _last, deviceId, ...row }) => [numbered(deviceId, row.sequence), row] as const)
  return { last: new Map(rows.map(row => [row.deviceId, row.last])), before: new Map<string, Before>(before) }
}

export interface Asked {
  readonly stationId: number
  readonly nozzleId: number | null
  readonly itemId: number | null
  readonly at: Date
}
export interface Found extends Partial<Listed> {
  readonly nozzleKnown: boolean
  /** What goods are called, and how many stand on their shelf where they are counted. */
  readonly name?: string
  readonly shelfPieces?: number | null
}

export interface Card {
  readonly id: number
  readonly number: string
}

/** What sales name, as it is here. */
export interface NamedThings {
  readonly lines: ReadonlyMap<Asked, Found>
  /** By number and by id. */
  readonly cards: ReadonlyMap<string, Card>
  readonly employees: ReadonlySet<string>
  /** Slips that have paid already. */
  readonly slips: Set<string>
  /** Holds, by their ids. */
  readonly holds: ReadonlyMap<string, Hold>
}
export interface Hold {
  readonly cardId: number
  readonly number: string
  readonly status: string
  readonly stationId: number
  readonly nozzleId: number | null
  readonly productId: number
  /** For one litre: what the list said, and what counts for its fill. */
  readonly priceCents: number
  readonly fillPriceCents: number
  /** What lowers the one to the other. */
  readonly discount: { readonly kind: PriceRuleKind; readonly name: string; readonly sourceId: number } | null
}

type LineRow = {
  name: string
  shelfPieces: number | null
  offSale: OffSale | null
  gift: GiftTerms | null
  nozzleKnown: boolean
  itemId: number | null
  productId: number | null
  categoryType: 'fuel' | 'normal'
  listPriceCents: number | null
}
interface NamedRows {
  lines: LineRow[]
  slips: { companyId: number; payType: string; serial: string }[]
  cards: (Card & { companyId: number })[]
  employees: { id: number; companyId: number }[]
  holds: (Hold & { id: number; companyId: number })[]
}

const companiesOf = (sent: readonly SentSale[]) => sent.map(({ counter }) => counter.companyId)

/** The cards that sales name: by their id, by their number, or by one that was replaced, for what was delivered to it is its account's. */
function cardsNamed(tx: Tx, sent: readonly SentSale[]): RawBuilder<unknown> {
  const numbers = sent.filter(({ sale }) => sale.cardNumber !== undefined)
  const ids = sent.filter(({ sale }) => sale.userCardId !== undefined)
  return sql`
    select id, number, company_id from user_card
      join unnest(${companiesOf(numbers)}::bigint[], ${numbers.map(({ sale }) => sale.cardNumber)}::text[]) as asked (company, named)
      on company_id = company and number = named and ${inScope(tx)}
    union
    select user_card_id, number, company_id from card_replacement
      join unnest(${companiesOf(numbers)}::bigint[], ${numbers.map(({ sale }) => sale.cardNumber)}::text[]) as asked (company, named)
      on company_id = company and number = named and replaced_at is not null and ${inScope(tx)}
    union
    select id, number, company_id from user_card
      join unnest(${companiesOf(ids)}::bigint[], ${ids.map(({ sale }) => sale.userCardId)}::bigint[]) as asked (company, named)
      on company_id = company and id = named and ${inScope(tx)}`
}
const foundOf = ({ nozzleKnown, itemId, offSale, gift, ...line }: LineRow): Found =>
  itemId === null
    ? { nozzleKnown }
    : {
        nozzleKnown,
        itemId,
        ...line,
        ...(line.shelfPieces !== null && { counted: true }),
        ...(offSale && { offSale }),
        ...(gift && { gift }),
      }

/**
 * Finds what sales name, in one round trip: what lines sell and what their fuels and goods cost at that moment, cards, employees, and
 * slips that have paid already.
 */
export async function namedThings(tx: Tx, sent: readonly SentSale[], asked: readonly Asked[]): Promise<NamedThings> {
  if (!sent.length) return { lines: new Map(), cards: new Map(), employees: new Set(), slips: new Set(), holds: new Map() }
  const paid = sent.filter(({ sale }) => sale.payType && sale.externalSerialNo)
  const {
    rows: [found],
  } = await sql<NamedRows>`${planHints({ genericPlan: true })}
    select (
      select json_agg(json_build_object('nozzleKnown', nozzle.id is not null, 'itemId', item.id, 'productId', item.product_id,
        'categoryType', category.type, 'listPriceCents', case when item.product_id is null then item.price_cents
          else price_at(item.company_id, item.station_id, item.product_id, asked.at) end,
        'name', item.name, 'shelfPieces', stock.pieces, 'offSale', case when item.product_id is not null then null
          when item.hidden then 'item' when category.hidden then 'category'
          when asked.at < item.start_time or asked.at >= item.end_time then 'time' end,
        'gift', ${giftTermsOfItem}) order by asked.turn)
      from unnest(${asked.map(of => of.stationId)}::bigint[], ${asked.map(of => of.nozzleId)}::bigint[],
          ${asked.map(of => of.itemId)}::bigint[], ${asked.map(of => of.at.toISOString())}::timestamptz[])
        with ordinality as asked (station_id, nozzle_id, item_id, at, turn)
      left join nozzle_control nozzle on nozzle.id = asked.nozzle_id and nozzle.station_id = asked.station_id
        and ${inScope(tx, 'nozzle.company_id')}
      left join item on item.id = coalesce(asked.item_id, nozzle.item_id) and item.station_id = asked.station_id
        and ${inScope(tx, 'item.company_id')}
      left join category on category.id = item.category_id and ${inScope(tx, 'category.company_id')}
      left join item_stock stock on stock.item_id = item.id and item.product_id is null and stock.counted
        and ${inScope(tx, 'stock.company_id')}
    ) as lines, (
      select coalesce(json_agg(json_build_object('companyId', company_id, 'payType', pay_type, 'serial', external_serial_no)), '[]')
      from pay_transaction join unnest(${companiesOf(paid)}::bigint[], ${paid.map(({ sale }) => sale.payType)}::text[],
        ${paid.map(({ sale }) => sale.externalSerialNo)}::text[]) as asked (company, way, slip)
        on company_id = company and pay_type = way and external_serial_no = slip and ${inScope(tx)}
    ) as slips, (
      select coalesce(json_agg(json_build_object('id', id, 'number', number, 'companyId', company_id)), '[]')
      from (${cardsNamed(tx, sent)}) as card
    ) as cards, (
      select coalesce(json_agg(json_build_object('id', id, 'companyId', company_id)), '[]')
      from user_account where ${inScope(tx)} and id = any(${sent.flatMap(({ sale }) => sale.employeeId ?? [])}::bigint[])
    ) as employees, (
      select coalesce(json_agg(json_build_object('id', id, 'companyId', company_id, 'cardId', user_card_id, 'number', card_number,
        'status', status, 'stationId', station_id, 'nozzleId', nozzle_control_id, 'productId', product_id, 'priceCents', price_cents,
        'fillPriceCents', fill_price_cents, 'discount', case when discount_name is not null then
          json_build_object('kind', discount_kind, 'name', discount_name, 'sourceId', discount_id) end)), '[]')
      from card_authorisation where ${inScope(tx)} and id = any(${sent.flatMap(({ sale }) => sale.authorisationId ?? [])}::bigint[])
    ) as holds`.execute(tx)
  const { lines, slips, cards, employees, holds } = found!
  return {
    lines: new Map(lines.map((line, turn) => [asked[turn]!, foundOf(line)])),
    slips: new Set(slips.map(({ companyId, payType, serial }) => slip(companyId, payType, serial))),
    cards: new Map(
      cards.flatMap(({ companyId, ...card }) => [
        [owned(companyId, card.id), card],
        [owned(companyId, card.number), card],
      ]),
    ),
    employees: new Set(employees.map(({ id, companyId }) => owned(companyId, id))),
    holds: new Map(holds.map(({ id, companyId, ...hold }) => [owned(companyId, id), hold])),
  }
}
