import { payTemplates, type Parsed, type PayTypeLine, type RecordNamed } from '@forecourt/contract'
import { isDeepStrictEqual } from 'node:util'
import { handle, type Ctx, type Handler } from '../../platform/execution/command.ts'
import { companyOf, companyOfStation, createRow, crud, deleteRow, updateRow } from '../../platform/execution/crud.ts'
import { refuse } from '../../platform/execution/refusal.ts'
import { getOf } from '../../platform/search/list.ts'
import { changeStationConfig, settingsOfStation } from '../org/index.ts'
import { assignAccounts, linesOf, versionOf, wholeLines, type Line } from './station.ts'

type Body = Parsed<typeof payTemplates.create>['body']
type Template = RecordNamed<'payTemplates'>

/** Its accounts are the company's, each once, and their shares are whole. @throws notFound, merchant.twice, merchant.sharesNotWhole */
async function refuseUnfit(ctx: Ctx, companyId: number, { accounts }: Pick<Body, 'accounts'>): Promise<void> {
  await wholeLines(ctx, companyId, accounts)
}

/** Names the accounts that it has, so that none of them is deleted. */
async function nameAccounts({ tx }: Ctx, companyId: number, id: number, { accounts }: Pick<Body, 'accounts'>): Promise<void> {
  await tx.deleteFrom('payTemplateAccount').where('companyId', '=', companyId).where('payTemplateId', '=', id).execute()
  const rows = accounts.map(({ authTokenId }) => ({ companyId, payTemplateId: id, authTokenId }))
  if (rows.length > 0) await tx.insertInto('payTemplateAccount').values(rows).execute()
}

/** Adds a pay template. @throws notFound, merchant.twice, merchant.sharesNotWhole, payTemplate.nameTaken */
export async function addTemplate(ctx: Ctx, body: Body): Promise<number> {
  const companyId = companyOf(ctx)
  await refuseUnfit(ctx, companyId, body)
  const id = await createRow(ctx, payTemplates, body)
  await nameAccounts(ctx, companyId, id, body)
  return id
}

/** @throws as addTemplate */
const create = handle(payTemplates.create, async (ctx, { body }) =>
  getOf(ctx.tx, payTemplates, await addTemplate(ctx, body), [], ctx.scope),
)

/** Stations that have it keep what they have until it is applied again. @throws as addTemplate, and stale */
const update = handle(payTemplates.update, async (ctx, { id, body }) => {
  const companyId = await companyOfTemplate(ctx, id)
  await refuseUnfit(ctx, companyId, body)
  await updateRow(ctx, payTemplates, id, body)
  await nameAccounts(ctx, companyId, id, body)
  return getOf(ctx.tx, payTemplates, id, [], ctx.scope)
})

/** @throws notFound */
const remove = handle(payTemplates.delete, async (ctx, { id }) => {
  await nameAccounts(ctx, await companyOfTemplate(ctx, id), id, { accounts: [] })
  await deleteRow(ctx, payTemplates, id)
  return { id }
})

async function companyOfTemplate(ctx: Ctx, id: number): Promise<number> {
  await getOf(ctx.tx, payTemplates, id, [], ctx.scope)
  const { companyId } = await ctx.tx.selectFrom('payTemplate').where('id', '=', id).select('companyId').executeTakeFirstOrThrow()
  return companyId
}

interface Now {
  readonly stationId: number
  readonly companyId: number
  readonly name: string
  readonly stationVersion: number
  readonly accountsVersion: number
  readonly lines: readonly Line[]
  readonly payTypes: readonly PayTypeLine[]
}

/** What a station of the template's company has now. @throws notFound */
async function nowAt(ctx: Ctx, companyId: number, stationId: number): Promise<Now> {
  if ((await companyOfStation(ctx, stationId)) !== companyId) refuse('notFound', { field: 'stations' })
  const station = ctx.tx.selectFrom('station').where('companyId', '=', companyId).where('id', '=', stationId)
  const { name, version } = await station.select(['name', 'version']).executeTakeFirstOrThrow()
  const { payTypes } = await settingsOfStation(ctx, stationId)
  return {
    stationId,
    companyId,
    name,
    stationVersion: version,
    accountsVersion: await versionOf(ctx.tx, companyId, stationId),
    lines: await linesOf(ctx.tx, companyId, stationId),
    payTypes,
  }
}

const isAlike = (one: Line, other: Line) => one.priority === other.priority && one.ratio === other.ratio && one.disabled === other.disabled

/** What applying the template would change, by the names of the accounts. */
async function changesAt(ctx: Ctx, { accounts, payTypes }: Template, now: Now) {
  const before = new Map(now.lines.map(line => [line.authTokenId, line]))
  const after = new Map(accounts.map(line => [line.authTokenId, line]))
  const ids = [...new Set([...before.keys(), ...after.keys()])]
  const known = await ctx.tx
    .selectFrom('merchantAccount')
    .where('companyId', '=', now.companyId)
    .where('id', 'in', [...ids, 0])
    .select(['id', 'description'])
    .orderBy('id')
    .execute()
  const named = (is: (id: number) => boolean) => known.filter(({ id }) => is(id)).map(({ description }) => description)
  return {
    added: named(id => !before.has(id)),
    removed: named(id => !after.has(id)),
    changed: named(id => {
      const [was, will] = [before.get(id), after.get(id)]
      return was !== undefined && will !== undefined && !isAlike(was, will)
    }),
    payTypesChange: payTypes.length > 0 && !isDeepStrictEqual(payTypes, now.payTypes),
  }
}

/** @throws notFound */
const preview = handle(payTemplates.preview, async (ctx, { id, body: { stationIds } }) => {
  const template = await getOf(ctx.tx, payTemplates, id, [], ctx.scope)
  const companyId = await companyOfTemplate(ctx, id)
  const content = []
  for (const stationId of new Set(stationIds)) {
    const now = await nowAt(ctx, companyId, stationId)
    const { name, stationVersion, accountsVersion } = now
    content.push({ stationId, name, stationVersion, accountsVersion, ...(await changesAt(ctx, template, now)) })
  }
  return { version: template.version, content }
})

/**
 * Puts the accounts and pay types of a template on stations, all or none. What was shown is what is done: where a station or the template
 * has changed since, it is shown again. A template without accounts, or without pay types, leaves those of the stations.
 * @throws notFound, stale, merchant.sharesNotWhole
 */
const apply = handle(payTemplates.apply, async (ctx, { id, body: { version, stations } }) => {
  const template = await getOf(ctx.tx, payTemplates, id, [], ctx.scope)
  if (template.version !== version) refuse('stale', { id })
  const companyId = await companyOfTemplate(ctx, id)
  const { name, accounts, payTypes } = template
  // In one order, so that two who apply templates wait for each other.
  for (const station of stations.toSorted((one, other) => one.stationId - other.stationId)) {
    const { stationId, accountsVersion, stationVersion } = station
    const now = await nowAt(ctx, companyId, stationId)
    if (now.stationVersion !== stationVersion || now.accountsVersion !== accountsVersion) refuse('stale', { id: stationId })
    if (accounts.length > 0) await assignAccounts(ctx, { companyId, stationId, version: accountsVersion }, accounts)
    if (payTypes.length > 0) await changeStationConfig(ctx, stationId, stationVersion, { payTypes })
  }
  const applied = { name, stations: stations.map(({ stationId }) => stationId) }
  ctx.audit('payTemplates.apply', `payTemplates:${id}`, applied, companyId)
  return { id, stations: stations.length }
})

export const templateHandlers: readonly Handler[] = [...crud(payTemplates, ['list', 'get']), create, update, remove, preview, apply]
