import { volumeCorrectionFactor } from './convert.ts'
import type { Given } from './given.ts'
import { isFigure, type MeasureSettings } from './terms.ts'

/** The density of what is in a tank; empty where nobody knows it. */
export type KnownOil = Pick<Given, 'density' | 'observedDensity' | 'observedTemperature'>

export interface Expansion {
  readonly isKnown: boolean
  /** What a volume at a temperature is multiplied by; `around` is what the temperatures of one comparison lie about. */
  readonly factor: (celsius: number, around: number) => number
}

/**
 * What volumes are multiplied by to bring them to the reference temperature, on a straight line around a temperature: where levels are
 * compared within hours, the places of a printed factor would look like litres that are lost. Always by formula. 1 for an unknown oil.
 */
export function expansionOf(oil: KnownOil, settings: MeasureSettings): Expansion {
  const at = (temperature: number) => {
    const measured = volumeCorrectionFactor({ ...oil, temperature }, { ...settings, mode: 'formula' })
    return isFigure(measured) ? measured.value : undefined
  }
  const known = new Map<number, { middle: number; slope: number } | undefined>()
  const lineAt = (around: number) => {
    const degree = Math.round(around)
    if (known.has(degree)) return known.get(degree)
    const [below, above] = [at(degree - 5), at(degree + 5)]
    const line = below === undefined || above === undefined ? undefined : { middle: (below + above) / 2, slope: (above - below) / 10 }
    known.set(degree, line)
    return line
  }
  return {
    isKnown: lineAt(settings.reference) !== undefined,
    factor: (celsius, around) => {
      const line = lineAt(around)
      return line ? line.middle + line.slope * (celsius - Math.round(around)) : 1
    },
  }
}
