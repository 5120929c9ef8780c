import { cardInfos, macAlgorithms, type Parsed } from '@forecourt/contract'
import { handle, type Ctx } from '../../platform/execution/command.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { Refusal, refuse } from '../../platform/execution/refusal.ts'
import { getOf } from '../../platform/search/list.ts'
import { cardKeyOf } from '../org/index.ts'
import { chipOfEither, inHand, withUnassigned, type LifeEntry } from './chip.ts'
import { macOf } from './payload.ts'

/** So many cards of other companies may somebody read in an hour. @source decisions CD6 */
const foreignMost = 60
const hourMs = 3_600_000

type Query = Parsed<typeof cardInfos.lookUp>['query']

/** @throws cardInfo.notImported, cardInfo.tooManyForeign @returns cardInfo.otherCompany, for that it was asked is noted */
const lookUp = handle(cardInfos.lookUp, async (given, { query }) => {
  const ctx = await withUnassigned(given)
  const found = query.uuid === undefined ? await findByNumber(ctx, query) : await findByUuid(ctx, { ...query, uuid: query.uuid })
  if (found === undefined) refuse('cardInfo.notImported')
  if (typeof found !== 'number') return found
  const chip = await getOf(ctx.tx, cardInfos, found, query.expand, inHand(ctx))
  if (query.companyId !== undefined && chip.companyId !== null && chip.companyId !== query.companyId) refuse('cardInfo.otherCompany')
  return chip
})

/** The chip that lies on the reader: of the caller, or of nobody. Of any other company only that it is another's. */
export async function findByUuid(ctx: Ctx, { uuid, supplier }: { uuid: string; supplier: number }): Promise<number | Refusal | undefined> {
  const own = await chipOfEither(ctx, tx =>
    tx.selectFrom('cardInfo').where('uuid', '=', uuid).where('supplier', '=', supplier).select('id').executeTakeFirst(),
  )
  if (own) return own.id
  const known = await ctx.tx
    .selectFrom('cardUuid')
    .where('uuid', '=', uuid)
    .where('supplier', '=', supplier)
    .select('id')
    .executeTakeFirst()
  return known ? foreign(ctx, uuid, supplier) : undefined
}

async function findByNumber(ctx: Ctx, { number, supplier }: Query): Promise<number | undefined> {
  const found = await chipOfEither(ctx, tx => {
    const chips = tx.selectFrom('cardInfo').where('number', '=', number!).where('supplier', '=', supplier)
    // One of a company before one of nobody.
    return chips.select('id').orderBy('companyId', 'desc').limit(1).executeTakeFirst()
  })
  return found?.id
}

async function foreign(ctx: Ctx, uuid: string, supplier: number): Promise<Refusal> {
  const { tx, actor, now } = ctx
  const since = new Date(now.getTime() - hourMs)
  const mine = tx.selectFrom('cardInfoForeign').where('actor', '=', actor.key).where('at', '>', since.toISOString())
  const { count } = await mine.select(of => of.fn.countAll<number>().as('count')).executeTakeFirstOrThrow()
  if (count >= foreignMost) refuse('cardInfo.tooManyForeign')
  await tx.insertInto('cardInfoForeign').values({ companyId: actor.companyId, actor: actor.key, at: now }).execute()
  ctx.audit('chip.foreign', `companies:${actor.companyId}`, { uuid, supplier })
  return new Refusal('cardInfo.otherCompany')
}

/** Was it written by this company, and with which of its keys. @throws notFound, cardInfo.notGenuine */
const verify = handle(cardInfos.verify, async (ctx, { id, body: { record } }) => {
  const chip = await getOf(ctx.tx, cardInfos, id, [], ctx.scope)
  // A newer key stands there where it was written once more and nobody has confirmed that; an older one was read off before.
  const isIts = record.uuid === chip.uuid && record.number === chip.number && record.keyVersion >= (chip.keyVersion ?? 0)
  if (!isIts || chip.companyId === null) refuse('cardInfo.notGenuine')
  const inForce = await cardKeyOf(ctx, chip.companyId)
  const current = record.keyVersion === (inForce?.version ?? 0)
  if (record.keyVersion === 0 && record.algorithm === macAlgorithms.none) return { signature: 'unsigned' as const, keyVersion: 0, current }
  const key = await cardKeyOf(ctx, chip.companyId, record.keyVersion)
  if (!key || record.algorithm !== macAlgorithms.tripleDes || macOf(key, record) !== record.mac) refuse('cardInfo.notGenuine')
  return { signature: 'genuine' as const, keyVersion: record.keyVersion, current }
})

/** Who did what to a chip. @throws notFound */
const life = handle(cardInfos.life, async (ctx, { id }) => {
  await getOf(ctx.tx, cardInfos, id, [], ctx.scope)
  const { tx } = ctx
  const read = (at: Tx) => at.selectFrom('cardInfo').where('id', '=', id).select('life').executeTakeFirst()
  const chip = ctx.actor.permissions.has('chip.unassigned') ? await chipOfEither(await withUnassigned(ctx), read) : await read(tx)
  const acts = chip!.life as readonly LifeEntry[]
  const ids = acts.flatMap(({ by }) => (by?.startsWith('user:') ? Number(by.slice('user:'.length)) : []))
  const people = ids.length > 0 ? await tx.selectFrom('userAccount').where('id', 'in', ids).select(['id', 'name']).execute() : []
  const names = new Map(people.map(({ id: user, name }) => [`user:${user}`, name]))
  return { content: acts.map(({ at, act, by, detail }) => ({ at, act, by: by && (names.get(by) ?? null), detail })) }
})

/** How far a change of the key has come. @throws notFound */
const keyUse = handle(cardInfos.keyUse, async (ctx, { id }) => {
  if (!ctx.scope.companyIds.includes(id)) refuse('notFound', { company: id })
  const { version = 0 } = (await cardKeyOf(ctx, id)) ?? {}
  const rows = await ctx.tx
    .selectFrom('cardInfo')
    .where('companyId', '=', id)
    .where('issueTime', 'is not', null)
    .select(['keyVersion', of => of.fn.countAll<number>().as('count')])
    .groupBy('keyVersion')
    .execute()
  const sum = (is: boolean) => rows.filter(({ keyVersion }) => (keyVersion === version) === is).reduce((all, { count }) => all + count, 0)
  return { version, current: sum(true), older: sum(false) }
})

export const lookUpHandlers = [lookUp, verify, life, keyUse]

/** What is counted is of the last hour. */
export const forgetForeign = (tx: Tx, now: Date) =>
  tx
    .deleteFrom('cardInfoForeign')
    .where('at', '<', new Date(now.getTime() - hourMs).toISOString())
    .execute()
