import { lowBalances, userCards, type LowBalance } from '@forecourt/contract'
import { sql } from 'kysely'
import { handle, type Ctx } from '../../platform/execution/command.ts'
import { refuse } from '../../platform/execution/refusal.ts'
import { scoped } from '../../platform/postgres/name-companies.ts'
import { getOf } from '../../platform/search/list.ts'
import { cardForUpdate, type LockedCard } from '../card/index.ts'
import { wayTo } from '../message/index.ts'
import { settingsOfCompany } from '../org/index.ts'
import { toldOf } from './person.ts'

type Language = LowBalance['language']
interface Kept {
  readonly version: number
  readonly levelCents: number | null
  readonly language: Language
  readonly lowSince: string | null
}

async function keptOf({ tx }: Ctx, id: number): Promise<Kept | undefined> {
  const { rows } = await sql<Kept>`
    select version, level_cents, language, low_since from ${scoped(tx, 'low_balance')} level where user_card_id = ${id}`.execute(tx)
  return rows[0]
}

/** So many notices are shown. */
const newest = 10

async function shown(ctx: Ctx, id: number): Promise<LowBalance> {
  const { value, kind } = await getOf(ctx.tx, userCards, id, [], ctx.scope)
  const { companyId } = await ctx.tx.selectFrom('userCard').where('id', '=', id).select('companyId').executeTakeFirstOrThrow()
  const { on, levelCents: offered } = (await settingsOfCompany(ctx, companyId)).lowBalance
  const kept = await keptOf(ctx, id)
  const person = (await toldOf(ctx, [id])).get(id)!.person
  const { rows: notices } = await sql<LowBalance['notices'][number]>`
    select notice.id, notice.level_cents, notice.balance_cents, notice.low_since, notice.outcome, notice.decided_date, sent.channel,
      sent.recipient
    from ${scoped(ctx.tx, 'low_balance_notice')} notice
    left join ${scoped(ctx.tx, 'outbox_message')} sent on sent.id = notice.message_id
    where notice.user_card_id = ${id} order by notice.fall desc limit ${newest}`.execute(ctx.tx)
  return {
    userCardId: id,
    version: kept?.version ?? 0,
    levelCents: kept?.levelCents ?? null,
    offeredCents: offered > 0 && holds(kind) ? offered : null,
    on,
    language: kept?.language ?? ctx.meta.language,
    balanceCents: value,
    lowSince: kept?.lowSince ?? null,
    person: person && { name: person.name, channel: wayTo(person)?.channel ?? null },
    notices,
  }
}

const holds = (kind: string): boolean => kind !== 'employee' && kind !== 'anonymous'

/** @throws notFound */
const get = handle(lowBalances.get, async (ctx, { id }) => shown(ctx, id))

/** @throws notFound, card.notIssued, card.returned, card.holdsNoMoney, card.nobodyToTell, stale */
const set = handle(lowBalances.set, async (ctx, { id, body: { version, levelCents, language = ctx.meta.language } }) => {
  const locked = await cardForUpdate(ctx, id)
  if (levelCents !== null) refuseWithout(locked)
  await keepLevel(ctx, locked.card, { version, levelCents, language })
  return shown(ctx, id)
})

/** @throws card.holdsNoMoney, card.nobodyToTell */
function refuseWithout({ card: { kind, number }, product }: LockedCard): void {
  if (product.type !== 'debit' || kind === 'employee') refuse('card.holdsNoMoney', { number })
  if (kind === 'anonymous') refuse('card.nobodyToTell', { number })
}

interface NewLevel {
  readonly version: number
  readonly levelCents: number | null
  readonly language: Language
}

/** The card is locked: what its balance is now counts at once, as after a movement. @throws stale */
export async function keepLevel(ctx: Ctx, { id, companyId, number }: LockedCard['card'], { version, ...level }: NewLevel): Promise<void> {
  const { tx, now } = ctx
  const before = await keptOf(ctx, id)
  if ((before?.version ?? 0) !== version) refuse('stale', { id })
  if (before) {
    const row = { ...level, version: version + 1, ...(level.levelCents === null && { lowSince: null }) }
    await tx.updateTable('lowBalance').set(row).where('companyId', '=', companyId).where('userCardId', '=', id).execute()
  } else
    await tx
      .insertInto('lowBalance')
      .values({ ...level, companyId, userCardId: id })
      .execute()
  await sql`select low_balance_judge(${companyId}, ${[id]}::bigint[], ${now}::timestamptz)`.execute(tx)

  const from = before?.levelCents ?? null
  ctx.audit('card.lowBalance.set', `userCards:${id}`, { number, from, to: level.levelCents, language: level.language }, companyId)
}

export const levelHandlers = [get, set]
