import type { CardMovementType } from '@forecourt/contract'
import { sql } from 'kysely'
import type { Ctx } from '../../platform/execution/command.ts'
import { balancesAt, purseOf, purses } from '../ledger/index.ts'
import type { Period } from './period.ts'

/** A card of a fleet, and what all its purses together held when the month began. */
export interface BilledCard {
  readonly id: number
  readonly number: string
  readonly kind: string
  /** Its holder, else what it is called. */
  readonly driver: string
  /** The vehicle that its limits name, where they name one. */
  readonly plates: string | null
  readonly openingCents: number
}

/** What happened to the money of a card, once. */
export interface BilledMovement {
  readonly id: number
  readonly userCardId: number
  /** The sub card that spent the money of its master, where a fleet shares it. */
  readonly spentById: number | null
  readonly type: CardMovementType
  readonly amountCents: number
  readonly orderId: number | null
  readonly ledgerEntryId: number
  readonly createdDate: string
}

/** The cards that a fleet had before the month ended. What an issued bill of the month before closed with, this one opens with. */
export async function cardsOf(ctx: Ctx, groupId: number, { companyId, month, from, to }: Period): Promise<BilledCard[]> {
  const { rows } = await sql<Omit<BilledCard, 'openingCents'> & { closedWith: number | null }>`
    select card.id, card.number, card.kind, coalesce(holder.name, card.name) as driver, plates_of(card.range_of_use) as plates,
      before.closing_cents as closed_with
    from user_card card
    left join user_account holder on holder.company_id = ${companyId} and holder.id = card.user_id
    left join fleet_bill bill on bill.company_id = ${companyId} and bill.group_id = ${groupId} and bill.status = 'issued'
      and bill.month = (${month}::date - interval '1 month')::date
    left join fleet_bill_card before on before.company_id = ${companyId} and before.bill_id = bill.id and before.user_card_id = card.id
    where card.company_id = ${companyId} and card.group_id = ${groupId} and card.service is null
      and least(card.created_date, card.issue_time) < ${to}
    order by card.number`.execute(ctx.tx)
  const unknown = rows.filter(({ closedWith }) => closedWith === null).flatMap(({ id }) => purses.map(purse => purseOf(purse, id)))
  // Instants are kept to the millisecond.
  const held = await balancesAt(ctx, companyId, unknown, new Date(from.getTime() - 1))
  return rows.map(({ closedWith, ...card }) => ({
    ...card,
    openingCents: closedWith ?? purses.reduce((sum, purse) => sum + (held.get(purseOf(purse, card.id)) ?? 0), 0),
  }))
}

/**
 * What moved the money of a fleet's cards in a month, and what is dated before it and was not there when the bill of its own month was
 * issued. What stands on an issued bill stands on no other.
 */
export async function movementsOf({ tx }: Ctx, groupId: number, { companyId, from, to }: Period): Promise<BilledMovement[]> {
  const { rows } = await sql<BilledMovement>`
    select movement.id, movement.user_card_id, movement.spent_by_id, movement.type, movement.amount_cents, movement.order_id,
      movement.ledger_entry_id, movement.created_date
    from user_card card
    join user_card_detail movement on movement.company_id = ${companyId} and movement.user_card_id = card.id
    left join (
      select billed.user_card_id, min(bill.from_time) as since, min(bill.issued_before) as issued_before
      from fleet_bill bill join fleet_bill_card billed on billed.company_id = ${companyId} and billed.bill_id = bill.id
      where bill.company_id = ${companyId} and bill.group_id = ${groupId} and bill.status = 'issued' group by billed.user_card_id
    ) as first on first.user_card_id = card.id
    where card.company_id = ${companyId} and card.group_id = ${groupId} and movement.created_date < ${to}
      and (movement.created_date >= ${from} or movement.created_date >= first.since or movement.id >= first.issued_before)
      and not exists (select from fleet_bill_movement covered
        where covered.company_id = ${companyId} and covered.user_card_detail_id = movement.id)
    order by movement.created_date, movement.id`.execute(tx)
  return rows
}

/** A line of an order as it was priced, and how it was sold. */
export interface SoldLine {
  readonly orderId: number
  readonly soldAt: string
  /** By the clock of the station, `2026-11-27T08:30:00`. */
  readonly moment: string
  readonly stationId: number
  readonly stationName: string
  readonly plate: string | null
  readonly odometerKm: number | null
  readonly productId: number | null
  readonly product: string
  readonly categoryType: 'fuel' | 'normal'
  readonly volumeCl: number
  readonly pieces: number
  readonly priceCents: number | null
  readonly listPriceCents: number | null
  readonly amountCents: number
  readonly discountCents: number
  readonly discounts: readonly { readonly name: string }[] | null
}

/** The lines of orders, by order. */
export async function linesSold({ tx }: Ctx, companyId: number, orderIds: readonly number[]): Promise<Map<number, SoldLine[]>> {
  const { rows } = await sql<SoldLine>`
    select sale.id as order_id, sale.created_date as sold_at, place.id as station_id, place.name as station_name,
      to_char(sale.created_date at time zone place.time_zone, 'YYYY-MM-DD"T"HH24:MI:SS') as moment,
      hold.plate, hold.odometer_km, item.product_id, item.name as product, line.category_type, line.volume_cl, line.pieces,
      line.price_cents, line.list_price_cents, line.amount_cents, line.discount_cents, line.discounts
    from sale_order sale
    join station place on place.company_id = ${companyId} and place.id = sale.station_id
    join order_line line on line.company_id = ${companyId} and line.order_id = sale.id
    join item on item.company_id = ${companyId} and item.id = line.item_id
    left join lateral (
      select held.plate, held.odometer_km from card_authorisation held
      where held.company_id = ${companyId} and held.order_id = sale.id order by held.id limit 1
    ) as hold on true
    where sale.company_id = ${companyId} and sale.id = any(${orderIds}::bigint[])
    order by line.id`.execute(tx)
  return Map.groupBy(rows, ({ orderId }) => orderId)
}
