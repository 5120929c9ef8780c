import type { Resource } from '@forecourt/contract'
import { sql, type RawBuilder } from 'kysely'
import type { ScopeValue } from '../command.ts'

/**
 * Which rows of a resource the caller may see, as a condition on its table. Row-level security says the companies once more.
 * A fleet's leader sees what bears his fleet, and nothing else; nobody sees further back than his limit.
 */
export function visible(resource: Resource, scope: ScopeValue): RawBuilder<unknown> {
  const since = resource.recent && scope.since?.[resource.recent]
  const placed = within(resource, scope)
  return since ? sql`${placed} and created_date >= ${since}` : placed
}

function within(resource: Resource, { companyIds, stationIds, fleetId }: ScopeValue): RawBuilder<unknown> {
  const { scope } = resource
  if (scope === 'headOffice') {
    return fleetId === undefined && stationIds === undefined ? ofHeadOffice(companyIds) : sql`false`
  }
  const company = among(scope === 'tenant' ? 'id' : 'companyId', companyIds)
  if (fleetId !== undefined) return sql`${company} and ${ofFleet(resource, fleetId)}`
  if (stationIds === undefined || scope === 'company' || scope === 'tenant') return company
  return sql`${company} and ${among(scope === 'site' ? 'id' : 'stationId', stationIds)}`
}

/** Of one company or station the rows stand in an index in the order of the list; of several they have to be sorted. */
const among = (column: string, ids: readonly number[]) =>
  ids.length === 1 ? sql`${sql.ref(column)} = ${ids[0]}` : sql`${sql.ref(column)} = any(${ids})`

const ofHeadOffice = (companyIds: readonly number[]) =>
  sql`id in (select company_group_id from company_group_member where company = any(${companyIds}))`

/** A list shows the station, and the company, that the caller has chosen; the lists to choose them from show all of his. */
export function chosen({ scope }: Resource, { companyId, stationId }: ScopeValue): RawBuilder<unknown> | undefined {
  if (scope === 'station' && stationId !== undefined) return sql`station_id = ${stationId}`
  return (scope === 'station' || scope === 'company') && companyId !== undefined ? sql`company_id = ${companyId}` : undefined
}

/** Its cards and what became of them; and of those who hold them, and of what their cards are, as much as a card tells. */
function ofFleet({ name, row }: Resource, fleetId: number): RawBuilder<unknown> {
  const cards = sql`from user_card where group_id = ${fleetId}`
  if (name === 'groups') return sql`id = ${fleetId}`
  if ('groupId' in row.shape) return sql`group_id = ${fleetId}`
  if (name === 'users') return sql`id in (select user_id ${cards})`
  if (name === 'cards') return sql`id in (select card_id ${cards})`
  if (name === 'userCardDetails') return sql`user_card_id in (select id ${cards})`
  return sql`false`
}
