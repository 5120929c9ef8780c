import { sql } from 'kysely'
import type { StationSettings } from '@forecourt/contract'
import type { Ctx } from '../../platform/execution/command.ts'
import { scoped } from '../../platform/postgres/name-companies.ts'
import { settingsOfStation } from '../org/index.ts'

interface Delivered {
  readonly stationId: number
  readonly productId: number
  readonly beginTime: string
  readonly deliveryVolumeCl: number | null
}
type Rule = StationSettings['deliveryLoss'][number]

/** Months over the turn of a year are written from the later to the earlier: 10 to 3. */
const covers = ({ fromMonth, toMonth }: Rule, month: number): boolean =>
  fromMonth <= toMonth ? month >= fromMonth && month <= toMonth : month >= fromMonth || month <= toMonth

/**
 * 定额损耗: what may be lost of what the note says, by the rule of the product, else of its base fuel, in the month in which it was unloaded.
 * Rounded down, to whole centilitres.
 */
export async function allowedLoss(ctx: Ctx, { stationId, productId, beginTime, deliveryVolumeCl }: Delivered) {
  const none = { allowedLossCl: null, allowedBy: null }
  const { deliveryLoss } = await settingsOfStation(ctx, stationId)
  if (deliveryVolumeCl === null || deliveryLoss.length === 0) return none
  const { rows } = await sql<{ codes: string[]; month: number }>`
    select array_remove(array[product.code, base.code], null) as codes,
      extract(month from ${beginTime}::timestamptz at time zone station.time_zone)::int as month
    from ${scoped(ctx.tx, 'product')} product
    left join ${scoped(ctx.tx, 'base_fuel')} base on base.id = product.base_fuel_id
    cross join ${scoped(ctx.tx, 'station')} station where product.id = ${productId} and station.id = ${stationId}`.execute(ctx.tx)
  const { codes, month } = rows[0]!
  const rules = deliveryLoss.filter(rule => covers(rule, month))
  const rule = codes.map(code => rules.find(each => each.code === code)).find(each => each !== undefined)
  return rule ? { allowedLossCl: Math.floor((deliveryVolumeCl * rule.basisPoints) / 10_000), allowedBy: rule.source } : none
}
