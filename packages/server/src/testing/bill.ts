import {
  addFleet,
  discounts,
  fleetAgreements,
  fleetBilling,
  orderIntake,
  orderPayments,
  transferUserCard,
  type Returned,
  type Sent,
} from '@forecourt/contract'
import { proofOf } from './access.ts'
import { makeCard } from './card.ts'
import { shop, type Told } from './order.ts'
import { setClock } from './world.ts'

export const march = '2026-03-01'
/** By the clock of Shanghai. */
export const at = (day: string, time = '12:00') => new Date(`${day}T${time}:00+08:00`)

type Agreement = Sent<typeof fleetAgreements.create>['body']

/**
 * A fleet with a master card that holds 5,000.00, and a driver's card that is given 1,000.00 of it on the last day of February; the price
 * is 8.00 a litre. A clerk bills, the leader reads.
 */
export async function billedFleet() {
  setClock(at('2026-02-10'))
  const it = await shop()
  const boss = await it.staff({ role: 'admin', over: { stationId: it.station.id } })
  const clerk = await it.staff({ role: 'station_bill', stationIds: [it.station.id], over: { stationId: it.station.id } })
  const fleet = await boss.call(addFleet, { body: { name: 'Riverside Taxi' } })
  const master = await makeCard(it, { kind: 'master', userId: null, groupId: fleet.id, principalCents: 5000_00 })
  const sub = await makeCard(it, { kind: 'sub', parentId: master.id, cardId: master.cardId })
  setClock(at('2026-02-28'))
  await boss.call(transferUserCard, { id: master.id, body: { type: 'assign', toId: sub.id, amountCents: 1000_00 } })
  const leader = await it.staff({ role: 'group_master', over: { fleetId: fleet.id } })

  /** A fill of a moment that a terminal sends now, paid by a card: 30.00 litres. */
  const sendFill = (cardNumber: string, when: Date) => it.sell({ payType: 'card', cardNumber, createdDate: when.toISOString() })
  /** A fill that is paid by a card at that moment. */
  const fillAt = async (cardNumber: string, when: Date, over: Partial<Told> = {}, amountCents?: number) => {
    setClock(when)
    const { id } = await it.lin.call(orderIntake.take, { body: it.fuelSale({ cardNumber, ...over }) })
    await it.lin.call(orderPayments.card, { id, body: { cardNumber, ...(amountCents !== undefined && { amountCents }) } })
    return id
  }
  const agree = (over: Partial<Agreement> = {}) =>
    boss.call(fleetAgreements.create, { body: { groupId: fleet.id, number: 'A-1', fromDate: '2026-03-01', ...over } })
  const discount = async (body: Sent<typeof discounts.create>['body']) => (await boss.call(discounts.create, { body })).id

  const prepare = (month = march) => clerk.call(fleetBilling.prepare, { body: { groupId: fleet.id, month } })
  /** As somebody issues it who has just seen it, with their PIN where fees are taken. */
  const seen = async ({ id, netCents, feeCents, closingCents }: Returned<typeof fleetBilling.prepare>) => ({
    id,
    body: { netCents, feeCents, closingCents, ...(feeCents > 0 && { pinProof: await proof(id, feeCents) }) },
  })
  const proof = (id: number, amountCents: number) =>
    proofOf(clerk.actor, { action: 'bill.issue', subject: `fleetBills:${id}`, amountCents })
  const issue = async (month = march) => clerk.call(fleetBilling.issue, await seen(await prepare(month)))
  return { ...it, boss, clerk, leader, fleet, master, sub, sendFill, fillAt, agree, discount, prepare, seen, issue }
}
