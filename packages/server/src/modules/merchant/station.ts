import { channels, sharesNotWhole, stationAccounts, stationAuthTokens, type Channel, type Parsed, type Purpose } from '@forecourt/contract'
import { handle, type Ctx, type Handler } from '../../platform/execution/command.ts'
import { companyOfStation, crud } from '../../platform/execution/crud.ts'
import { refuse } from '../../platform/execution/refusal.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { chooseAccount, type Candidate, type TakenToday } from './choose.ts'
import { sharesOf } from './ratio.ts'

export type Line = Parsed<typeof stationAccounts.set>['body']['accounts'][number]

/** The accounts of a station, in their order. */
export async function linesOf(tx: Tx, companyId: number, stationId: number): Promise<Line[]> {
  return tx
    .selectFrom('stationMerchant')
    .where('companyId', '=', companyId)
    .where('stationId', '=', stationId)
    .select(['authTokenId', 'priority', 'ratio', 'disabled'])
    .orderBy('priority')
    .orderBy('id')
    .execute()
}

/** @throws notFound */
const get = handle(stationAccounts.get, async (ctx, { id }) => {
  const companyId = await companyOfStation(ctx, id)
  return { version: await versionOf(ctx.tx, companyId, id), accounts: await linesOf(ctx.tx, companyId, id) }
})

/** Which version a station's accounts have; 0 where nothing was ever assigned. */
export async function versionOf(tx: Tx, companyId: number, stationId: number): Promise<number> {
  const list = tx.selectFrom('stationMerchantList').where('companyId', '=', companyId).where('stationId', '=', stationId)
  return (await list.select('version').executeTakeFirst())?.version ?? 0
}

/**
 * Sets what a station takes payments by: all of it, in one save.
 * @throws notFound, stale, merchant.twice, merchant.sharesNotWhole
 */
const set = handle(stationAccounts.set, async (ctx, { id, body: { version, accounts } }) => {
  const companyId = await companyOfStation(ctx, id)
  return { id, version: await assignAccounts(ctx, { companyId, stationId: id, version }, accounts) }
})

/** The version that comes next, with the list locked until the transaction ends. @throws stale */
async function nextVersion({ tx }: Ctx, { companyId, stationId, version }: List): Promise<number> {
  const row =
    version === 0
      ? await tx
          .insertInto('stationMerchantList')
          .values({ companyId, stationId })
          .onConflict(on => on.doNothing())
          .returning('version')
          .executeTakeFirst()
      : await tx
          .updateTable('stationMerchantList')
          .set({ version: version + 1 })
          .where('companyId', '=', companyId)
          .where('stationId', '=', stationId)
          .where('version', '=', version)
          .returning('version')
          .executeTakeFirst()
  return row?.version ?? refuse('stale', { id: stationId })
}
interface List {
  readonly companyId: number
  readonly stationId: number
  /** As the caller last saw it; 0 where nothing was ever assigned. */
  readonly version: number
}

/**
 * The lines with what their accounts are, which stays until the transaction ends.
 * @throws notFound, merchant.twice, merchant.sharesNotWhole
 */
export async function wholeLines({ tx }: Ctx, companyId: number, lines: readonly Line[]) {
  const ids = lines.map(({ authTokenId }) => authTokenId)
  if (new Set(ids).size < ids.length) refuse('merchant.twice')
  const known = await tx
    .selectFrom('merchantAccount')
    .where('companyId', '=', companyId)
    .where('id', 'in', [...ids, 0])
    .select(['id', 'description', 'channel', 'type', 'billType'])
    .forShare()
    .execute()
  const whole = lines.map(line => {
    const { id: _, ...facts } = known.find(({ id }) => id === line.authTokenId) ?? refuse('notFound', { field: 'accounts' })
    return { ...facts, ...line }
  })
  const [wrong] = sharesNotWhole(whole)
  if (wrong) refuse('merchant.sharesNotWhole', { sum: wrong.sum, name: wrong.of.description })
  return whole
}

/** The accounts of a station, all of them anew. @throws as the call */
export async function assignAccounts(ctx: Ctx, list: List, lines: readonly Line[]): Promise<number> {
  const { companyId, stationId } = list
  const whole = await wholeLines(ctx, companyId, lines)
  const version = await nextVersion(ctx, list)
  const before = await linesOf(ctx.tx, companyId, stationId)
  await ctx.tx.deleteFrom('stationMerchant').where('companyId', '=', companyId).where('stationId', '=', stationId).execute()
  const rows = whole.map(line => {
    const { description: _, ...row } = line
    return { companyId, stationId, ...row, createdDate: ctx.now }
  })
  if (rows.length > 0) await ctx.tx.insertInto('stationMerchant').values(rows).execute()
  ctx.audit('stations.authTokens', `stations:${stationId}`, { from: before, to: lines }, companyId)
  return version
}

interface Asked {
  readonly companyId: number
  readonly stationId: number
  readonly purpose: Purpose
  /** Those that could take the payment: what the customer pays with says it. */
  readonly channels: readonly Channel[]
  /** How much it is, and what accounts have taken of the station's day so far. */
  readonly payment: { readonly amountCents: number; readonly taken: readonly TakenToday[] }
}

/** The account that takes a payment of a station. @throws merchant.notAssigned none is assigned that could @source requirement ORG-033 */
export async function accountFor(tx: Tx, { companyId, stationId, purpose, channels, payment }: Asked): Promise<Chosen> {
  const assigned = await tx
    .selectFrom('stationMerchant as line')
    .innerJoin('merchantAccount as account', on =>
      on.onRef('account.companyId', '=', 'line.companyId').onRef('account.id', '=', 'line.authTokenId'),
    )
    .where('line.companyId', '=', companyId)
    .where('line.stationId', '=', stationId)
    .where('line.type', '=', purpose)
    .where('line.channel', 'in', [...channels])
    .select(['line.authTokenId', 'line.billType', 'line.channel', 'line.priority', 'line.ratio', 'account.description'])
    .select(of => of.or([of('line.disabled', '=', true), of('account.disabled', '=', true)]).as('disabled'))
    .execute()
  const candidates = assigned as unknown as (Candidate & Chosen)[]
  const shares = await sharesOf(tx, companyId, stationId)
  return chooseAccount(candidates, shares, payment.taken, payment.amountCents) ?? refuse('merchant.notAssigned')
}
interface Chosen extends Omit<Candidate, 'disabled'> {
  readonly description: string
  readonly channel: Channel
}

/** What the first payment of a day would be taken by. @throws notFound, merchant.notAssigned */
const next = handle(stationAccounts.next, async (ctx, { id, query: { type, channel, amountCents } }) => {
  const companyId = await companyOfStation(ctx, id)
  const asked = { companyId, stationId: id, purpose: type, channels: channel ? [channel] : channels }
  return accountFor(ctx.tx, { ...asked, payment: { amountCents, taken: [] } })
})

export const stationHandlers: readonly Handler[] = [...crud(stationAuthTokens), get, next, set]
