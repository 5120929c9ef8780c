import type { Endpoint, Returned, Sent } from '@forecourt/contract'
import type { Faults } from '@forecourt/simulator/faults.ts'
import { Refused, type Caller, type Product } from '@forecourt/simulator/product.ts'
import { SiteRunner } from '@forecourt/simulator/runner.ts'
import { everyModule } from '../../platform/module.ts'
import { Refusal } from '../../platform/execution/refusal.ts'
import { act, machine, person, type Stage } from './act.ts'
import type { Account } from './company.ts'
import { quietMs, type Play } from './month.ts'
import type { CompanyScript } from './script.ts'
import { daysOf } from './shifts.ts'
import { siteOf } from './simulated.ts'

/** The product as the demo speaks to it while it is made: no server answers yet, and each call has its own moment. */
class WithoutServer implements Product {
  readonly #stage: Stage

  constructor(stage: Stage) {
    this.#stage = stage
  }

  async call<E extends Endpoint>(by: Caller, at: number, endpoint: E, sent: Sent<E>): Promise<Returned<E>> {
    const { stationId } = by
    const actor =
      'device' in by ? machine(this.#stage, by.device.id, stationId) : person(this.#stage, by.person.id, by.person.role, stationId)
    try {
      return await act(this.#stage, actor, new Date(at), endpoint, sent)
    } catch (error) {
      if (error instanceof Refusal) throw new Refused(error.code, `${endpoint.method} ${endpoint.path}`, error.detail)
      throw error
    }
  }
}

/** As in life: a tanker brings less than its note says, a pump gives a little more than it counts, a till is short. */
const faults: Faults = { shortDelivery: 0.2, meterDrift: 1.2, wrongChange: 0.25, late: 0.001, cardPulled: 0.01 }
const hour = 3_600_000
const spanMs = 4 * hour

/** The last days of the demo: its stations live through them beside each other, and its leaders settle them, up to now. */
export async function liveBusyDays(
  script: CompanyScript,
  plays: readonly Play[],
  accounts: readonly Account[],
  now: Date,
  analyze: () => Promise<unknown>,
): Promise<void> {
  const behaviours = everyModule().flatMap(({ simulation = [] }) => simulation)
  const { busyDays = 0 } = script
  const until = now.getTime() - quietMs
  const stations = plays.map((play, turn) => {
    const { stage, yard, memory, sequences } = play
    const today = Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(stage.zone).toPlainDate()
    const first = today.subtract({ days: busyDays }).toZonedDateTime(stage.zone).startOfDay().epochMilliseconds
    const site = siteOf(script, yard, accounts, yard.script.customersPerDay ?? script.salesPerDay, new Date(first))
    const layout = {
      ...site,
      nozzles: site.nozzles.map(nozzle => ({ ...nozzle, totaliserCl: memory.totaliserCl.get(nozzle.id) ?? nozzle.totaliserCl })),
      controller: { ...site.controller, nextSequence: (sequences.get(yard.controller.id) ?? 0) + 1 },
      till: { ...site.till, nextSequence: (sequences.get(yard.till.id) ?? 0) + 1 },
      prices: yard.prices.map(({ productId, priceCents, fromAt }) => ({ productId, priceCents, fromMs: fromAt.getTime() })),
    }
    const runner = new SiteRunner(layout, new WithoutServer(stage), { seed: 2026 + turn, startMs: first, faults, behaviours, stepHours: 2 })
    const days = daysOf(play, today, now, busyDays + 2).filter(({ at }) => at.getTime() > first)
    return { play, runner, first, days, begun: false }
  })
  const from = Math.min(...stations.map(({ first }) => first))
  for (let at = from; at < until + spanMs; at += spanMs) {
    for (const station of stations) {
      const to = Math.min(at + spanMs, until)
      if (to <= station.first) continue
      if (!station.begun) await station.runner.begin()
      station.begun = true
      while (station.days[0] && station.days[0].at.getTime() <= to) {
        const settling = station.days.shift()!
        await station.runner.advance(settling.at.getTime())
        await settling.run()
      }
      await station.runner.advance(to)
    }
    if ([1, 4, 16].includes((at - from) / spanMs)) await analyze()
  }
  for (const { play, runner } of stations) {
    await runner.settleLines()
    const { site } = runner
    for (const [id, cl] of site.totalisers) play.memory.totaliserCl.set(id, cl)
    for (const by of ['controller', 'till'] as const) play.sequences.set(play.yard[by].id, site.nextSequence(by) - 1)
  }
}
