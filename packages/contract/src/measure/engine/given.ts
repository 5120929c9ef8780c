import type { ChartPoint } from './tank-chart.ts'
import type { Heads } from './tank-geometry.ts'
import type { Commodity, Figure, Instrument, Item, NoFigure, Quantity, Reason } from './terms.ts'

type Known = number | null | undefined

/** What is known of an oil. A field that is absent or null is unknown: it is never replaced by an assumption. */
export interface Given {
  /** The standard density: at the reference temperature of the settings. Where it is known, what was observed is not looked at. */
  readonly density?: Known
  /** What a hydrometer or densitometer showed, and the temperature of the sample. */
  readonly observedDensity?: Known
  readonly observedTemperature?: Known
  /** By default a hydrometer with GB/T 1885, a densitometer with API MPMS 11.1. */
  readonly instrument?: Instrument | null | undefined
  /** By default a finished product: gasoline, jet fuel, diesel, fuel oil. */
  readonly commodity?: Commodity | null | undefined
  /** Of the liquid whose volume is meant, in °C. */
  readonly temperature?: Known
  /** The same temperatures in °F, where they are not told in °C. */
  readonly fahrenheit?: Known
  readonly observedFahrenheit?: Known
  /** As observed at `temperature`. */
  readonly volumeCl?: Known
  /** In air. */
  readonly massKg?: Known
  readonly volumeAtReferenceCl?: Known
  /** For mixtures. */
  readonly secondMassKg?: Known
  readonly secondDensity?: Known
  /** For API MPMS 11.1 at its own base of 60 °F. */
  readonly density60?: Known
  readonly density15?: Known
  readonly apiGravity?: Known
  readonly relativeDensity?: Known
  readonly pressurePsig?: Known
  /** For tanks. */
  readonly heightMm?: Known
  readonly diameterMm?: Known
  readonly lengthMm?: Known
  readonly slope?: Known
  readonly gaugeAtMm?: Known
  readonly heads?: Heads | null | undefined
  readonly points?: readonly ChartPoint[] | null | undefined
}

export const none = (reason: Reason, range?: { min: number; max: number }): NoFigure => ({ reason, ...range })

/** Nothing where the value lies within the range, else why there is no figure. */
export const outside = (value: number, range: { min: number; max: number }, reason: Reason): NoFigure | undefined =>
  value >= range.min && value <= range.max ? undefined : none(reason, range)

/** The inputs that are known, in the order they are named. */
export const items = (pairs: readonly (readonly [Quantity, Known])[]): Item[] =>
  pairs.flatMap(([quantity, value]) => (value === null || value === undefined ? [] : [{ quantity, value }]))

const plain = { standard: null, table: '', mode: 'formula', reference: null, commodity: null, instrument: null, steps: [] } as const
/** A figure; what no standard of oil measurement has a part in says nothing of one. */
export const figure = (parts: Pick<Figure, 'quantity' | 'value' | 'places' | 'inputs'> & Partial<Figure>): Figure => ({
  ...plain,
  ...parts,
})
