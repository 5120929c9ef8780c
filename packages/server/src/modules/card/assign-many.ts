import { allows, cardShares, userCardActs, type CompanySettings } from '@forecourt/contract'
import { handle, type Ctx } from '../../platform/execution/command.ts'
import { Refusal, refuse } from '../../platform/execution/refusal.ts'
import { inSlices } from '../../platform/execution/slices.ts'
import { refuseUnconfirmed } from '../org/index.ts'
import { cardsForUpdate, cardsNow, inUse, refuseExpired, refuseNoStoredValue, stoppedBy, type LockedCard } from './card.ts'
import { aboveCeiling, prepaidOf } from './prepaid.ts'
import { shareOut } from './share-out.ts'
import { refuseSharing } from './shared-money.ts'

interface Wanted {
  readonly rows?: readonly { readonly toId: number; readonly amountCents: number }[] | undefined
  readonly eachCents?: number | undefined
}
/** One sub card that is to receive, and what stands against it. */
interface Judged {
  readonly toId: number
  readonly amountCents: number
  readonly sub: LockedCard | undefined
  readonly refusal: Refusal | undefined
}
interface Plan {
  readonly master: LockedCard
  readonly all: readonly Judged[]
  readonly receiving: readonly (Judged & { readonly sub: LockedCard })[]
  readonly amountCents: number
}

/**
 * Allocates principal of a master card to many of its sub cards, in one entry: all of it, or nothing.
 * @throws as refuseMaster, and fleet.nobodyToAssign, card.insufficientBalance, amount.unusual; and what stands against one that is named
 * @source decisions FL18; MEM-018
 */
const assignMany = handle(cardShares.assign, async (ctx, { id, body: { confirmAmountCents, remark, ...wanted } }) => {
  const plan = await planOf(ctx, id, wanted, cardsForUpdate)
  const { master, all, receiving, amountCents } = plan
  await refuseMaster(ctx, master)
  const against = wanted.rows && all.find(({ refusal }) => refusal)?.refusal
  if (against) throw against
  refuseShort(plan)
  const { companyId, number } = master.card
  await refuseUnconfirmed(ctx, { companyId, stationId: ctx.actor.stationId }, amountCents, confirmAmountCents)

  const shares = receiving.map(({ sub, amountCents: principalCents }) => ({ sub, principalCents, giftCents: 0 }))
  await shareOut(ctx, { master, shares, ref: `assign:${crypto.randomUUID()}`, remark })

  const done = { count: receiving.length, amountCents, passedOver: all.length - receiving.length }
  ctx.audit('card.assignMany', `userCards:${id}`, { number, ...done, eachCents: wanted.eachCents ?? null, remark }, companyId)
  ctx.emit('card.assignedMany', { userCardId: id, ...done }, { companyId })
  return { id, ...done, valueCents: master.principalCents + master.giftCents - amountCents }
})

/** The same, of which nothing is done and nothing is locked. @throws notFound, card.notIssued, card.returned */
const preview = handle(cardShares.preview, async (ctx, { id, body: wanted }) => {
  const plan = await planOf(ctx, id, wanted, cardsNow)
  const { master, all, receiving, amountCents } = plan
  const { language } = ctx.meta
  const rows = all.map(({ toId, sub, amountCents: cents, refusal }) => {
    const { code = null, message = null } = refusal?.worded(language) ?? {}
    return { toId, number: sub?.card.number ?? null, name: sub?.card.name ?? '', amountCents: cents, code, message }
  })
  const refusal = await refusalOf(async () => {
    await refuseMaster(ctx, master)
    refuseShort(plan)
  })
  const said = { amountCents, count: receiving.length, availableCents: master.principalCents, refused: all.length - receiving.length }
  return { ...said, rows, refusal: refusal?.worded(language) ?? null }
})

type Load = (ctx: Ctx, ids: readonly number[]) => Promise<Map<number, LockedCard>>

async function planOf(ctx: Ctx, masterId: number, wanted: Wanted, load: Load): Promise<Plan> {
  const given = wanted.rows ?? (await subsOf(ctx, masterId)).map(toId => ({ toId, amountCents: wanted.eachCents! }))
  const cards = await load(ctx, [...new Set([masterId, ...given.map(({ toId }) => toId)])])
  const master = inUse(cards.get(masterId), masterId)
  const asked = given.map(one => ({ ...one, sub: cards.get(one.toId) }))
  const against = await againstReceivers(ctx, master, asked)
  const all = asked.map((one): Judged => ({ ...one, refusal: against.get(one.toId) }))
  const receiving = all.filter((judged): judged is Judged & { sub: LockedCard } => judged.refusal === undefined)
  return { master, all, receiving, amountCents: receiving.reduce((sum, { amountCents }) => sum + amountCents, 0) }
}

/** The sub cards of a master that are not returned, in the order of their numbers as records. */
async function subsOf({ tx, scope }: Ctx, masterId: number): Promise<number[]> {
  const subs = tx
    .selectFrom('userCard')
    .where('companyId', 'in', [...scope.companyIds])
    .where('parentId', '=', masterId)
  return (await subs.where('closedTime', 'is', null).select('id').orderBy('id').execute()).map(({ id }) => id)
}

/** @throws card.notStoredValue, card.lost, card.disabled, card.locked, card.overspent, fleet.shares */
async function refuseMaster(ctx: Ctx, { card, product }: LockedCard): Promise<void> {
  await refuseSharing(ctx, card)
  refuseNoStoredValue({ card, product })
  if (!allows(userCardActs.assign, card.status)) refuse(stoppedBy[card.status]!, { number: card.number })
}

type Receiver = Pick<Judged, 'toId' | 'sub' | 'amountCents'>
/** @throws notFound, card.notIssued, card.returned, card.notOfMaster, card.notStoredValue, what stops it, card.expired, card.ceiling */
function refuseReceiver(ctx: Ctx, rules: CompanySettings['prepaid'], master: LockedCard, { toId, sub, amountCents }: Receiver): void {
  const found = inUse(sub, toId)
  const { card } = found
  const { number } = card
  if (card.parentId !== master.card.id) refuse('card.notOfMaster', { number })
  refuseNoStoredValue(found)
  if (!allows(userCardActs.assign, card.status)) refuse(stoppedBy[card.status]!, { number })
  refuseExpired(ctx, card)
  const above = aboveCeiling(rules, found, amountCents)
  if (above) throw above
}

/** @throws fleet.nobodyToAssign, card.insufficientBalance */
function refuseShort({ master: { card, principalCents }, receiving, amountCents }: Plan): void {
  const { number } = card
  if (receiving.length === 0) refuse('fleet.nobodyToAssign', { number })
  if (amountCents > principalCents) refuse('card.insufficientBalance', { number, limitCents: principalCents })
}

async function refusalOf(act: () => Promise<void>): Promise<Refusal | undefined> {
  try {
    await act()
    return undefined
  } catch (thrown) {
    if (thrown instanceof Refusal) return thrown
    throw thrown
  }
}

/** What stands against each of the sub cards that are to receive, by its id. */
export async function againstReceivers(ctx: Ctx, master: LockedCard, all: readonly Receiver[]): Promise<Map<number, Refusal>> {
  const rules = await prepaidOf(ctx, master.card.companyId)
  const against = new Map<number, Refusal>()
  for await (const some of inSlices(all))
    for (const receiver of some) {
      const refusal = await refusalOf(async () => refuseReceiver(ctx, rules, master, receiver))
      if (refusal) against.set(receiver.toId, refusal)
    }
  return against
}

export const assignManyHandlers = [assignMany, preview]
