import { displays, displaysAtMost, stations } from '@forecourt/contract'
import { randomInt } from 'node:crypto'
import { handle, setTenantScope, type Ctx, type Handler } from '../../platform/execution/command.ts'
import { homeOf } from '../../platform/execution/ctx.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { assert, Refusal, refuse } from '../../platform/execution/refusal.ts'
import { getOf } from '../../platform/search/list.ts'
import { countAttempt, forgive, recordFailure } from './attempt.ts'
import { hashSecret, newDisplayToken, newSecret } from './secret.ts'

const minute = 60_000
/** A code is typed at once; a browser keeps no cookie for longer than four hundred days. */
const codeMs = 10 * minute
const lifeMs = 400 * 24 * 60 * minute

/** Without what is taken for something else: 0 and O, 1 and I. */
const letters = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'
const newCode = () => Array.from({ length: 8 }, () => letters[randomInt(letters.length)]).join('')

const list = handle(displays.list, async ({ tx, scope, now }) => {
  const rows = await tx
    .selectFrom('display')
    .where('company', 'in', scope.companyIds)
    .where('expiresDate', '>', now.toISOString())
    .orderBy('name')
    .orderBy('id')
    .select(['id', 'name', 'station', 'userAccount', 'createdDate', 'pairedDate', 'seenDate', 'client', 'expiresDate as expiration'])
    .execute()
  const stationNames = await namesOf(tx, 'station', new Set(rows.flatMap(({ station }) => station ?? [])))
  const openers = await namesOf(tx, 'userAccount', new Set(rows.map(({ userAccount }) => userAccount)))
  const content = rows.flatMap(({ station, userAccount, ...row }) => {
    const openedBy = openers.get(userAccount)
    if (openedBy === undefined) return []
    return [{ ...row, openedBy, station: station === null ? null : { id: station, name: stationNames.get(station) ?? '' } }]
  })
  return { content, totalElements: content.length }
})

/** Asked by themselves: displays are looked up before any company is known, and lie on no machine of companies. */
async function namesOf(tx: Tx, table: 'station' | 'userAccount', ids: ReadonlySet<number>): Promise<ReadonlyMap<number, string>> {
  if (ids.size === 0) return new Map()
  const rows = await tx
    .selectFrom(table)
    .where('id', 'in', [...ids])
    .select(['id', 'name'])
    .execute()
  return new Map(rows.map(({ id, name }) => [id, name]))
}

/** @throws notFound, display.tooMany */
const open = handle(displays.open, async (ctx, { body: { name, stationId } }) => {
  const { tx, actor, scope, now } = ctx
  const company = stationId === null ? actor.companyId : (await getOf(tx, stations, stationId, [], scope)).companyId
  assert(actor.role, 'a signed-in user has a role')
  await tx.selectFrom('company').where('id', '=', company).forUpdate().select('id').executeTakeFirstOrThrow()
  const { many } = await tx
    .selectFrom('display')
    .where('company', '=', company)
    .where('expiresDate', '>', now.toISOString())
    .select(of => of.fn.countAll<number>().as('many'))
    .executeTakeFirstOrThrow()
  if (Number(many) >= displaysAtMost) refuse('display.tooMany', { max: displaysAtMost })
  const code = newCode()
  const until = new Date(now.getTime() + codeMs)
  const { id } = await tx
    .insertInto('display')
    .values({
      company,
      station: stationId,
      name,
      userAccount: actor.id,
      userCompany: homeOf(actor),
      defaultRole: actor.role,
      codeHash: hashSecret(code),
      codeExpiresDate: until,
      createdDate: now,
      expiresDate: until,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  ctx.audit('access.display.open', `displays:${id}`, { name, ...(stationId && { station: stationId }) }, company)
  return { id, code: `${code.slice(0, 4)}-${code.slice(4)}`, expiration: until.toISOString() }
})

/** Signs a screen in by its code; the tenth wrong one from the same place locks. @throws login.locked, display.codeSpent */
const pair = handle(displays.pair, async (begun, { body: { code } }) => {
  const { now, meta } = begun
  const attempt = await countAttempt(begun, 'display')
  if (attempt.lockedMinutes) return new Refusal('login.locked', { minutes: attempt.lockedMinutes })
  const found = await begun.tx.selectFrom('display').where('codeHash', '=', hashSecret(code)).forUpdate().selectAll().executeTakeFirst()
  if (!found || Date.parse(found.codeExpiresDate!) <= now.getTime()) {
    await recordFailure(begun, attempt)
    return new Refusal('display.codeSpent')
  }
  await forgive(begun, attempt)
  const { id, name, station, company } = found
  const tx = await setTenantScope(begun.tx, [company])
  const token = newDisplayToken(),
    cookie = newSecret()
  const expiresAt = now.getTime() + lifeMs
  await tx
    .updateTable('display')
    .set({
      codeHash: null,
      codeExpiresDate: null,
      tokenHash: hashSecret(token),
      cookieHash: hashSecret(cookie),
      pairedDate: now,
      seenDate: now,
      expiresDate: new Date(expiresAt),
      client: `${meta.client ?? ''} ${meta.userAgent}`.trim().slice(0, 200),
      source: meta.ip,
    })
    .where('id', '=', id)
    .execute()
  begun.issue({ token, cookie, expiresAt })
  const ctx = { ...begun, tx }
  ctx.audit('access.display.pair', `displays:${id}`, { name }, company)
  return { token, expiration: expiresAt, name, stationId: station }
})

/** @throws notFound it is of another company, or has ended */
const end = handle(displays.end, async (ctx, { id }) => {
  const { tx, scope } = ctx
  const found = await tx
    .selectFrom('display')
    .where('id', '=', id)
    .where('company', 'in', scope.companyIds)
    .select('company')
    .executeTakeFirst()
  if (!found) refuse('notFound', { display: id })
  await endDisplay(ctx, { id, companyId: found.company })
  return { id }
})

/** The next request of the screen is refused. */
export async function endDisplay(ctx: Ctx, { id, companyId }: { id: number; companyId: number }): Promise<void> {
  await ctx.tx.deleteFrom('display').where('id', '=', id).execute()
  ctx.audit('access.display.end', `displays:${id}`, {}, companyId)
}

export const sweepDisplays = async (tx: Ctx['tx'], now: Date): Promise<void> =>
  void (await tx.deleteFrom('display').where('expiresDate', '<=', now.toISOString()).execute())

export const displayHandlers: Handler[] = [list, open, pair, end]
