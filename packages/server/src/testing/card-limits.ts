import { cardLimitProfiles, orderPayments, userCards, type CardRangeOfUse } from '@forecourt/contract'
import { makeCard } from './card.ts'
import { shop } from './order.ts'
import { unique } from './world.ts'

type Range = Partial<CardRangeOfUse>

/** A shop with a card whose limits are set by the master of the station, and orders of 30.00 litres for 240.00 that it pays. */
export async function limitedShop({ own, profile, ...given }: { own?: Range; profile?: Range } & Parameters<typeof makeCard>[1] = {}) {
  const it = await shop()
  const card = await makeCard(it, { principalCents: 10_000_00, ...given })
  const master = await it.staff({ role: 'station_master', stationIds: [it.station.id], over: { stationId: it.station.id } })

  const newProfile = (rangeOfUse: Range) => master.call(cardLimitProfiles.create, { body: { name: `Drivers ${unique()}`, rangeOfUse } })
  const setLimits = async (limits: { limitProfileId?: number | null; rangeOfUse?: Range | null }) => {
    const { version, name, paymentCentsMax, dayCentsMax, passwordFromCents, remark, userId } = await master.call(userCards.get, {
      id: card.id,
    })
    const kept = { version, name, paymentCentsMax, dayCentsMax, passwordFromCents, remark, userId }
    return master.call(userCards.update, { id: card.id, body: { ...kept, ...(limits as object) } })
  }
  const shared = profile && (await newProfile(profile))
  if (shared || own) await setLimits({ ...(shared && { limitProfileId: shared.id }), ...(own && { rangeOfUse: own }) })

  /** Sells and pays by the card: `paid`, or what it was refused with. */
  const pay = async (sold: object = {}, by: object = {}) => {
    const { id } = await it.sell(sold)
    const refused = await it.lin.refused(orderPayments.card, { id, body: { userCardId: card.id, ...by } })
    return refused === 'allowed' ? 'paid' : refused
  }
  const use = () =>
    it.rows<{ period: string; begins: string; cents: number; volumeCl: number; fills: number }>(
      `select period, begins::text, cents::int as cents, volume_cl::int as "volumeCl", fills from card_use where user_card_id = $1
       order by begins, period`,
      [card.id],
    )
  return { ...it, card, master, shared, newProfile, setLimits, pay, use }
}
