import { businessRows, frozenRows, hashOf } from './business-rows.ts'
import type { Product } from './product.ts'
import { SiteRunner, type Run } from './runner.ts'
import type { SiteLayout } from './site.ts'

export interface Simulation extends Run {
  readonly days: number
  /** Of one simulated hour, in milliseconds of the machine; as fast as it goes when absent. */
  readonly hourMs?: number
  readonly onDay?: (day: number) => Promise<unknown>
}

const hour = 3_600_000

/** Lets one station live for so many days, and says what came of it. */
export async function simulate(layout: SiteLayout, product: Product, simulation: Simulation) {
  const { startMs, days, hourMs = 0, onDay } = simulation
  const runner = new SiteRunner(layout, product, simulation)
  await runner.begin()
  const began = performance.now()
  for (let day = 0; day < days; day++) {
    for (let turn = 1; turn <= 24; turn++) {
      await runner.advance(startMs + (day * 24 + turn) * hour)
      await untilMs(began + (day * 24 + turn) * hourMs)
    }
    await onDay?.(day)
  }
  const endMs = startMs + days * 24 * hour
  await runner.settleLines()
  const rows = await businessRows(product, layout, endMs)
  const frozen = frozenRows(runner.closed)
  return { runner, rows, frozen, hash: hashOf(rows), frozenHash: hashOf(frozen) }
}

const untilMs = (moment: number) => {
  const left = moment - performance.now()
  return left > 0 ? new Promise(resolve => setTimeout(resolve, left)) : undefined
}
