import { densityAt } from './fluid.ts'
import { figure, items, none, type Given } from './given.ts'
import { byTable, correction, isOil, lineOf, observedOil, oilOf, tableOf, temperatureFault, type Oil } from './oil.ts'
import { roundTo } from './rounding.ts'
import type { Figure, Item, Measured, MeasureSettings, NoFigure, Quantity } from './terms.ts'

/** kg/m³: what a litre of air weighs down less on a balance. @source standards reference §1.2 */
export const airBuoyancy = 1.1
/** Centilitres of a cubic metre. */
const perCubicMetre = 100_000

/** What every figure of an oil says of how it was reached. */
const origin = (oil: Oil, table: string, settings: MeasureSettings) => ({
  standard: settings.standard,
  table,
  mode: byTable(settings) ? ('table' as const) : ('formula' as const),
  reference: settings.reference,
  commodity: oil.commodity,
  instrument: oil.instrument,
})

const oilInputs = ({ density, observedDensity, observedTemperature }: Given, { instrument }: Oil): Item[] =>
  instrument
    ? items([
        ['observedDensity', observedDensity],
        ['observedTemperature', observedTemperature],
      ])
    : items([['density', density]])

/** Standard density, from what an instrument showed at a temperature: tables 59 and 53. */
export function standardDensity(given: Given, settings: MeasureSettings): Measured {
  const oil = observedOil(given, settings)
  if (!isOil(oil)) return oil
  return figure({
    ...origin(oil, tableOf('density', oil, settings), settings),
    quantity: 'density',
    value: roundTo(oil.density, 1),
    places: 1,
    inputs: oilInputs(given, oil),
    steps: oil.steps.slice(0, -1),
  })
}

/** What the oil's density is at a temperature: the standard density, the other way round. */
export function densityAtTemperature(given: Given, settings: MeasureSettings): Measured {
  const known = corrected(given, settings)
  if (!('factor' in known)) return known
  const { oil, table } = known
  const value = densityAt(oil.fluid, lineOf(given.temperature!, settings))
  return made(known, given, settings, { quantity: 'densityAtTemperature', value: roundTo(value, 1), places: 1, table }, [])
}

interface Corrected {
  readonly oil: Oil
  readonly factor: number
  readonly table: string
  readonly steps: readonly Item[]
}
/** The factor of a liquid at its own temperature. A temperature that nobody measured is unknown, and nothing is corrected. */
function corrected(given: Given, settings: MeasureSettings): Corrected | NoFigure {
  const oil = oilOf(given, settings)
  if (!isOil(oil)) return oil
  const fault = temperatureFault(given.temperature, settings)
  if (fault) return fault
  const { factor, table, steps } = correction(oil, given.temperature!, settings)
  // Each figure once: a density that was observed has given the density at 15 °C already.
  const named = new Set(oil.steps.map(({ quantity }) => quantity))
  return { oil, factor, table, steps: [...oil.steps, ...steps.filter(step => byTable(settings) || !named.has(step.quantity))] }
}

function made(
  { oil, table, steps }: Corrected,
  given: Given,
  settings: MeasureSettings,
  result: Pick<Figure, 'quantity' | 'value' | 'places'> & { table?: string },
  more: readonly Item[],
  inputs: readonly (readonly [Quantity, number | null | undefined])[] = [],
): Figure {
  return figure({
    ...origin(oil, table, settings),
    ...result,
    inputs: [...items(inputs), ...items([['temperature', given.temperature]]), ...oilInputs(given, oil)],
    steps: [...steps, ...more],
  })
}

/** The volume correction factor to the reference temperature: tables 60 and 54, or CTL over CTL at the reference. */
export function volumeCorrectionFactor(given: Given, settings: MeasureSettings): Measured {
  const known = corrected(given, settings)
  if (!('factor' in known)) return known
  return made(known, given, settings, { quantity: 'vcf', value: known.factor, places: byTable(settings) ? 4 : 5 }, [])
}

/**
 * Centilitres at the reference temperature, of what was measured at another one (`volumeCl` with its own `temperature`); or of what was
 * weighed (`massKg`), for which no temperature is needed.
 * @returns no figure where the density or the temperature is unknown or out of range, and why
 */
export function volumeAtReference(given: Given, settings: MeasureSettings): Measured {
  if (given.volumeCl === null || given.volumeCl === undefined) return volumeOfMass(given, settings)
  const known = corrected(given, settings)
  if (!('factor' in known)) return known
  const value = roundTo(given.volumeCl * known.factor, 0)
  return made(
    known,
    given,
    settings,
    { quantity: 'volumeAtReference', value, places: 0 },
    [{ quantity: 'vcf', value: known.factor }],
    [['volume', given.volumeCl]],
  )
}

function volumeOfMass(given: Given, settings: MeasureSettings): Measured {
  if (given.massKg === null || given.massKg === undefined) return none('volumeUnknown')
  const oil = oilOf(given, settings)
  if (!isOil(oil)) return oil
  return figure({
    ...origin(oil, oil.instrument ? tableOf('density', oil, settings) : '', settings),
    quantity: 'volumeAtReference',
    value: roundTo(litresOfMass(given.massKg, oil), 0),
    places: 0,
    inputs: [...items([['mass', given.massKg]]), ...oilInputs(given, oil)],
    steps: oil.steps,
  })
}
/** Unrounded centilitres at the reference temperature. */
const litresOfMass = (massKg: number, { density }: Oil): number => (massKg / (density - airBuoyancy)) * perCubicMetre

/** Centilitres that stand in a tank at `temperature`, of a volume at the reference temperature or of a mass. */
export function volumeAtTemperature(given: Given, settings: MeasureSettings): Measured {
  const { volumeAtReferenceCl, massKg } = given
  const known = corrected(given, settings)
  if (!('factor' in known)) return known
  const at = volumeAtReferenceCl ?? (massKg === null || massKg === undefined ? undefined : litresOfMass(massKg, known.oil))
  if (at === undefined) return none('volumeUnknown')
  const more = [
    ...(volumeAtReferenceCl === null || volumeAtReferenceCl === undefined
      ? [{ quantity: 'volumeAtReference' as const, value: roundTo(at, 2) }]
      : []),
    { quantity: 'vcf' as const, value: known.factor },
  ]
  return made(known, given, settings, { quantity: 'volume', value: roundTo(at / known.factor, 0), places: 0 }, more, [
    ['volumeAtReference', volumeAtReferenceCl],
    ['mass', volumeAtReferenceCl === null || volumeAtReferenceCl === undefined ? massKg : undefined],
  ])
}

/** Kilograms in air, of a volume at its own temperature (`volumeCl`), or of one that is at the reference (`volumeAtReferenceCl`). */
export function massKg(given: Given, settings: MeasureSettings): Measured {
  const { volumeCl, volumeAtReferenceCl } = given
  if (volumeCl === null || volumeCl === undefined) return massOfReference(volumeAtReferenceCl, given, settings)
  const known = corrected(given, settings)
  if (!('factor' in known)) return known
  const at = volumeCl * known.factor
  const value = roundTo((at / perCubicMetre) * (known.oil.density - airBuoyancy), 0)
  const more = [
    { quantity: 'vcf' as const, value: known.factor },
    { quantity: 'volumeAtReference' as const, value: roundTo(at, 2) },
  ]
  return made(known, given, settings, { quantity: 'mass', value, places: 0 }, more, [['volume', volumeCl]])
}

function massOfReference(volumeAtReferenceCl: number | null | undefined, given: Given, settings: MeasureSettings): Measured {
  if (volumeAtReferenceCl === null || volumeAtReferenceCl === undefined) return none('volumeUnknown')
  const oil = oilOf(given, settings)
  if (!isOil(oil)) return oil
  return figure({
    ...origin(oil, oil.instrument ? tableOf('density', oil, settings) : '', settings),
    quantity: 'mass',
    value: roundTo((volumeAtReferenceCl / perCubicMetre) * (oil.density - airBuoyancy), 0),
    places: 0,
    inputs: [...items([['volumeAtReference', volumeAtReferenceCl]]), ...oilInputs(given, oil)],
    steps: oil.steps,
  })
}

/** The standard density of two lots that are mixed, by their masses. @source standards reference §1.2 */
export function mixtureDensity(given: Given): Measured {
  const { massKg: first, secondMassKg: second, density, secondDensity } = given
  if (!first || !second) return none('massUnknown')
  if (!density || !secondDensity) return none('densityUnknown')
  const value = roundTo((first + second) / (first / density + second / secondDensity), 1)
  const inputs = items([
    ['mass', first],
    ['density', density],
    ['secondMass', second],
    ['secondDensity', secondDensity],
  ])
  return figure({ quantity: 'mixtureDensity', value, places: 1, inputs })
}
