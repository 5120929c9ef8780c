import type { Resource } from '@forecourt/contract'
import { sql, type RawBuilder } from 'kysely'
import type { ScopeValue } from '../command.ts'

/**
 * Which rows of a resource the caller may see, as a condition on its table. Row-level security says the companies once more.
 * A fleet's leader sees what bears his fleet, and nothing else.
 */
export function visible(resource: Resource, { companyIds, stationIds, fleetId }: ScopeValue): RawBuilder<unknown> {
  const { scope } = resource
  const company = sql`${sql.ref(scope === 'tenant' ? 'id' : 'companyId')} = any(${companyIds})`
  if (fleetId !== undefined) return sql`${company} and ${ofFleet(resource, fleetId)}`
  if (stationIds === undefined || scope === 'company' || scope === 'tenant') return company
  return sql`${company} and ${sql.ref(scope === 'site' ? 'id' : 'stationId')} = any(${stationIds})`
}

/** A list shows the station, and the company, that the caller has chosen; the lists to choose them from show all of his. */
export function chosen({ scope }: Resource, { companyId, stationId }: ScopeValue): RawBuilder<unknown> | undefined {
  if (scope === 'station' && stationId !== undefined) return sql`station_id = ${stationId}`
  return (scope === 'station' || scope === 'company') && companyId !== undefined ? sql`company_id = ${companyId}` : undefined
}

function ofFleet({ name, row }: Resource, fleetId: number): RawBuilder<unknown> {
  if (name === 'groups') return sql`id = ${fleetId}`
  return 'groupId' in row.shape ? sql`group_id = ${fleetId}` : sql`false`
}
