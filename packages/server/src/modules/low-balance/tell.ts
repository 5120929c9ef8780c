import type { LowBalance } from '@forecourt/contract'
import { sql } from 'kysely'
import type { Ctx } from '../../platform/execution/command.ts'
import { scoped } from '../../platform/postgres/name-companies.ts'
import { writeLowBalance } from '../message/index.ts'
import { settingsOfCompany } from '../org/index.ts'
import { passedOver, toldOf, type ToldOf } from './person.ts'

interface Waiting {
  readonly id: number
  readonly userCardId: number
  readonly levelCents: number
  readonly balanceCents: number
  readonly lowSince: string
  readonly language: LowBalance['language']
}

/** So many notices are written in one transaction. */
const most = 200

/**
 * Tells of the falls of a company that wait. The message and what became of the notice are written in one transaction, whose rows nobody
 * else has: a notice is neither lost nor told twice, on however many servers this runs. @returns how many there were
 */
export async function tellWaiting(ctx: Ctx, companyId: number): Promise<number> {
  const waiting = await takeWaiting(ctx, companyId)
  if (waiting.length === 0) return 0
  const { on } = (await settingsOfCompany(ctx, companyId)).lowBalance
  const cards = await toldOf(ctx, [...new Set(waiting.map(({ userCardId }) => userCardId))])
  for (const notice of waiting) {
    const of = cards.get(notice.userCardId)!
    const outcome = passedOver(of, on)
    const messageId = outcome ? null : await tell(ctx, companyId, notice, of)
    await ctx.tx
      .updateTable('lowBalanceNotice')
      .set({ outcome: outcome ?? 'told', messageId, decidedDate: ctx.now })
      .where('companyId', '=', companyId)
      .where('id', '=', notice.id)
      .execute()
  }
  return waiting.length
}

async function takeWaiting({ tx }: Ctx, companyId: number): Promise<Waiting[]> {
  const { rows: taken } = await sql<{ id: number }>`
    select id from low_balance_notice where company_id = ${companyId} and outcome is null order by id limit ${most}::int
    for update skip locked`.execute(tx)
  if (taken.length === 0) return []
  const { rows } = await sql<Waiting>`
    select notice.id, notice.user_card_id, notice.level_cents, notice.balance_cents, notice.low_since, level.language
    from ${scoped(tx, 'low_balance_notice')} notice
    join ${scoped(tx, 'low_balance')} level on level.user_card_id = notice.user_card_id
    where notice.id = any(${taken.map(({ id }) => id)}::bigint[]) order by notice.id`.execute(tx)
  return rows
}

async function tell(ctx: Ctx, companyId: number, notice: Waiting, { number, kind, fleet, person }: ToldOf): Promise<number> {
  const { userCardId, levelCents, balanceCents, lowSince, language } = notice
  const message = await writeLowBalance(ctx, {
    user: person!,
    companyId,
    language,
    facts: { tail: number.slice(-4), fleet: fleet?.name ?? null, isMaster: kind === 'master' },
    balanceCents,
    levelCents,
    at: new Date(lowSince),
  })
  const { id, ...way } = message!
  ctx.audit('card.lowBalance.tell', `userCards:${userCardId}`, { number, levelCents, balanceCents, ...way }, companyId)
  return id
}
