import { discounts, products, stations, type Parsed, type Resource } from '@forecourt/contract'
import { sql } from 'kysely'
import { handle, type Ctx } from '../../platform/execution/command.ts'
import { createRow, crud, updateRow } from '../../platform/execution/crud.ts'
import { byCompany } from '../../platform/execution/batch-rule.ts'
import { refuse } from '../../platform/execution/refusal.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { getOf } from '../../platform/search/list.ts'
import type { PriceRule, SoldAt } from '../reckoning/index.ts'

/** A card that is named on a sale. */
export interface NamedCard {
  readonly companyId: number
  /** Itself, or by the number that it has now. */
  readonly cardId?: number | undefined
  readonly cardNumber?: string | undefined
  readonly stationId: number
  readonly at: Date
}
/** What it brings there, and the moment by the clock of the station. */
export interface Brought extends SoldAt {
  readonly rules: readonly PriceRule[]
}

/**
 * The discounts of cards that are named on sales: their own, those of their products and of their fleets, and that of the level which
 * the holder has reached. A card that does not pay, a product whose service has ended and a fleet that has ended bring none; a card of a
 * fleet brings that of the fleet's level, and not that of its driver's.
 */
export async function discountsOf<Named extends NamedCard>(tx: Tx, named: readonly Named[]): Promise<Map<Named, Brought>> {
  const found = new Map<Named, Brought>()
  for (const [company, its] of byCompany(named, ({ companyId }) => companyId)) {
    const asked = its.map(({ cardId, cardNumber, stationId, at }, turn) => ({
      turn,
      card: cardId,
      named: cardNumber,
      station: stationId,
      at,
    }))
    const { rows } = await sql<{ turn: number; moment: string; rules: PriceRule[] }>`
      select asked.turn, to_char(here.at, 'YYYY-MM-DD"T"HH24:MI:SS') as moment,
        json_agg(json_build_object('id', discount.id, 'version', discount.version, 'kind', bound.kind, 'name', discount.name,
          'centsPerL', discount.cents_per_l, 'percent', discount.percent, 'products', discount.products, 'stations', discount.stations,
          'hours', discount.hours, 'validFrom', discount.valid_from, 'validUntil', discount.valid_until)) as rules
      from jsonb_to_recordset(${JSON.stringify(asked)}) as asked (turn int, card bigint, named text, station bigint, at timestamptz)
      join station place on place.company_id = ${company} and place.id = asked.station
      cross join lateral (select asked.at at time zone place.time_zone as at) as here
      join user_card held on held.company_id = ${company} and held.id = coalesce(asked.card, (
        select id from user_card where company_id = ${company} and number = asked.named)) and held.status = 'normal'
        and held.issue_time is not null and held.closed_time is null
        and (held.valid_until is null or held.valid_until >= here.at::date)
      join card product on product.company_id = ${company} and product.id = held.card_id and product.type = 'debit'
        and (product.end_time is null or product.end_time > asked.at)
      left join fleet on fleet.company_id = ${company} and fleet.id = held.group_id
        and (fleet.end_time is null or fleet.end_time > asked.at)
      left join lateral (
        select level.discount_id from (
          select card_id, level_id from user_card where company_id = ${company} and user_id = held.user_id and held.group_id is null
            and closed_time is null
          union all select card_id, level_id from user_card where company_id = ${company} and group_id = held.group_id
            and service = 'level' and closed_time is null
        ) as own
        join card service on service.company_id = ${company} and service.id = own.card_id and service.type = 'level'
          and (service.end_time is null or service.end_time > asked.at)
        join member_level level on level.company_id = ${company} and level.id = own.level_id
        limit 1
      ) as reached on true
      cross join lateral (
        values ('card', held.discount_id), ('card', product.discount_id), ('fleet', fleet.discount_id),
          ('level', reached.discount_id)
        union all
        select 'card', bought.discount_id from card_discount bought
        where bought.company_id = ${company} and bought.user_card_id = held.id and bought.begins_at <= asked.at
          and (bought.ends_at is null or bought.ends_at > asked.at)
      ) as bound (kind, discount)
      join discount on discount.company_id = ${company} and discount.id = bound.discount
      group by asked.turn, here.at`.execute(tx)
    for (const { turn, moment, rules } of rows) found.set(its[turn]!, { stationId: its[turn]!.stationId, moment, rules })
  }
  return found
}

/** Those of these companies in which there is a discount that a card, a fleet or a level may bring. */
export async function whichHaveDiscounts(tx: Tx, companies: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ companyId: number }>`
    select company_id from discount where company_id = any(${[...companies]}::bigint[]) group by company_id`.execute(tx)
  return rows.map(({ companyId }) => companyId)
}

type Body = Parsed<typeof discounts.create>['body']

/** What it names is the caller's, and it says in one way by how much. @throws notFound, discount.oneOfBoth, discount.endsBeforeBegin */
export async function refuseUnfitDiscount(ctx: Ctx, { centsPerL, percent, validFrom, validUntil, ...named }: Body): Promise<void> {
  if ((centsPerL === null) === (percent === null)) refuse('discount.oneOfBoth')
  if (validFrom !== null && validUntil !== null && validUntil < validFrom) refuse('discount.endsBeforeBegin')
  const ids = [
    ...named.products.map(({ productId }) => ['products', products, productId] as const),
    ...named.stations.map(({ stationId }) => ['stations', stations, stationId] as const),
  ]
  for (const [field, resource, id] of ids)
    await getOf(ctx.tx, resource as unknown as Resource, id, [], ctx.scope, { named: true }).catch((thrown: { code?: string }) =>
      thrown.code === 'notFound' ? refuse('notFound', { field }) : Promise.reject(thrown),
    )
}

/** @throws discount.nameTaken, notFound, discount.oneOfBoth, discount.endsBeforeBegin */
const create = handle(discounts.create, async (ctx, { body }) => {
  await refuseUnfitDiscount(ctx, body)
  return getOf(ctx.tx, discounts, await createRow(ctx, discounts, body), [], ctx.scope)
})

/**
 * Counts from the next sale that is reckoned on.
 * @throws discount.nameTaken, notFound, discount.oneOfBoth, discount.endsBeforeBegin, stale
 */
const update = handle(discounts.update, async (ctx, { id, body }) => {
  await getOf(ctx.tx, discounts, id, [], ctx.scope)
  await refuseUnfitDiscount(ctx, body)
  await updateRow(ctx, discounts, id, body)
  return getOf(ctx.tx, discounts, id, [], ctx.scope)
})

export const discountHandlers = [...crud(discounts, ['list', 'get', 'delete', 'totals']), create, update]
