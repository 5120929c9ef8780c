import type { Resource } from '@forecourt/contract'
import { sql, type RawBuilder } from 'kysely'
import type { ScopeValue } from '../execution/command.ts'
import { noCompany } from '../execution/ctx.ts'
import { assert } from '../execution/refusal.ts'
import { among } from '../postgres/name-companies.ts'
import { mayRead, stepOf } from './fields.ts'

/**
 * Which rows of a resource the caller may see, as a condition on its table. Row-level security says the companies once more.
 * A fleet's leader sees the records of that fleet only; nobody sees further back than their limit.
 */
export function visible(resource: Resource, scope: ScopeValue, place?: Place): RawBuilder<unknown> {
  const since = resource.recent && scope.since?.[resource.recent]
  const placed = within(resource, scope, place)
  return since ? sql`${placed} and created_date >= ${since}` : placed
}

function within(resource: Resource, reader: ScopeValue, place?: Place): RawBuilder<unknown> {
  const { companyIds, stationIds, fleetId } = reader
  const { scope } = resource
  if (scope === 'headOffice') {
    return fleetId === undefined && stationIds === undefined ? ofHeadOffice(companyIds) : sql`false`
  }
  const company =
    place?.by === 'companyId'
      ? sql`company_id = ${place.id}`
      : among(scope === 'tenant' ? 'id' : 'companyId', companiesSeen(resource, reader))
  if (fleetId !== undefined) return sql`${company} and ${ofFleet(resource, fleetId, companyIds)}`
  if (stationIds === undefined || scope === 'company' || scope === 'tenant') return company
  return sql`${company} and ${place ? sql`station_id = ${place.id}` : among(scope === 'site' ? 'id' : 'stationId', stationIds)}`
}

/** Whether rows of no company are among those that the caller sees. */
const showsUnassigned = ({ unassigned }: Resource, { permissions }: ScopeValue): boolean =>
  unassigned !== undefined && permissions !== undefined && permissions.has(unassigned)
/** Whose rows of a resource the caller sees. */
export const companiesSeen = (resource: Resource, scope: ScopeValue): readonly number[] =>
  showsUnassigned(resource, scope) ? [...scope.companyIds, noCompany] : scope.companyIds

/**
 * A further condition of what a resource's own list and record show. Records beyond it may still be referred to, and are then known by
 * their label. Who works in stations reads what belongs to those stations, by the relation that the contract names.
 */
export function readable(resource: Resource, { companyIds, stationIds }: ScopeValue): RawBuilder<unknown> | undefined {
  if (!resource.stationsBy || !stationIds) return undefined
  const by = stepOf(resource, resource.stationsBy)
  assert(by?.many, 'what belongs to stations does so by rows that point to it')
  return sql`id in (select ${sql.ref(by.column)} from ${sql.table(by.target.table)}
    where ${among('companyId', companyIds)} and station_id = any(${stationIds}))`
}

/** Two conditions, either of which may be absent. */
export const both = (one: RawBuilder<unknown> | undefined, other: RawBuilder<unknown> | undefined): RawBuilder<unknown> | undefined =>
  one && other ? sql`${one} and (${other})` : (one ?? other)

/**
 * Where a related record answers a search, or an order, by one of its fields: everywhere, where the caller may read it, or where its
 * label holds the field. `key` names the condition.
 */
export function answering(target: Resource, field: string, scope: ScopeValue): { key: string; where: RawBuilder<unknown> | undefined } {
  const [open, own] = [mayRead(target, scope), readable(target, scope)]
  if (field === 'id' || (open && !own)) return { key: '', where: undefined }
  if (!target.label?.includes(field)) return { key: 'own', where: own }
  const unless = target.labelUnless?.[field]
  if (!unless) return { key: '', where: undefined }
  const labelled = sql`not ${sql.ref(unless)}`
  return { key: field, where: open && own ? sql`(${own} or ${labelled})` : labelled }
}

/** One of several companies or stations whose rows a list shows together. */
export interface Place {
  readonly by: 'companyId' | 'stationId'
  readonly id: RawBuilder<unknown>
}
/** More than these are not asked one by one. */
const placesMost = 500

/** The companies or stations that a list is made of, where there are several: each has its rows in the order of the list. */
export function placesOf(resource: Resource, scope: ScopeValue): { by: Place['by']; ids: readonly number[] } | undefined {
  const { stationIds, fleetId } = scope
  const companyIds = companiesSeen(resource, scope)
  const isOne = fleetId !== undefined || chosen(resource, scope) !== undefined || !['station', 'company'].includes(resource.scope)
  if (isOne) return undefined
  const by = resource.scope === 'station' && stationIds ? 'stationId' : 'companyId'
  const ids = by === 'stationId' ? stationIds! : companyIds
  return ids.length > 1 && ids.length <= placesMost ? { by, ids } : undefined
}

const ofHeadOffice = (companyIds: readonly number[]) =>
  sql`id in (select company_group_id from company_group_member where company = any(${companyIds}))`

/** A list shows the station, and the company, that the caller has selected; the lists to select them from show all of the caller's. */
export function chosen(resource: Resource, reader: ScopeValue): RawBuilder<unknown> | undefined {
  const { scope } = resource
  const { companyId, stationId } = reader
  if (showsUnassigned(resource, reader)) return undefined
  if (scope === 'station' && stationId !== undefined) return sql`station_id = ${stationId}`
  return (scope === 'station' || scope === 'company') && companyId !== undefined ? sql`company_id = ${companyId}` : undefined
}

/** Which rows of a resource belong to a fleet, by the name of the resource. */
export type FleetRows = Readonly<Record<string, (fleetId: number, companyIds: readonly number[]) => RawBuilder<unknown>>>
let fleetRows: FleetRows = {}
export const narrowFleetsBy = (rows: FleetRows): void => void (fleetRows = rows)

/** What a module says belongs to a fleet; else the rows that bear its number; of anything else nothing. */
function ofFleet({ name, row }: Resource, fleetId: number, companyIds: readonly number[]): RawBuilder<unknown> {
  if (Object.hasOwn(fleetRows, name)) return fleetRows[name]!(fleetId, companyIds)
  return 'groupId' in row.shape ? sql`group_id = ${fleetId}` : sql`false`
}
