import { studyLosses, type LossStudy } from '@forecourt/contract/measure/loss-causes.ts'
import type { Ctx } from '../../platform/execution/command.ts'
import type { TankSystem } from './loss-books.ts'
import { factsOf, type LossFacts } from './loss-facts.ts'

interface Studied {
  readonly facts: LossFacts
  readonly study: LossStudy
}

/** What the readings of tanks say, studied once for all shifts of the same weeks that one call asks after. */
export class LossStudies {
  readonly #ctx: Ctx
  readonly #known = new Map<string, Studied>()

  constructor(ctx: Ctx) {
    this.#ctx = ctx
  }

  async of(system: TankSystem): Promise<Studied> {
    const { tankIds, productId, shifts } = system
    const key = [productId, ...tankIds, shifts[0]!.startAt, shifts.at(-1)!.endAt].join()
    const known = this.#known.get(key)
    if (known) return known
    const facts = await factsOf(this.#ctx, system)
    const studied = { facts, study: studyLosses(facts.given) }
    this.#known.set(key, studied)
    return studied
  }
}
