import { volumeAtReference } from './convert.ts'
import type { Given } from './given.ts'
import { isFigure, type Measured, type MeasureSettings, type NoFigure } from './terms.ts'

/** A volume with the temperature that it has; null where nobody measured it. */
export interface Lot {
  readonly volumeCl: number
  readonly temperature: number | null
}

export interface DeliveryGiven {
  readonly before: Lot
  readonly after: Lot
  readonly sold: Lot
  /** What the delivery note says; null while there is none. */
  readonly note: Lot | null
  /** One density for all four: the note's. */
  readonly oil: Pick<Given, 'density' | 'observedDensity' | 'observedTemperature' | 'instrument' | 'commodity'>
}

export interface DeliveryFigures {
  /** After − before. */
  readonly offloadedCl: number
  /** Offloaded and sold meanwhile. */
  readonly totalCl: number
  /** Total − delivery volume, minus is short; null while there is no note. */
  readonly profitLossCl: number | null
}

export interface DeliveryAtReference {
  /** Null where a volume that it needs has none at the reference temperature: `reason` says why. */
  readonly offloadedCl: number | null
  readonly totalCl: number | null
  readonly profitLossCl: number | null
  readonly reason: NoFigure | null
  /** The four volumes, each with how it was reached. */
  readonly volumes: { readonly before: Measured; readonly after: Measured; readonly sold: Measured; readonly note: Measured | null }
}

/** As observed, each at whatever temperature it had. @source standards reference §2 */
export function deliveryAsObserved({ before, after, sold, note }: Omit<DeliveryGiven, 'oil'>): DeliveryFigures {
  const offloadedCl = after.volumeCl - before.volumeCl
  const totalCl = offloadedCl + sold.volumeCl
  return { offloadedCl, totalCl, profitLossCl: note ? totalCl - note.volumeCl : null }
}

/** At the reference temperature: each volume is corrected by its own temperature and rounded, then they are added. */
export function deliveryAtReference({ before, after, sold, note, oil }: DeliveryGiven, settings: MeasureSettings): DeliveryAtReference {
  const brought = (lot: Lot): Measured => volumeAtReference({ ...oil, ...lot }, settings)
  const volumes = { before: brought(before), after: brought(after), sold: brought(sold), note: note && brought(note) }
  const sum = (plus: readonly (Measured | null)[], minus: readonly (Measured | null)[]): number | null => {
    const values = [...plus, ...minus].map(one => (one && isFigure(one) ? one.value : null))
    if (values.includes(null)) return null
    return values.reduce<number>((total, value, index) => total + (index < plus.length ? value! : -value!), 0)
  }
  return {
    offloadedCl: sum([volumes.after], [volumes.before]),
    totalCl: sum([volumes.after, volumes.sold], [volumes.before]),
    profitLossCl: sum([volumes.after, volumes.sold], [volumes.before, volumes.note]),
    reason: Object.values(volumes).find((one): one is NoFigure => one !== null && !isFigure(one)) ?? null,
    volumes,
  }
}
