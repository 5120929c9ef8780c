import { discounts, dryRuns, manualOrders, userCards, type DryRunResult } from '@forecourt/contract'
import type { z } from 'zod'
import { dryrun } from '../modules/dryrun/index.ts'
import { campaigning } from './activities.ts'
import { runDueJobs } from './jobs.ts'
import { makeCard } from './card.ts'
import { noon, owned, setClock } from './world.ts'

type Asked = z.input<typeof dryRuns.ask.body & {}>
const hourMs = 3_600_000

/** A company with sales that the till missed, of thirty litres at 8.00, and a clerk who tries offers on them. */
export async function tryingOut() {
  const it = await campaigning()
  /** So many hours after noon. @param over a card, coupons, other lines */
  const sell = async (hours: number, over: object = {}) => {
    const at = new Date(noon.getTime() + hours * hourMs)
    setClock(at)
    const fuel = { createdDate: at.toISOString(), nozzleControlId: it.nozzle.id, lineItems: [{ volumeCl: 30_00, discountCents: 0 }] }
    return it.clerk.call(manualOrders.enter, { body: { ...fuel, payType: 'cash', remark: 'Missed', ...over } })
  }
  const day = (later = 0) => new Date(noon.getTime() + later * 24 * hourMs).toISOString().slice(0, 10)
  const body = (offer: Partial<Asked>): Asked => ({ fromDay: day(), untilDay: day(), ...offer })
  /** Tried on the day of noon, unless said otherwise. */
  const tried = async (offer: Partial<Asked>): Promise<DryRunResult & { id: number }> => {
    const { id } = await it.clerk.call(dryRuns.ask, { body: body(offer) })
    await runDueJobs(dryrun.tasks, new Date(noon.getTime() + 365 * 24 * hourMs))
    return { id, ...(await it.clerk.call(dryRuns.result, { id })) }
  }
  const refused = (offer: Partial<Asked>) => it.clerk.refused(dryRuns.ask, { body: body(offer) })
  /** So many cents less a litre for a card. */
  const bindDiscount = async (centsPerL: number, cardId = it.buyer.id) => {
    const { id } = await it.clerk.call(discounts.create, { body: { name: `D${centsPerL}`, centsPerL } })
    await owned('update user_card set discount_id = $2 where id = $1', [cardId, id])
    return id
  }
  /** One more member with a card. */
  const another = async () => makeCard(it, { principalCents: 500_00 })
  const holderOf = async (cardId: number) => (await it.clerk.call(userCards.get, { id: cardId })).userId
  return { ...it, sell, day, body, tried, refused, bindDiscount, another, holderOf }
}

/** The figures of everybody. */
export const everybody = ({ levels }: DryRunResult) => levels.at(-1)!
