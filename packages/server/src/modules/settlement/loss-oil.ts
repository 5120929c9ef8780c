import { volumeCorrectionFactor } from '@forecourt/contract/measure/convert.ts'
import { isFigure, type MeasureSettings } from '@forecourt/contract/measure/terms.ts'

/** A load of the tanks: recorded, typed when a shift was closed, or seen by the gauge alone. */
export interface LoadRow {
  readonly of: 'oilInfos' | 'classSettles' | 'foundDeliveries'
  readonly key: number
  readonly label: string
  readonly beginAt: number
  readonly endAt: number
  readonly classSettleId: number | null
  readonly noteCl: number
  readonly density: number | null
  readonly densityKind: 'observed' | 'standard'
  readonly celsius: number | null
  /** No note says how much it should have been. */
  readonly isUnsure: boolean
}
type Oil = Pick<LoadRow, 'density' | 'densityKind' | 'celsius'>

/**
 * The factors to the reference temperature: of each load by its own density and temperature, of what is in the tanks by the density of what
 * came last. Null where that is not known.
 */
export function factorsOf(loads: readonly LoadRow[], settings: MeasureSettings) {
  const last = loads.findLast(({ density }) => density !== null)
  const known = new Map<number, number | null>()
  const whole = (degrees: number) => {
    if (!known.has(degrees)) known.set(degrees, last ? factor(last, degrees, settings) : null)
    return known.get(degrees)!
  }
  const at = (celsius: number) => {
    const degrees = Math.floor(celsius)
    const [low, high] = [whole(degrees), whole(degrees + 1)]
    return low === null || high === null ? 1 : low + (celsius - degrees) * (high - low)
  }
  return {
    factorAt: last && whole(15) !== null ? at : null,
    factorOf: (load: LoadRow) => (load.density === null || load.celsius === null ? null : factor(load, load.celsius, settings)),
  }
}

function factor({ density, densityKind, celsius }: Oil, temperature: number, settings: MeasureSettings): number | null {
  const oil = densityKind === 'standard' ? { density } : { observedDensity: density, observedTemperature: celsius }
  const measured = volumeCorrectionFactor({ ...oil, temperature }, settings)
  return isFigure(measured) ? measured.value : null
}
