import { expireHours } from '@forecourt/contract'
import { sql } from 'kysely'
import type { Ctx } from '../../platform/execution/command.ts'
import { inScope } from '../../platform/postgres/name-companies.ts'

/** The nozzles of a change at stations where it has fired: from now on each of them is to confirm its price. */
export async function noteSent({ tx, now }: Ctx, companyId: number, id: number, stationIds: readonly number[]): Promise<void> {
  await sql`
    insert into price_change_nozzle (company_id, change_id, station_id, nozzle_control_id, product_id, price_cents, from_at, sent_date)
    select line.company_id, line.change_id, line.station_id, nozzle.id, line.product_id, line.price_cents, line.from_at, ${now}
    from price_change_line line
    join tank on tank.company_id = line.company_id and tank.station_id = line.station_id and tank.product_id = line.product_id
    join nozzle_control nozzle on nozzle.company_id = line.company_id and nozzle.tank_id = tank.id
    where line.company_id = ${companyId} and line.change_id = ${id} and line.station_id = any(${[...stationIds]})`.execute(tx)
}

/** A station whose nozzles have all confirmed has succeeded; one of which a nozzle was seen at another price has failed. */
export async function judgeParts({ tx }: Pick<Ctx, 'tx'>, companyId: number, changeIds: readonly number[]): Promise<void> {
  if (changeIds.length === 0) return
  await sql`
    update price_change_station part set status = judged.status from (
      select part.id, case when bool_or(nozzle.state = 'mixed') then 'fail'
        when coalesce(bool_and(nozzle.state = 'confirmed'), true) then 'success' end as status
      from price_change_station part
      left join price_change_nozzle nozzle on nozzle.company_id = part.company_id and nozzle.change_id = part.change_id
        and nozzle.station_id = part.station_id
      where part.company_id = ${companyId} and part.change_id = any(${[...changeIds]}) and part.status = 'wait'
        and part.fired_date is not null
      group by part.id
    ) as judged
    where part.company_id = ${companyId} and part.id = judged.id and judged.status is not null and part.status = 'wait'`.execute(tx)
}

/** Nozzles of a change that have said nothing for a minute are called unconfirmed; their next sale may still confirm them. */
export async function unconfirm({ tx }: Ctx, companyId: number, id: number): Promise<void> {
  await sql`update price_change_nozzle set state = 'unconfirmed'
    where company_id = ${companyId} and change_id = ${id} and state = 'sent'`.execute(tx)
}

/**
 * A station has missed a change when none of its devices was heard for a day after it. Where no device has a credential nobody can be
 * heard: its nozzles stay unconfirmed, as those of a station that is there and sells nothing. @source decisions D5, WS3
 */
export async function expire({ tx, now }: Ctx, companyId: number, id: number): Promise<void> {
  const since = new Date(now.getTime() - expireHours * 3_600_000)
  await sql`
    update price_change_station part set status = 'expired'
    where company_id = ${companyId} and change_id = ${id} and status = 'wait' and fired_date <= ${since}
      and exists (
        select from device
        join device_credential credential on credential.company_id = device.company_id and credential.device_id = device.id
        where device.company_id = part.company_id and device.station_id = part.station_id and device.enabled)
      and not exists (
        select from device where device.company_id = part.company_id and device.station_id = part.station_id
          and device.last_seen > part.fired_date)
      and not exists (
        select from price_change_nozzle nozzle where nozzle.company_id = part.company_id and nozzle.change_id = part.change_id
          and nozzle.station_id = part.station_id and nozzle.state = 'confirmed')`.execute(tx)
}

/** A nozzle whose price of a change is still to be seen. A later change at the same nozzle takes its place. */
export interface OpenNozzle {
  readonly id: number
  readonly changeId: number
  readonly nozzleControlId: number
  readonly priceCents: number
  readonly fromAt: string
}

/** For how long a sale is waited for. */
const openDays = 7

export async function openNozzles({ tx, now }: Pick<Ctx, 'tx' | 'now'>, companyId: number): Promise<OpenNozzle[]> {
  const { rows } = await sql<OpenNozzle>`
    select nozzle.id, nozzle.change_id, nozzle.nozzle_control_id, nozzle.price_cents, nozzle.from_at from price_change_nozzle nozzle
    where nozzle.company_id = ${companyId} and nozzle.state in ('sent', 'unconfirmed')
      and nozzle.sent_date > ${new Date(now.getTime() - openDays * 86_400_000)}
      and not exists (
        select from price_change_nozzle later where later.company_id = nozzle.company_id
          and later.nozzle_control_id = nozzle.nozzle_control_id and (later.from_at, later.id) > (nozzle.from_at, nozzle.id))
    order by nozzle.id`.execute(tx)
  return rows
}

/** What was seen at a nozzle: by a sale, or because it said so. */
export interface Seen extends OpenNozzle {
  readonly seenCents: number
  readonly orderId: number | null
}

/** Notes what nozzles charge, and with it how far their changes have come. */
export async function noteSeen({ tx, now }: Ctx, companyId: number, seen: readonly Seen[]): Promise<void> {
  if (seen.length === 0) return
  const told = seen.map(({ id, seenCents, orderId }) => ({ id, cents: seenCents, order_id: orderId }))
  await sql`
    update price_change_nozzle nozzle
    set state = case when told.cents = nozzle.price_cents then 'confirmed' else 'mixed' end, seen_cents = told.cents,
      seen_date = ${now}, order_id = told.order_id
    from jsonb_to_recordset(${JSON.stringify(told)}) as told (id bigint, cents bigint, order_id bigint)
    where nozzle.company_id = ${companyId} and nozzle.id = told.id and nozzle.state in ('sent', 'unconfirmed')`.execute(tx)
  await judgeParts({ tx }, companyId, [...new Set(seen.map(({ changeId }) => changeId))])
}

/** Companies of which nozzles are still to be seen. */
export const whereNozzlesAreOpen = sql`exists (select from price_change_nozzle nozzle where nozzle.company_id = company.id
  and nozzle.state in ('sent', 'unconfirmed'))`

/** How long a device may still say the old price: it is told within seconds, and switches between two customers. */
const graceMs = 60_000

/** What a device says that nozzles of its station charge. */
export async function noteReadBack(ctx: Ctx, stationId: number, told: readonly { logicNo: number; priceCents?: number | undefined }[]) {
  const prices = told.filter(({ priceCents }) => priceCents !== undefined)
  if (prices.length === 0) return
  const { rows } = await sql<{ id: number; companyId: number; logicNo: number }>`
    select id, company_id, logic_no from nozzle_control where ${inScope(ctx.tx)} and station_id = ${stationId}
      and logic_no = any(${prices.map(({ logicNo }) => logicNo)}::int[])`.execute(ctx.tx)
  const [first] = rows
  if (!first) return
  const byId = new Map(rows.map(({ id, logicNo }) => [id, prices.findLast(each => each.logicNo === logicNo)!.priceCents!]))
  const open = (await openNozzles(ctx, first.companyId)).filter(({ nozzleControlId }) => byId.has(nozzleControlId))
  const seen = open.map(nozzle => ({ ...nozzle, seenCents: byId.get(nozzle.nozzleControlId)!, orderId: null }))
  const isSettled = ({ seenCents, priceCents, fromAt }: Seen) =>
    seenCents === priceCents || ctx.now.getTime() - new Date(fromAt).getTime() > graceMs
  await noteSeen(ctx, first.companyId, seen.filter(isSettled))
}
