import { lowBalances, outboxMessages, type LowBalance } from '@forecourt/contract'
import { payByCard, topUp } from '../modules/card/index.ts'
import { tellLowBalances } from '../modules/low-balance/roll-up.ts'
import { shop } from './order.ts'
import { db, noon, setClock, unique } from './world.ts'

/** A station with a counter, at which cards pay and are topped up, and are given a level. */
export async function noticeWorld() {
  setClock(noon)
  const it = await shop()
  const chen = await it.staff()
  const { id: stationId } = it.station
  const pay = (userCardId: number, amountCents: number) =>
    it.within(ctx => payByCard(ctx, { userCardId, amountCents, stationId, ref: `payment:low${unique()}`, target: `stock:${stationId}` }))
  const charge = (userCardId: number, amountCents: number, giftCents = 0) =>
    it.within(ctx => topUp(ctx, { userCardId, amountCents, giftCents, from: { stationId, payType: 'cash' } }))
  const level = (id: number) => chen.call(lowBalances.get, { id })
  const set = async (id: number, levelCents: number | null, language: LowBalance['language'] = 'en') =>
    chen.call(lowBalances.set, { id, body: { version: (await level(id)).version, levelCents, language } })
  const tell = (now = noon) => tellLowBalances(db, [it.company.id], now)
  /** What was written, the oldest first. */
  const written = async () => (await chen.call(outboxMessages.list, { query: { sort: 'id,asc', size: 500 } })).content
  const textOf = async (id: number) => (await chen.call(outboxMessages.text, { id })).text
  const outcomes = async (id: number) => (await level(id)).notices.map(({ outcome }) => outcome)
  return { ...it, chen, pay, charge, level, set, tell, written, textOf, outcomes }
}
