import type { Chance } from './chance.ts'

/** What a fuelling point is doing. @source IFSF, states of a fuelling point */
export type Phase = 'closed' | 'idle' | 'calling' | 'authorised' | 'started' | 'fuelling' | 'suspended'

/** One stay of a customer at a nozzle: how long each phase lasts, and what runs. */
export interface Plan {
  readonly volumeCl: number
  readonly method: 'amount' | 'volume' | 'full'
  readonly phases: readonly { readonly phase: Phase; readonly ms: number }[]
}

/** Fuel runs at some 38 litres a minute, as at the pumps of most stations. */
const clPerSecond = 63

/** @param presets amounts that customers ask for, in whole units of money */
export function planOf(chance: Chance, priceCents: number, presets: readonly number[]): Plan {
  const method = chance.weigh({ amount: 60, volume: 10, full: 30 })
  const volumeCl = {
    amount: () => Math.floor((chance.pick(presets) * 10_000) / priceCents),
    volume: () => chance.pick([2000, 3000, 4000, 5000]),
    full: () => chance.whole(1800, 6200),
  }[method]()
  const between = (least: number, most: number) => chance.whole(least * 1000, most * 1000)
  const runs = Math.round((volumeCl / clPerSecond) * 1000 * (0.9 + 0.2 * chance.next()))
  // Some look after their car, or have the hose slip, and go on.
  const pause = chance.next() < 0.06 ? [{ phase: 'suspended', ms: between(3, 15) } as const] : []
  const half = Math.round(runs * (0.3 + 0.4 * chance.next()))
  return {
    volumeCl,
    method,
    phases: [
      { phase: 'calling', ms: between(2, 6) },
      { phase: 'authorised', ms: between(1, 4) },
      { phase: 'started', ms: between(1, 2) },
      ...(pause.length > 0
        ? [{ phase: 'fuelling', ms: half } as const, ...pause, { phase: 'fuelling', ms: runs - half } as const]
        : [{ phase: 'fuelling', ms: runs } as const]),
    ],
  }
}

/** Where a plan stands so long after it began; undefined when it is over and the nozzle hangs again. */
export function standing({ volumeCl, phases }: Plan, sinceMs: number): { phase: Phase; volumeCl: number } | undefined {
  const runs = phases.reduce((sum, { phase, ms }) => sum + (phase === 'fuelling' ? ms : 0), 0)
  let left = sinceMs
  let ran = 0
  for (const { phase, ms } of phases) {
    const within = Math.min(left, ms)
    if (phase === 'fuelling') ran += within
    if (left < ms) return { phase, volumeCl: Math.floor((volumeCl * ran) / runs) }
    left -= ms
  }
  return undefined
}

export const lasts = ({ phases }: Plan): number => phases.reduce((sum, { ms }) => sum + ms, 0)
/** What a pump shows: litres by the price, rounded once. */
export const amountOf = (volumeCl: number, priceCents: number): number => Math.floor((2 * volumeCl * priceCents + 100) / 200)

/** The same stay, ending at another volume. */
export function endingAt(plan: Plan, volumeCl: number): Plan {
  if (volumeCl === plan.volumeCl) return plan
  const phases = plan.phases.map(({ phase, ms }) => ({ phase, ms: phase === 'fuelling' ? Math.ceil((ms * volumeCl) / plan.volumeCl) : ms }))
  return { ...plan, volumeCl, phases }
}
