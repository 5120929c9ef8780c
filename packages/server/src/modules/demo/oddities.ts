import { orderPayments } from '@forecourt/contract'
import { act, person } from './act.ts'
import type { Deed } from './cards.ts'
import { loseOne, oldPrice, send, unpaid, type Play } from './month.ts'
import type { PlannedSale } from './sales.ts'

/** What a month brings besides: a missed price, a lost number, a late sale, one nobody paid, one that was paid after its shift. */
export function oddities(play: Play, today: Temporal.PlainDate, now: Date): Deed[] {
  const { stage, yard, counter } = play
  const at = (ago: number, hour: number, minute: number) =>
    new Date(today.subtract({ days: ago }).toZonedDateTime({ timeZone: stage.zone, plainTime: { hour, minute } }).epochMilliseconds)
  const by = person(stage, counter.leaderId, 'station_leader', yard.id)
  const deed = (moment: Date, run: () => Promise<unknown>): Deed => ({ at: moment, run: async () => void (await run()) })
  const tell = (moment: Date, ...sales: PlannedSale[]) => send(play, yard.controller, sales, moment)

  let owed: number | undefined
  let untold: PlannedSale | undefined
  const deeds = [
    deed(at(4, 0, 40), () => tell(at(4, 0, 40), oldPrice(play, at(4, 0, 10), 6), oldPrice(play, at(4, 0, 25), 6))),
    deed(at(3, 11, 0), async () => loseOne(play, yard.controller)),
    // It ran through the meter when it was sold; only the telling was late.
    deed(at(2, 15, 12), async () => {
      untold = unpaid(play, at(2, 15, 12))
    }),
    deed(at(1, 10, 0), () => tell(at(1, 10, 0), { ...untold!, later: { way: 'cash' } })),
    deed(at(6, 12, 30), async () => {
      const [taken] = await tell(at(6, 12, 30), unpaid(play, at(6, 12, 10)))
      await act(stage, by, at(6, 12, 30), orderPayments.close, { id: taken!.order!.id, body: { reason: '客户已离开 Customer left' } })
    }),
    deed(at(8, 13, 55), async () => {
      const [taken] = await tell(at(8, 13, 55), unpaid(play, at(8, 13, 49)))
      owed = taken!.order!.id
    }),
    deed(at(8, 14, 25), () => act(stage, by, at(8, 14, 25), orderPayments.cash, { id: owed!, body: {} })),
  ]
  return deeds.filter(each => each.at <= now)
}
