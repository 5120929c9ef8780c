import { exports, resources, type Resource } from '@forecourt/contract'
import { sql } from 'kysely'
import type { Actor } from '../../platform/execution/command.ts'
import { refuse } from '../../platform/execution/refusal.ts'
import type { ListOut } from '../../platform/search/read-out.ts'
import { orderColumns } from '../order/index.ts'
import { auditColumns } from './audit-columns.ts'

/** What lists show beyond their contract, or are narrowed to, declared by the module that answers them. */
const particular: Readonly<Record<string, (actor: Actor) => ListOut>> = {
  exports: actor => ({ extra: sql`user_id = ${actor.id}` }),
  orders: () => ({ columns: orderColumns }),
  auditLogs: () => ({ columns: auditColumns }),
}
export const listOut = (resource: Resource, actor: Actor): ListOut => particular[resource.name]?.(actor) ?? {}

/** @throws export.type, auth.forbidden the caller may not read it */
export function exportable(type: string, actor: Actor): Resource {
  const of = resources.get(type)
  if (!of?.list || of.name === exports.name) return refuse('export.type', { type })
  const permission = `${of.permission}.read`
  if (!actor.permissions.has(permission)) refuse('auth.forbidden', { permission })
  return of
}

/** Whether a role sees a column at all. */
export const isTold = ({ columns = {} }: ListOut, path: string, role: string | undefined): boolean =>
  !(Object.hasOwn(columns, path) && role !== undefined && columns[path]!.hideFor?.includes(role))
