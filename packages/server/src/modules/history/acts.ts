import {
  allows,
  historyActs,
  historyImports,
  historyOptional,
  historyPartNames,
  historyParts,
  type HistoryFiles,
  type HistoryPart,
} from '@forecourt/contract'
import { sql } from 'kysely'
import { handle, type Ctx, type Handler } from '../../platform/execution/command.ts'
import { homeOf } from '../../platform/execution/ctx.ts'
import { crud } from '../../platform/execution/crud.ts'
import { files, keyOf } from '../../platform/storage/store.ts'
import { refuse } from '../../platform/execution/refusal.ts'
import { getOf } from '../../platform/search/list.ts'
import { areSeveral } from '../../platform/postgres/machines.ts'
import { useFiles } from '../file/index.ts'
import { guessMapping, previewFile, previewBytes } from './preview.ts'

/** A file that was put up for a history of the caller's company. @throws notFound */
export async function historyFile({ tx, actor }: Ctx, id: number) {
  const found = await tx
    .selectFrom('attachment')
    .where('id', '=', id)
    .where('companyId', '=', actor.companyId)
    .where('type', '=', 'history')
    .select(['id', 'name', 'companyId'])
    .select(sql<string>`encode(sha256, 'hex')`.as('sha256'))
    .executeTakeFirst()
  return found ?? refuse('notFound', { attachment: id })
}
export const openFile = ({ companyId, sha256 }: { companyId: number; sha256: string }) => files().open(keyOf(companyId, sha256))

/** @throws notFound, history.notText */
async function lookInto(ctx: Ctx, id: number) {
  const stream = await openFile(await historyFile(ctx, id))
  const parts: Buffer[] = []
  for await (const part of stream) {
    parts.push(part as Buffer)
    if (parts.reduce((sum, { length }) => sum + length, 0) >= previewBytes) break
  }
  return previewFile(Buffer.concat(parts).subarray(0, previewBytes)) ?? refuse('history.notText')
}

const look = handle(historyImports.look, async (ctx, { id, query: { part } }) => {
  const seen = await lookInto(ctx, id)
  const said = await ctx.tx
    .selectFrom('historyColumn')
    .where('companyId', '=', ctx.actor.companyId)
    .where('part', '=', part)
    .select(['field', 'title'])
    .execute()
  const titles = Map.groupBy(said, ({ field }) => field)
  const remembered = new Map([...titles].map(([field, rows]) => [field, rows.map(({ title }) => title)]))
  return { ...seen, likely: guessMapping(part, seen.titles, remembered) }
})

/** @throws notFound, history.column, history.notText, history.severalMachines */
const check = handle(historyImports.check, async (ctx, { body }) => {
  if (areSeveral()) refuse('history.severalMachines')
  const { tx, actor, now } = ctx
  const mapping = await mappingOf(ctx, body)
  await rememberColumns(ctx, body)
  const { id } = await tx
    .insertInto('historyImport')
    .values({
      companyId: actor.companyId,
      userId: actor.id,
      userCompany: homeOf(actor),
      source: body.source,
      mapping: JSON.stringify(mapping),
      files: JSON.stringify(historyPartNames.map(part => ({ part, id: body[part].attachmentId }))),
      status: 'checking',
      createdDate: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await useFiles(ctx, `historyImports:${id}`, [...new Set(historyPartNames.map(part => body[part].attachmentId))])
  ctx.job('history.check', { id })
  ctx.audit('history.check', `historyImports:${id}`, { source: body.source })
  return { id }
})

/** How the importer reads these files, into the caller's own company. */
async function mappingOf(ctx: Ctx, body: HistoryFiles) {
  const { id, code, name, currency, currencyName, symbol, timeZone } = await ctx.tx
    .selectFrom('company')
    .where('id', '=', ctx.actor.companyId)
    .select(['id', 'code', 'name', 'currency', 'currencyName', 'symbol', 'timeZone'])
    .executeTakeFirstOrThrow()
  const formats: Record<string, { encoding: string; delimiter: string }> = {}
  for (const part of historyPartNames) {
    const { encoding, delimiter, titles } = await lookInto(ctx, body[part].attachmentId)
    formats[fileOf(part)] = { encoding, delimiter }
    for (const field of historyParts[part]) {
      const title = body[part].columns[field]
      if (title === undefined ? !historyOptional.includes(field) : !titles.includes(title)) refuse('history.column', { part, name: field })
    }
  }
  const template = (title: string | undefined) => title && `{${title}}`
  const at = (part: HistoryPart) => ({ ...body[part].columns, file: fileOf(part) }) as Record<string, string>
  const [stations, products, customers, sales] = [at('stations'), at('products'), at('customers'), at('sales')]
  const kinds = Object.entries(body.kinds).flatMap(([kind, names]) => (names.length > 0 ? [{ kind, names }] : []))
  return {
    source: body.source,
    formats,
    timeZone,
    companies: [{ key: String(id), code, name, currency, currencyName, symbol }],
    stations: { ...stations, name: template(stations['name']) },
    products: { ...products, kinds },
    customers: { ...customers, name: template(customers['name']), remark: template(customers['remark']) },
    sales: { ...sales, order: [sales['card'], sales['station'], sales['date'], sales['time']] },
  }
}
export const fileOf = (part: HistoryPart): string => `${part}.csv`

async function rememberColumns({ tx, actor }: Ctx, body: HistoryFiles): Promise<void> {
  const rows = historyPartNames.flatMap(part =>
    historyParts[part].flatMap(field => {
      const title = body[part].columns[field]
      return title === undefined ? [] : { companyId: actor.companyId, part, field, title }
    }),
  )
  await tx
    .insertInto('historyColumn')
    .values(rows)
    .onConflict(on => on.doNothing())
    .execute()
}

/** An import of the caller's company, locked until the transaction ends. @throws notFound */
async function importForUpdate({ tx, scope }: Ctx, id: number) {
  await getOf(tx, historyImports, id, [], scope)
  return tx.selectFrom('historyImport').where('id', '=', id).forUpdate().selectAll().executeTakeFirstOrThrow()
}

/** Begins, or goes on where it failed. @throws notFound, history.notChecked, history.oneAtATime */
const run = handle(historyImports.run, async (ctx, { id }) => {
  const { status, source, companyId, brought } = await importForUpdate(ctx, id)
  if (!allows(historyActs.run, status) || (status === 'fail' && brought === null)) refuse('history.notChecked')
  await refuseOther(ctx, companyId)
  const set = { status: 'running', brought: JSON.stringify(brought ?? {}), finishedDate: null }
  await ctx.tx.updateTable('historyImport').set(set).where('id', '=', id).execute()
  ctx.job('history.bring', { id }, { companyId })
  ctx.audit('history.run', `historyImports:${id}`, { source }, companyId)
  return { id }
})

/** Two at once might bring in the same sales; which of them was first, the company says. */
async function refuseOther({ tx }: Ctx, companyId: number): Promise<void> {
  await tx.selectFrom('company').where('id', '=', companyId).forNoKeyUpdate().select('id').executeTakeFirst()
  const others = tx.selectFrom('historyImport').where('companyId', '=', companyId).where('status', '=', 'running')
  if (await others.select('id').executeTakeFirst()) refuse('history.oneAtATime')
}

/** @throws notFound, history.underWay */
const cancel = handle(historyImports.cancel, async (ctx, { id }) => {
  const { status, source, companyId } = await importForUpdate(ctx, id)
  if (!allows(historyActs.cancel, status)) refuse('history.underWay')
  await ctx.tx.updateTable('historyImport').set({ status: 'cancelled', finishedDate: ctx.now }).where('id', '=', id).execute()
  await ctx.tx.deleteFrom('attachmentUse').where('companyId', '=', companyId).where('subject', '=', `historyImports:${id}`).execute()
  ctx.job('history.forget', { id }, { companyId })
  ctx.audit('history.cancel', `historyImports:${id}`, { source }, companyId)
  return { id }
})

/** @throws notFound, auth.forbidden, history.noProblems */
const problems = handle(historyImports.problems, async (ctx, { id }) => {
  const permission = 'history.read'
  if (!ctx.actor.permissions.has(permission)) refuse('auth.forbidden', { permission })
  const { errorFileId, companyId } = await importForUpdate(ctx, id)
  if (errorFileId === null) refuse('history.noProblems')
  const file = await ctx.tx
    .selectFrom('attachment')
    .where('id', '=', errorFileId)
    .select(['name', 'contentType', 'size'])
    .select(sql<string>`encode(sha256, 'hex')`.as('sha256'))
    .executeTakeFirstOrThrow()
  return { ...file, companyId, passing: true as const }
})

export const importHandlers: readonly Handler[] = [...crud(historyImports), look, check, run, cancel, problems]
