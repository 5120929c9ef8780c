import {
  allows,
  userCardActs,
  type ErrorCode,
  type QuotaReason,
  type QuotaRunReason,
  type RowOf,
  type allocationPlans,
} from '@forecourt/contract'
import { sql } from 'kysely'
import type { Ctx } from '../../platform/execution/command.ts'
import { assert } from '../../platform/execution/refusal.ts'
import { againstReceivers, cardsNow, lockCards, netOf, type LockedCard } from '../card/index.ts'
import { fleetOf, type Fleet } from '../member/index.ts'
import { shareOf, wantOf, type Share } from './share.ts'

type Row = RowOf<typeof allocationPlans>
/** The terms of a plan that is kept, or of one that is only asked about. */
export interface Plan extends Pick<Row, 'mode' | 'leftover' | 'amountCents' | 'lines'> {
  readonly id: number | undefined
  readonly companyId: number
  readonly groupId: number
}

/** What a run does, or would do. */
export interface Outcome {
  readonly master: LockedCard | undefined
  readonly cards: ReadonlyMap<number, LockedCard>
  readonly shares: readonly Share[]
  /** Why nothing is done at all. */
  readonly reason: QuotaRunReason | null
}

const reasons: { readonly [Code in ErrorCode]?: QuotaReason } = {
  'card.lost': 'lost',
  'card.disabled': 'disabled',
  'card.locked': 'locked',
  'card.overspent': 'overspent',
  'card.expired': 'expired',
  'card.returned': 'returned',
  'card.notIssued': 'notIssued',
  'card.ceiling': 'ceiling',
  'card.notStoredValue': 'notStoredValue',
  'card.notOfMaster': 'otherMaster',
}

/** What a plan does now. Locked, the cards stay as they are read until the transaction ends, and with them the mode of their fleet. */
export async function outcomeOf(ctx: Ctx, plan: Plan, { locking }: { readonly locking: boolean }): Promise<Outcome> {
  const masterId = await masterOf(ctx, plan)
  const quotas = await quotasOf(ctx, plan, masterId)
  const cards = await (locking ? lockCards : cardsNow)(ctx, [...quotas.keys(), ...(masterId === undefined ? [] : [masterId])])
  const master = masterId === undefined ? undefined : cards.get(masterId)
  const reason = againstRun(ctx, await fleetOf(ctx, plan.groupId), master)
  if (reason !== null || !master) return { master, cards, shares: [], reason: reason ?? 'noMaster' }

  const unused = plan.leftover === 'goesBack' ? await unusedOf(ctx, plan, [...quotas.keys()]) : new Map<number, number>()
  const wants = [...quotas].map(([userCardId, quotaCents]) => {
    const sub = cards.get(userCardId)
    const [principalCents, heldCents] = sub ? [sub.principalCents, netOf(sub)] : [0, 0]
    const receiving = { userCardId, quotaCents, principalCents, heldCents, unusedCents: unused.get(userCardId) ?? 0 }
    return { userCardId, sub, ...wantOf(plan, receiving) }
  })
  const receivers = wants.map(({ userCardId: toId, sub, wantedCents, backCents }) => ({ toId, sub, amountCents: wantedCents - backCents }))
  const against = await againstReceivers(ctx, master, receivers)
  const judged = wants.map(want => ({ ...want, against: reasonOf(against.get(want.userCardId)?.code, want.wantedCents > want.backCents) }))
  return { master, cards, shares: shareOf(master.principalCents, judged), reason: null }
}

/** What a card may hold stands only against what would be added to it. */
function reasonOf(code: ErrorCode | undefined, isAdded: boolean): QuotaReason | undefined {
  if (code === undefined || (code === 'card.ceiling' && !isAdded)) return undefined
  const reason = reasons[code]
  assert(reason, `${code} is a reason for which a card is passed over`)
  return reason
}

function againstRun(ctx: Ctx, { valueMode, stoppedAt, endTime }: Fleet, master: LockedCard | undefined): QuotaRunReason | null {
  if (valueMode === 'share') return 'shares'
  if (stoppedAt !== null) return 'fleetStopped'
  if (endTime !== null && new Date(endTime) <= ctx.now) return 'fleetExpired'
  if (!master) return 'noMaster'
  return allows(userCardActs.assign, master.card.status) && master.product.type === 'debit' ? null : 'masterStopped'
}

/** The master card of the fleet: of several the first. @source decisions FL2 */
async function masterOf({ tx }: Ctx, { companyId, groupId }: Plan): Promise<number | undefined> {
  const cards = tx.selectFrom('userCard').where('companyId', '=', companyId).where('groupId', '=', groupId).where('kind', '=', 'master')
  const open = cards.where('service', 'is', null).where('closedTime', 'is', null).where('issueTime', 'is not', null)
  return (await open.select('id').orderBy('id').limit(1).executeTakeFirst())?.id
}

/** Which cards have how much, in the order in which they are served: those listed as they are listed, then the others by their numbers. */
async function quotasOf({ tx }: Ctx, { companyId, amountCents, lines }: Plan, masterId: number | undefined): Promise<Map<number, number>> {
  const quotas = new Map(lines.map(line => [line.userCardId, line.amountCents]))
  if (amountCents === null || masterId === undefined) return quotas
  const subs = tx.selectFrom('userCard').where('companyId', '=', companyId).where('parentId', '=', masterId).where('closedTime', 'is', null)
  for (const { id } of await subs.select('id').orderBy('number').execute()) if (!quotas.has(id)) quotas.set(id, amountCents)
  return quotas
}

/** Movements are looked for this much further back than the run that gave: a sale that came late may be dated before it. */
const lateDays = 31

/** What of their last quotas the cards have not spent. What has left a card since came out of its quota first. */
async function unusedOf({ tx }: Ctx, { id, companyId }: Plan, cardIds: readonly number[]): Promise<Map<number, number>> {
  if (id === undefined || cardIds.length === 0) return new Map()
  const { rows } = await sql<{ userCardId: number; cents: number }>`
    select last.user_card_id, least(last.given_cents, last.given_cents - (
      select coalesce(sum(-movement.principal_cents), 0) from user_card_detail movement
      where movement.company_id = ${companyId} and movement.user_card_id = last.user_card_id and movement.id > last.id
        and movement.created_date >= last.created_date - make_interval(days => ${lateDays})
        and (movement.type in ('consume', 'refundConsume') or movement.principal_cents < 0)))::bigint as cents
    from unnest(${[...cardIds]}::bigint[]) as asked (id) cross join lateral (
      select line.id, line.user_card_id, line.given_cents, run.created_date
      from allocation_run_line line join allocation_run run on run.company_id = ${companyId} and run.id = line.run_id
      where line.company_id = ${companyId} and line.plan_id = ${id} and line.user_card_id = asked.id and line.outcome <> 'passedOver'
      order by line.id desc limit 1) as last`.execute(tx)
  return new Map(rows.map(({ userCardId, cents }) => [userCardId, Math.max(0, cents)]))
}
