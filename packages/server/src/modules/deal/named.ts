import { sql } from 'kysely'
import { planHints } from '../../platform/postgres/client.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { inScope } from '../../platform/postgres/name-companies.ts'
import { lyingOf, tagsOfHolder, type Hand, type LyingRow } from './at-hand.ts'
import type { Ctx } from '../../platform/execution/command.ts'

/** A sale that was charged already, with the coupons that were used on it. */
export interface ChargedWith {
  readonly ctx: Ctx
  readonly companyId: number
  readonly stationId: number
  readonly deviceId: number | null
  readonly at: Date
  readonly userCardId?: number | undefined
  readonly cardNumber?: string | undefined
  readonly ids: readonly number[]
  readonly codes: readonly string[]
}
type Row = Omit<LyingRow, 'id'> & {
  readonly turn: number
  readonly moment: string
  readonly timeZone: string
  readonly deviceType: string | null
  readonly userId: number | null
  readonly id: number | null
}

/**
 * The coupons that these sales name, as they lie now: those of the card's holder by their ids, any by its code. All are found and locked
 * together, in the order of their ids; one that is not found is left out. @returns in the order of the sales
 */
export async function couponsNamed(tx: Tx, sales: readonly ChargedWith[]): Promise<Hand[]> {
  if (sales.length === 0) return []
  const { now } = sales[0]!.ctx
  const asked = sales.map(({ ctx: _ctx, companyId, stationId, deviceId, at, userCardId, cardNumber, ids, codes }, turn) => {
    const told = { ids, codes: codes.map(code => code.toUpperCase()) }
    return { turn, company: companyId, station: stationId, device: deviceId, at, card: userCardId, card_number: cardNumber, ...told }
  })
  const { rows } = await sql<Row>`${planHints({ genericPlan: true })}
    with asked as materialized (
      select asked.*, station.time_zone, device.type as device_type, holder.user_id
      from jsonb_to_recordset(${JSON.stringify(asked)}) as asked (turn int, company bigint, station bigint, device bigint, at timestamptz,
        card bigint, card_number text, ids bigint[], codes text[])
      join station on station.id = asked.station and ${inScope(tx, 'station.company_id')}
      left join device on device.id = asked.device and ${inScope(tx, 'device.company_id')}
      left join lateral (
        select card.user_id from user_card card where card.company_id = asked.company and card.closed_time is null
          and (card.id = asked.card or card.number = asked.card_number) and ${inScope(tx, 'card.company_id')} limit 1
      ) as holder on true
    ), wanted as materialized (
      select asked.turn, own.id from asked cross join unnest(asked.ids) as named (id)
      join user_deal own on own.id = named.id and own.company_id = asked.company and own.user_id = asked.user_id
        and ${inScope(tx, 'own.company_id')}
      union
      select asked.turn, own.id from asked cross join unnest(asked.codes) as named (code)
      join user_deal own on own.company_id = asked.company and own.code = named.code and ${inScope(tx, 'own.company_id')}
    ), held as materialized (
      select one.* from user_deal one where one.id = any(array(select id from wanted)) and ${inScope(tx, 'one.company_id')}
      order by one.id for update
    )
    select asked.turn, to_char(asked.at at time zone asked.time_zone, 'YYYY-MM-DD"T"HH24:MI:SS') as moment, asked.time_zone,
      asked.device_type, asked.user_id, held.id, held.deal_id, held.terms, held.code, held.start_time, held.end_time, kept.document,
      case when held.recalled_date is not null then 'recalled' when held.used_date is not null then 'used'
        when held.held_until > ${now}::timestamptz then 'heldElsewhere' end as against,
      held.held_until, held.worst_cents
    from asked
    left join wanted using (turn)
    left join held on held.id = wanted.id
    left join deal_terms kept on kept.deal_id = held.deal_id and kept.terms = held.terms and ${inScope(tx, 'kept.company_id')}
    order by asked.turn, held.id`.execute(tx)
  const byTurn = Map.groupBy(rows, ({ turn }) => turn)
  return Promise.all(
    sales.map(async ({ ctx, companyId, stationId, at }, turn) => {
      const own = byTurn.get(turn)!
      const { moment, timeZone, deviceType, userId } = own[0]!
      const lying = own.flatMap(row => (row.id === null ? [] : [lyingOf({ ...row, id: row.id }, timeZone)]))
      const asksTags = userId !== null && lying.some(({ conditions }) => conditions.tags.length > 0)
      const tags = asksTags ? await tagsOfHolder(ctx, companyId, userId) : []
      return { at: at.getTime(), isMember: userId !== null, tags, userId, place: { stationId, moment }, lying, deviceType }
    }),
  )
}
