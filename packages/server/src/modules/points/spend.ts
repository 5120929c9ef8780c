import type { Ctx } from '../../platform/execution/command.ts'
import { refuse } from '../../platform/execution/refusal.ts'
import { dayOf } from '../shift/index.ts'
import { accountForUpdate, bookEnded, change } from './give.ts'
import { giveBack, take, takenFrom, type Holding, type Part } from './lots.ts'
import { isOpen, servicesOf } from './service.ts'

interface Spending {
  readonly userCardId: number
  readonly points: number
  /** What they are spent on, booked once. */
  readonly ref: string
  readonly remark?: string
}

/**
 * Spends points, those that end first before others; never more than there are. @returns the movement, and the lots that they came from
 * @throws notFound, card.returned, points.notPoints, points.notOpened, points.insufficient, ledger.alreadyBooked
 */
export async function spendPoints(ctx: Ctx, { userCardId, points, ref, remark = '' }: Spending) {
  const { locked, account, ended } = await accountForUpdate(ctx, userCardId)
  const { companyId } = locked.card
  const { score } = await servicesOf(ctx, companyId)
  if (!score || !isOpen(score, ctx.now)) refuse('points.notOpened')
  if (points > account.points) refuse('points.insufficient', { points: account.points })
  await bookEnded(ctx, companyId, account, ended)
  const to = take(account, points)
  const spent = await change(ctx, companyId, account, { type: 'spend', kind: 'points.spend', ref, remark }, to)
  return { ...spent, lots: takenFrom(account, to) }
}

interface GivenBack {
  readonly userCardId: number
  /** The lots that the points came from. */
  readonly lots: readonly Part[]
  readonly ref: string
  readonly remark?: string
}
/** Points whose end has come meanwhile may be spent for so many days more. @source decision PT2 */
const daysAnew = 30
/** Points return into the lots that they came from; those that have ended since get a new end. */
export const returnTo = (account: Holding, lots: readonly Part[], today: string): ReturnType<typeof giveBack> =>
  giveBack(account, lots, today, Temporal.PlainDate.from(today).add({ days: daysAnew }).toString())

/**
 * Gives points back that were spent, into the lots that they came from; what the account owes is paid first. The service need not be open.
 * @throws notFound, card.returned, points.notPoints, ledger.alreadyBooked
 */
export async function givePointsBack(ctx: Ctx, { userCardId, lots, ref, remark = '' }: GivenBack) {
  const { locked, account, ended } = await accountForUpdate(ctx, userCardId)
  const { companyId } = locked.card
  await bookEnded(ctx, companyId, account, ended)
  const to = returnTo(account, lots, dayOf(ctx.now, ctx.actor.zone))
  return change(ctx, companyId, account, { type: 'spendBack', kind: 'points.spendBack', ref, remark }, to)
}
