import { exports, resources, type Resource } from '@forecourt/contract'
import { sql } from 'kysely'
import type { Actor } from '../../platform/execution/command.ts'
import { everyModule } from '../../platform/module.ts'
import { refuse } from '../../platform/execution/refusal.ts'
import type { ListOut } from '../../platform/search/read-out.ts'

/** Whose exports somebody sees. */
export const ofOwner = ({ id }: Actor): ListOut => ({ extra: sql`user_id = ${id}` })

/** What a list shows beyond its contract, and whose rows it has, as its module says. */
export function listOut({ name }: Resource, actor: Actor): ListOut {
  for (const { exportColumns = {} } of everyModule()) if (Object.hasOwn(exportColumns, name)) return exportColumns[name]!(actor)
  return {}
}

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
