import { dispenserStatus, orderPayments, stuckMs } from '@forecourt/contract'
import { act, machine, person } from './act.ts'
import type { DemoAct } from '../../platform/module.ts'
import { loseOne, oldPrice, send, unpaid, type Play } from './month.ts'
import type { PlannedSale } from './sales.ts'

/** When the nozzle was lifted that is stuck now. */
export const liftedAt = (now: Date): Date => new Date(now.getTime() - stuckMs - 2 * 60_000)

/**
 * What a month brings besides: a missed price, a lost number, a late sale, one nobody paid, one that was paid after its shift, one that
 * came while the clock of the server was ahead, and a nozzle that is stuck now. All of it in the minutes in which nobody else is at the
 * pumps, so that the meters run as the clock does.
 */
export function oddities(play: Play, today: Temporal.PlainDate, now: Date): DemoAct[] {
  const { stage, yard, counter } = play
  const at = (ago: number, hour: number, minute: number) =>
    new Date(today.subtract({ days: ago }).toZonedDateTime({ timeZone: stage.zone, plainTime: { hour, minute } }).epochMilliseconds)
  const by = person(stage, counter.leaderId, 'station_leader', yard.id)
  const demoAct = (moment: Date, run: () => Promise<unknown>): DemoAct => ({ at: moment, run: async () => void (await run()) })
  const tell = (moment: Date, ...sales: PlannedSale[]) => send(play, yard.controller, sales, moment)

  const lifted = liftedAt(now)
  let owed: number | undefined
  let unsent: PlannedSale | undefined
  const acts = [
    demoAct(at(4, 5, 58), () => tell(at(4, 5, 58), oldPrice(play, at(4, 5, 54), 6), oldPrice(play, at(4, 5, 57), 6))),
    demoAct(at(3, 11, 0), async () => loseOne(play, yard.controller)),
    // It ran through the meter and its money lay in the till when it was sold; only the telling was late.
    demoAct(at(3, 13, 55), async () => {
      unsent = cashOf(unpaid(play, at(3, 13, 55)))
      play.memory.besidesCents += centsOf(unsent)
    }),
    demoAct(at(2, 10, 0), async () => {
      await tell(at(2, 10, 0), unsent!)
      play.memory.besidesCents -= centsOf(unsent!)
    }),
    demoAct(at(6, 13, 56), async () => {
      const [taken] = await tell(at(6, 13, 56), unpaid(play, at(6, 13, 54)))
      await act(stage, by, at(6, 13, 56), orderPayments.close, { id: taken!.order!.id, body: { reason: '客户已离开 Customer left' } })
    }),
    demoAct(at(8, 13, 55), async () => {
      const [taken] = await tell(at(8, 13, 55), unpaid(play, at(8, 13, 54)))
      owed = taken!.order!.id
    }),
    // The clock was 45 minutes ahead for one sale, and right again for the next.
    demoAct(at(1, 13, 55), () => tell(at(1, 14, 40), cashOf(unpaid(play, at(1, 13, 54))))),
    demoAct(at(1, 13, 58), () => tell(at(1, 13, 58), cashOf(unpaid(play, at(1, 13, 57))))),
    // Lifted a while ago, and nothing has come of it.
    demoAct(lifted, () =>
      act(stage, machine(stage, yard.controller.id, yard.id), lifted, dispenserStatus.report, {
        body: { nozzles: [{ logicNo: yard.nozzles.at(-1)!.logicNo, state: 'busy' }] },
      }),
    ),
    demoAct(at(8, 14, 25), () => act(stage, by, at(8, 14, 25), orderPayments.cash, { id: owed!, body: {} })),
  ]
  return acts.filter(each => each.at <= now)
}

const cashOf = ({ sale, ...planned }: PlannedSale): PlannedSale => ({ ...planned, sale: { ...sale, payType: 'cash' } })
const centsOf = ({ sale }: PlannedSale) =>
  sale.lineItems.reduce((sum, { volumeCl = 0, priceCents = 0 }) => sum + Math.floor((2 * volumeCl * priceCents + 100) / 200), 0)
