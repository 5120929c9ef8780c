import { metaOf, resources, type BaseRow, type GetQuery, type Resource } from '@forecourt/contract'
import { sql, type Transaction } from 'kysely'
import { inScope } from '../postgres/name-companies.ts'
import type { z } from 'zod'
import { handle, type Ctx, type Handler } from './command.ts'
import { assert, refuse } from './refusal.ts'
import { getOf, listOf } from '../search/list.ts'
import { totalsOf } from '../search/totals.ts'

/**
 * The calls of a resource that has no rule beyond its contract and its table.
 * The first rule an act grows moves that act out of here, into a handler of its own: name the acts that stay in `acts`.
 */
export function crud(resource: Resource, acts: readonly (Resource['acts'][number] | 'totals')[] = [...resource.acts, 'totals']): Handler[] {
  const { list, totals, get, create, update } = resource
  const made: (Handler | false)[] = [
    list &&
      acts.includes('list') &&
      handle(list, ({ tx, scope }, { query }) => listOf(tx, resource, query, scope, { last: true }) as never),
    // Before `get`: both are GET /<name>/…, and a router that took names for ids would be wrong silently.
    totals &&
      acts.includes('totals') &&
      handle(totals, ({ tx, scope }, { query }) => totalsOf(tx, resource, query, scope, { last: true }) as never),
    get &&
      acts.includes('get') &&
      handle(get, ({ tx, scope }, { id, query }) => getOf(tx, resource, id, query.expand, scope, { last: true }) as never),
    create &&
      acts.includes('create') &&
      handle(create, async (ctx, { body }) => {
        const id = await createRow(ctx, resource, body)
        return getOf(ctx.tx, resource, id, [], ctx.scope)
      }),
    update &&
      acts.includes('update') &&
      handle(update, async (ctx, { id, body, ...asked }) => {
        await updateRow(ctx, resource, id, body as never)
        const { query } = asked as { query?: z.output<typeof GetQuery> }
        return getOf(ctx.tx, resource, id, query?.expand ?? [], ctx.scope)
      }),
    resource.delete &&
      acts.includes('delete') &&
      handle(resource.delete, async (ctx, { id }) => {
        await deleteRow(ctx, resource, id)
        return { id }
      }),
  ]
  return made.filter(each => each !== false && each !== undefined)
}

// Any table: the contract, not the compiler, vouches for the columns.
const anyTable = (ctx: Ctx) => ctx.tx as unknown as Transaction<any>

/** The company that new records of this caller belong to. */
export const companyOf = ({ actor, scope }: Ctx): number => (scope.companyIds.length === 1 ? scope.companyIds[0]! : actor.companyId)

/** Adds a record to the caller's company and notes it. @throws notFound a record it refers to is not the caller's */
export async function createRow(ctx: Ctx, resource: Resource, body: Record<string, unknown>): Promise<number> {
  assert(resource.scope !== 'tenant', 'companies are made by their own act')
  await lockReferences(ctx, resource, body)
  const companyId = resource.scope === 'station' ? await companyOfStation(ctx, body['stationId'] as number) : companyOf(ctx)
  await lockFiles(ctx, resource.body, body, companyId)
  const { id } = await anyTable(ctx)
    .insertInto(camel(resource.storedIn ?? resource.table))
    .values({ ...columnsOf(resource, body), companyId })
    .returning('id')
    .executeTakeFirstOrThrow()
  ctx.audit(`${resource.name}.create`, `${resource.name}:${id}`, shown(resource, body), companyId)
  return id
}

/** Edits a record that is still as the caller last saw it, and notes what changed. @throws notFound, stale */
export async function updateRow(
  ctx: Ctx,
  resource: Resource,
  id: number,
  { version, ...body }: { version: number } & Record<string, unknown>,
): Promise<void> {
  const before: BaseRow & Record<string, unknown> = { ...(await getOf(ctx.tx, resource, id, [], ctx.scope)) }
  await lockReferences(ctx, resource, body)
  const companyId = await companyOfRow(ctx, resource, id)
  await lockFiles(ctx, resource.body, body, companyId)
  const table = anyTable(ctx)
  const row = await table
    .updateTable(camel(resource.storedIn ?? resource.table))
    .set({ ...columnsOf(resource, body), version: version + 1 })
    .where('id', '=', id)
    .where('version', '=', version)
    .returning('version')
    .executeTakeFirst()
  if (!row) refuse('stale', { id })
  const changed = Object.entries(shown(resource, body)).filter(
    ([field, value]) => JSON.stringify(before[field] ?? null) !== JSON.stringify(value ?? null),
  )
  ctx.audit(
    `${resource.name}.update`,
    `${resource.name}:${id}`,
    Object.fromEntries(changed.map(([field, to]) => [field, { from: before[field] ?? null, to }])),
    companyId,
  )
}

/** Takes a record away that nothing refers to. @throws notFound, inUse */
export async function deleteRow(ctx: Ctx, resource: Resource, id: number): Promise<void> {
  const before = await getOf(ctx.tx, resource, id, [], ctx.scope)
  const companyId = await companyOfRow(ctx, resource, id)
  await anyTable(ctx)
    .deleteFrom(camel(resource.storedIn ?? resource.table))
    .where('id', '=', id)
    .execute()
  ctx.audit(`${resource.name}.delete`, `${resource.name}:${id}`, before, companyId)
}

async function companyOfRow(ctx: Ctx, { table, scope }: Resource, id: number): Promise<number> {
  if (scope === 'tenant') return id
  const {
    rows: [row],
  } = await sql<{ companyId: number }>`select company_id from ${sql.table(table)} where ${inScope(ctx.tx)} and id = ${id}`.execute(ctx.tx)
  return row!.companyId
}

/** The company of a station at which the caller may work. @throws notFound */
export async function companyOfStation(ctx: Ctx, stationId: number): Promise<number> {
  const { tx, scope } = ctx
  const row = await tx
    .selectFrom('station')
    .select('companyId')
    .where('id', '=', stationId)
    .where('companyId', 'in', [...scope.companyIds])
    .$if(scope.stationIds !== undefined, of => of.where('id', 'in', [...(scope.stationIds ?? []), 0]))
    .executeTakeFirst()
  return row?.companyId ?? refuse('notFound', { field: 'stationId' })
}

/** A foreign key reaches across the tenant wall; this does not. @throws notFound on the field that points beyond the caller's sight */
export async function lockReferences(ctx: Ctx, resource: Resource, body: Record<string, unknown>): Promise<void> {
  for (const [field, value] of Object.entries(body)) {
    const { ref, file } = field in resource.body.shape ? metaOf(resource.body.shape[field] as z.ZodType) : {}
    if (!ref || file || value === null || value === undefined) continue
    const target = resources.get(ref)
    assert(target, `${resource.name}.${field} refers to a resource`)
    await getOf(ctx.tx, target, value as number, [], ctx.scope, { named: true }).catch(thrown =>
      (thrown as { code?: string }).code === 'notFound' ? refuse('notFound', { field }) : Promise.reject(thrown),
    )
  }
}

/**
 * A file that a record names has the type that its field takes, and belongs to the same company as the record: nobody else could see it.
 * @throws notFound on the field
 */
export async function lockFiles({ tx }: Ctx, { shape }: z.ZodObject, body: Record<string, unknown>, companyId: number): Promise<void> {
  for (const [field, value] of Object.entries(body)) {
    const type = field in shape ? metaOf(shape[field] as z.ZodType).file : undefined
    if (!type || value === null || value === undefined) continue
    const file = tx
      .selectFrom('attachment')
      .where('id', '=', value as number)
      .where('companyId', '=', companyId)
      .where('type', '=', type)
    if (!(await file.select('id').executeTakeFirst())) refuse('notFound', { field })
  }
}

/** Arrays and objects are kept as JSON. */
const columnsOf = (resource: Resource, body: Record<string, unknown>) =>
  Object.fromEntries(
    Object.entries(body)
      .filter(([field]) => field in resource.body.shape)
      .map(([field, value]) => [field, value !== null && typeof value === 'object' ? JSON.stringify(value) : value]),
  )

const shown = (resource: Resource, body: Record<string, unknown>) =>
  Object.fromEntries(
    Object.entries(body).filter(
      ([field]) => field in resource.body.shape && metaOf(resource.body.shape[field] as z.ZodType).format !== 'password',
    ),
  )

const camel = (table: string) => table.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase())
