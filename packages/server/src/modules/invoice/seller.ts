import { sellerInvoices, type Parsed } from '@forecourt/contract'
import { sql } from 'kysely'
import { handle, type Ctx, type Handler } from '../../platform/execution/command.ts'
import { companyOfStation, createRow, crud, deleteRow, updateRow } from '../../platform/execution/crud.ts'
import { refuse } from '../../platform/execution/refusal.ts'
import { getOf } from '../../platform/search/list.ts'

interface Title {
  readonly id: number
  readonly isDefault: boolean
}

/** The titles of a station, locked, so that of two who choose a default the second one chooses last. */
const titlesForUpdate = ({ tx }: Ctx, companyId: number, stationId: number): Promise<Title[]> =>
  tx
    .selectFrom('sellerInvoice')
    .where('companyId', '=', companyId)
    .where('stationId', '=', stationId)
    .select(['id', 'isDefault'])
    .orderBy('id')
    .forUpdate()
    .execute()

/** Passes the default on, in one statement: at no moment has the station two, or none. */
async function makeDefault(ctx: Ctx, companyId: number, { id, stationId, name }: { id: number; stationId: number; name: string }) {
  await sql`
    update seller_invoice set is_default = (id = ${id}), version = version + 1
    where company_id = ${companyId} and station_id = ${stationId} and is_default <> (id = ${id})`.execute(ctx.tx)
  ctx.audit('sellerInvoices.makeDefault', `sellerInvoices:${id}`, { name }, companyId)
}

/** Adds a title; the first one of a station is its default. @throws notFound, sellerInvoice.taken, sellerInvoice.discOfDigital */
export async function addSeller(ctx: Ctx, { isDefault, ...body }: Parsed<typeof sellerInvoices.create>['body']): Promise<number> {
  const { stationId, name } = body
  const companyId = await companyOfStation(ctx, stationId)
  const others = await titlesForUpdate(ctx, companyId, stationId)
  const id = await createRow(ctx, sellerInvoices, { ...body, isDefault: others.length === 0 })
  if (isDefault && others.length > 0) await makeDefault(ctx, companyId, { id, stationId, name })
  return id
}

/** @throws as addSeller, sellerInvoice.defaultTaken two who added the first one at once */
const create = handle(sellerInvoices.create, async (ctx, { body }) =>
  getOf(ctx.tx, sellerInvoices, await addSeller(ctx, body), [], ctx.scope),
)

/** A title stays at its station. @throws notFound, stale, sellerInvoice.defaultNeeded, sellerInvoice.taken, sellerInvoice.discOfDigital */
const update = handle(sellerInvoices.update, async (ctx, { id, body: { isDefault, ...body } }) => {
  const before = await getOf(ctx.tx, sellerInvoices, id, [], ctx.scope)
  if (body.stationId !== before.stationId) refuse('notFound', { field: 'stationId' })
  const companyId = await companyOfStation(ctx, before.stationId)
  const own = (await titlesForUpdate(ctx, companyId, before.stationId)).find(title => title.id === id)
  if (own?.isDefault && !isDefault) refuse('sellerInvoice.defaultNeeded')
  await updateRow(ctx, sellerInvoices, id, body)
  if (isDefault && !own?.isDefault) await makeDefault(ctx, companyId, { id, stationId: before.stationId, name: body.name })
  return getOf(ctx.tx, sellerInvoices, id, [], ctx.scope)
})

/** The default goes last. @throws notFound, sellerInvoice.defaultNeeded */
const remove = handle(sellerInvoices.delete, async (ctx, { id }) => {
  const { stationId } = await getOf(ctx.tx, sellerInvoices, id, [], ctx.scope)
  await titlesForUpdate(ctx, await companyOfStation(ctx, stationId), stationId)
  await deleteRow(ctx, sellerInvoices, id)
  return { id }
})

export const sellerHandlers: readonly Handler[] = [...crud(sellerInvoices, ['list', 'get']), create, update, remove]
