import { densityAt, factorAt, fluidOf, type Fluid } from './fluid.ts'
import { correctedForGlass, gbtTables } from './gbt1885.ts'
import { none, outside, type Given } from './given.ts'
import { mpmsGroups } from './mpms11.ts'
import { roundTo, roundToStep } from './rounding.ts'
import type { Commodity, Instrument, Item, MeasureSettings, NoFigure } from './terms.ts'

/** Below and above nothing is converted, though papers may name densities from 600 to 1000. @source decisions-breadth.md WS6 */
export const densities = { min: 653, max: 1075 }
const temperatures = {
  gbt1885: { min: -18, max: 90 },
  /** −58 to 302 °F. */
  mpms11: { min: -50, max: 150 },
}
/** The printed tables of GB/T 1885 have a line for every quarter of a degree, and one for every 2 kg/m³. */
const degreeStep = 0.25
const densityStep = 2

/** An oil whose density at the reference temperature is known, and how it became known. */
export interface Oil {
  readonly fluid: Fluid
  /** At the reference temperature, unrounded. */
  readonly density: number
  readonly commodity: Commodity
  readonly instrument: Instrument | null
  readonly steps: readonly Item[]
}
export const isOil = (oil: Oil | NoFigure): oil is Oil => 'fluid' in oil

/** API MPMS 11.1 has no tables: by it everything is calculated by formula. */
export const byTable = ({ standard, mode }: MeasureSettings): boolean => standard === 'gbt1885' && mode === 'table'
export const equationsOf = (commodity: Commodity, { standard }: MeasureSettings) =>
  standard === 'mpms11' ? mpmsGroups[commodity] : gbtTables[commodity]?.at

export const densityItem = (quantity: Item['quantity'], value: number): Item => ({ quantity, value: roundTo(value, 3) })
export const factorItem = (quantity: Item['quantity'], value: number): Item => ({ quantity, value: roundTo(value, 7) })

/** Of a temperature that is known: within what the standard covers. */
export function temperatureFault(celsius: number | null | undefined, { standard }: MeasureSettings): NoFigure | undefined {
  if (celsius === null || celsius === undefined) return none('temperatureUnknown')
  return outside(celsius, temperatures[standard], 'temperatureOutOfRange')
}

/** The temperature that the calculation takes; in table mode that of the nearest line. */
export const lineOf = (celsius: number, settings: MeasureSettings): number =>
  byTable(settings) ? roundToStep(celsius, degreeStep) : celsius

/** What is known of the oil, brought to the reference temperature; or why that cannot be. */
export function oilOf(given: Given, settings: MeasureSettings): Oil | NoFigure {
  const { density, commodity: named } = given
  const commodity = named ?? 'product'
  const equationAt = equationsOf(commodity, settings)
  if (!equationAt) return none('commodityNotCovered')
  if (density === null || density === undefined) return observedOil(given, settings)
  const fault = outside(density, densities, 'densityOutOfRange')
  if (fault) return fault
  const fluid = fluidOf(equationAt, density, settings.reference)
  return outside(fluid.base, densities, 'densityOutOfRange') ?? { fluid, density, commodity, instrument: null, steps: [] }
}

/** From what an instrument showed. */
export function observedOil(given: Given, settings: MeasureSettings): Oil | NoFigure {
  const { observedDensity, observedTemperature } = given
  const commodity = given.commodity ?? 'product'
  const equationAt = equationsOf(commodity, settings)
  if (!equationAt) return none('commodityNotCovered')
  if (observedDensity === null || observedDensity === undefined) return none('densityUnknown')
  const fault = temperatureFault(observedTemperature, settings)
  if (fault) return fault
  const instrument = given.instrument ?? (settings.standard === 'gbt1885' ? 'hydrometer' : 'densitometer')
  const celsius = lineOf(observedTemperature!, settings)
  const corrected = instrument === 'hydrometer' ? correctedForGlass(observedDensity, celsius) : observedDensity
  const fluid = fluidOf(equationAt, corrected, celsius)
  const density = densityAt(fluid, settings.reference)
  const steps = [
    ...(byTable(settings) ? [{ quantity: 'tableTemperature', value: celsius } as const] : []),
    ...(instrument === 'hydrometer' ? [densityItem('correctedDensity', corrected)] : []),
    densityItem(settings.standard === 'mpms11' ? 'density60' : 'density15', fluid.base),
    densityItem('density', density),
  ]
  return (
    outside(fluid.base, densities, 'densityOutOfRange') ??
    outside(density, densities, 'densityOutOfRange') ?? { fluid, density, commodity, instrument, steps }
  )
}

/** The factor from a temperature to the reference, rounded as the mode says, and what it follows from. */
export function correction(oil: Oil, celsius: number, settings: MeasureSettings): { factor: number; table: string; steps: Item[] } {
  const line = lineOf(celsius, settings)
  const row = roundToStep(oil.density, densityStep)
  const equationAt = equationsOf(oil.commodity, settings)!
  const fluid = byTable(settings) ? fluidOf(equationAt, row, settings.reference) : oil.fluid
  const [there, atReference] = [factorAt(fluid, line), factorAt(fluid, settings.reference)]
  const mpms = settings.standard === 'mpms11'
  const steps: Item[] = [
    ...(byTable(settings)
      ? [
          { quantity: 'tableTemperature' as const, value: line },
          { quantity: 'tableDensity' as const, value: row },
        ]
      : []),
    densityItem(mpms ? 'density60' : 'density15', fluid.base),
    factorItem(mpms ? 'ctl' : 'vcf15', there),
    ...(mpms || settings.reference !== 15 ? [factorItem(mpms ? 'ctlAtReference' : 'vcf15AtReference', atReference)] : []),
  ]
  return { factor: roundTo(there / atReference, byTable(settings) ? 4 : 5), table: tableOf('factor', oil, settings), steps }
}

/** What the printed tables are called: 53 and 59 bring densities to 15 and 20 °C, 54 and 60 volumes. */
export function tableOf(what: 'density' | 'factor', { commodity, fluid }: Oil, { standard, reference }: MeasureSettings): string {
  if (standard === 'mpms11') return fluid.equation.name
  const number = what === 'density' ? { 15: 53, 20: 59 } : { 15: 54, 20: 60 }
  return `${number[reference]}${gbtTables[commodity]!.letter}`
}
