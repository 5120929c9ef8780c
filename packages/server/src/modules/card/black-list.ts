import { blackListStaleMs, cardBlackLists, devices, type BlackListDevice, type BlackListReason, type Returned } from '@forecourt/contract'
import { sql } from 'kysely'
import { byCompany } from '../../platform/execution/by-company.ts'
import { handle, type Ctx, type Handler } from '../../platform/execution/command.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { inScope, scoped } from '../../platform/postgres/name-companies.ts'
import { chosen, visible } from '../../platform/search/scope.ts'

/** For so long changes are kept; who has an older list is given the whole. */
const keptMs = 90 * 24 * 60 * 60_000

/**
 * What has come onto the list and left it since a version. Asked in one statement, which sees one moment: its version is that of what it
 * tells. A number that came and left since then is told as one that left, which the caller never had; it is no harm.
 */
const changes = handle(cardBlackLists.changes, async (ctx, { query: { since } }) => {
  const { tx, now } = ctx
  const { companyId, kind, id } = ctx.actor
  await sql`select card_black_list_expire(${companyId}, ${now})`.execute(tx)
  const { rows } = await sql<Returned<typeof cardBlackLists.changes>>`
    with head as (select version, forgotten from card_black_list_head where company_id = ${companyId}),
    state as materialized (
      select coalesce((select version from head), 0) as version,
        coalesce((select ${since}::bigint not between greatest(forgotten, 1) and version from head), true) as whole
    )
    select version, whole, coalesce((
      select json_agg(json_build_object('number', number, 'reason', reason) order by number) from card_black_list listed
      where listed.company_id = ${companyId} and (state.whole or listed.version > ${since})
    ), '[]') as added, coalesce((
      select json_agg(distinct number) from card_black_list_change change
      where change.company_id = ${companyId} and change.version > ${since} and not state.whole and not exists (
        select from card_black_list listed where listed.company_id = ${companyId} and listed.number = change.number)
    ), '[]') as removed
    from state`.execute(tx)
  if (kind === 'device') {
    const said = { version: since, askedAt: now }
    await tx
      .insertInto('cardBlackListDevice')
      .values({ companyId, deviceId: id, ...said })
      .onConflict(on => on.columns(['companyId', 'deviceId']).doUpdateSet(said))
      .execute()
  }
  return rows[0]!
})

/** Screens and programs on phones take no card by themselves. */
const takeCards = ['pos', 'miniPos', 'selfService', 'dataHub', 'qPos', 'dispenser'] as const

/**
 * Devices are known by what they say: an answer that never arrived leaves a device where it was. @source decisions CD24
 */
const versions = handle(cardBlackLists.devices, async ctx => {
  const content: BlackListDevice[] = []
  for (const of of byCompany(ctx)) content.push(...(await versionsIn(of)))
  return { content: content.toSorted((one, other) => Number(other.stale) - Number(one.stale)) }
})

async function versionsIn({ tx, scope, now }: Ctx): Promise<BlackListDevice[]> {
  const place = chosen(devices, scope) ?? sql`true`
  const since = new Date(now.getTime() - blackListStaleMs)
  const { rows } = await sql<BlackListDevice>`
    with seen as (
      select id, company_id, station_id, name, type from ${scoped(tx, 'device')} device
      where ${visible(devices, scope)} and ${place} and enabled and type = any(${[...takeCards]}::text[])
    ), known as (
      select seen.*, station.name as station, asked.version, asked.asked_at, coalesce(head.version, 0) as newest, (
        select at from ${scoped(tx, 'card_black_list_change')} change
        where change.company_id = seen.company_id and change.version > coalesce(asked.version, 0) order by change.version limit 1
      ) as behind_since
      from seen
      join ${scoped(tx, 'device_credential')} credential on credential.device_id = seen.id and credential.company_id = seen.company_id
      join ${scoped(tx, 'station')} station on station.id = seen.station_id and station.company_id = seen.company_id
      left join ${scoped(tx, 'card_black_list_device')} asked on asked.device_id = seen.id and asked.company_id = seen.company_id
      left join ${scoped(tx, 'card_black_list_head')} head on head.company_id = seen.company_id
    )
    select id as device_id, name, type, station_id, station, version, asked_at, newest,
      greatest(newest - coalesce(version, 0), 0) as behind, behind_since,
      coalesce(asked_at < ${since}, true) or coalesce(behind_since < ${since}, false) as stale
    from known order by station, name, id`.execute(tx)
  return rows
}

/** Forgets changes that are older than is kept; a device with a list from before them is given the whole. */
export async function forgetChanges(tx: Tx, now: Date): Promise<void> {
  const kept = new Date(now.getTime() - keptMs)
  const { rows } = await sql<{ companyId: number; version: number }>`
    select company_id, max(version) as version from card_black_list_change where at < ${kept} and ${inScope(tx)}
    group by company_id order by company_id`.execute(tx)
  for (const { companyId, version } of rows) {
    await sql`update card_black_list_head set forgotten = ${version} where company_id = ${companyId} and forgotten < ${version}`.execute(tx)
    await sql`delete from card_black_list_change where company_id = ${companyId} and version <= ${version}`.execute(tx)
  }
}

/** A card that is on the list, why, and since when. */
export interface ListedCard {
  readonly companyId: number
  readonly number: string
  readonly reason: BlackListReason
  readonly at: string
}

/** Those of the numbers that are on the list of a company. */
export async function listedAmong({ tx }: Ctx, companyId: number, numbers: readonly string[]): Promise<Map<string, ListedCard>> {
  const { rows } = await sql<ListedCard>`
    select company_id, number, reason, at from card_black_list
    where company_id = ${companyId} and number = any(${[...numbers]}::text[])`.execute(tx)
  return new Map(rows.map(row => [row.number, row]))
}

/**
 * Puts cards onto the list for what the card itself does not say: their fleet is stopped. Every other reason is seen by the database when
 * the card is changed. @source decisions CD24
 */
export async function listCard({ tx, now }: Ctx, ids: readonly number[]): Promise<void> {
  const stopped = tx.updateTable('userCard').set({ stoppedAt: now }).where('stoppedAt', 'is', null)
  await stopped.where(sql<boolean>`id = any(${[...ids]}::bigint[])`).execute()
}

/** Their fleet goes on: what else is said of a card still keeps it on the list. */
export async function unlistCard({ tx }: Ctx, ids: readonly number[]): Promise<void> {
  await tx
    .updateTable('userCard')
    .set({ stoppedAt: null })
    .where(sql<boolean>`id = any(${[...ids]}::bigint[])`)
    .execute()
}

export const blackListHandlers: readonly Handler[] = [changes, versions]
