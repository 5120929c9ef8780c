import { factorAt, densityAt, fluidOf, type Fluid } from './fluid.ts'
import { figure, items, none, outside, type Given } from './given.ts'
import {
  apiOfRelative,
  compressibility,
  density60OfRelative,
  mpmsGroups,
  pressureFactor,
  relativeDensityOf,
  relativeOfApi,
} from './mpms11.ts'
import { densities, densityItem, factorItem, temperatureFault } from './oil.ts'
import { roundTo } from './rounding.ts'
import type { Figure, Item, Measured, NoFigure, Quantity } from './terms.ts'

const settings = { standard: 'mpms11', mode: 'formula', reference: 15 } as const
const pressures = { min: 0, max: 1500 }

/** The oil by its density at 60 °F, its API gravity, its relative density, or its density at 15 °C. */
function fluidAt60(given: Given): Fluid | NoFigure {
  const equationAt = mpmsGroups[given.commodity ?? 'product']
  const { density60, apiGravity, relativeDensity, density15 } = given
  const relative = relativeDensity ?? (apiGravity === null || apiGravity === undefined ? undefined : relativeOfApi(apiGravity))
  const base = density60 ?? (relative === undefined ? undefined : density60OfRelative(relative))
  if (base === undefined && (density15 === null || density15 === undefined)) return none('densityUnknown')
  const fluid = base === undefined ? fluidOf(equationAt, density15!, 15) : { base, equation: equationAt(base) }
  return outside(fluid.base, densities, 'densityOutOfRange') ?? fluid
}
const isFluid = (fluid: Fluid | NoFigure): fluid is Fluid => 'equation' in fluid

const origin = (given: Given, { equation }: Fluid) =>
  ({ standard: 'mpms11', table: equation.name, mode: 'formula', commodity: given.commodity ?? 'product' }) as const

const inputsOf = (given: Given, ...more: (readonly [Quantity, number | null | undefined])[]): Item[] =>
  items([
    ['density60', given.density60],
    ['apiGravity', given.apiGravity],
    ['relativeDensity', given.relativeDensity],
    ['density15', given.density15],
    ...more,
  ])

/** CTL, CPL and CTPL: the factors to 60 °F and to the pressure of the atmosphere. @source standards reference §1.3 */
export function factorTo60(quantity: 'ctl' | 'cpl' | 'ctpl', given: Given): Measured {
  const fluid = fluidAt60(given)
  if (!isFluid(fluid)) return fluid
  const { temperature, pressurePsig } = given
  const fault = temperatureFault(temperature, settings) ?? (quantity === 'ctl' ? undefined : pressureFault(pressurePsig))
  if (fault) return fault
  const ctl = factorAt(fluid, temperature!)
  const compressed = compressibility(fluid, temperature!)
  const cpl = pressureFactor(compressed, pressurePsig ?? 0)
  const pressed = quantity === 'ctl' ? [] : [factorItem('compressibility', compressed)]
  return figure({
    ...origin(given, fluid),
    quantity,
    value: roundTo({ ctl, cpl, ctpl: ctl * cpl }[quantity], 5),
    places: 5,
    inputs: inputsOf(given, ['temperature', temperature], ['pressure', quantity === 'ctl' ? undefined : pressurePsig]),
    steps: [
      ...(given.density60 ? [] : [densityItem('density60', fluid.base)]),
      ...pressed,
      ...(quantity === 'ctpl' ? [factorItem('ctl', ctl), factorItem('cpl', cpl)] : []),
    ],
  })
}

function pressureFault(psig: number | null | undefined): NoFigure | undefined {
  return psig === null || psig === undefined ? none('pressureUnknown') : outside(psig, pressures, 'pressureOutOfRange')
}

/** Density at 60 °F, from one that was observed at a temperature. */
export function density60OfObserved(given: Given): Measured {
  const { observedDensity, observedTemperature, commodity } = given
  if (observedDensity === null || observedDensity === undefined) return none('densityUnknown')
  const fault = temperatureFault(observedTemperature, settings)
  if (fault) return fault
  const fluid = fluidOf(mpmsGroups[commodity ?? 'product'], observedDensity, observedTemperature!)
  const beyond = outside(fluid.base, densities, 'densityOutOfRange')
  if (beyond) return beyond
  return figure({
    ...origin(given, fluid),
    quantity: 'density60',
    value: roundTo(fluid.base, 2),
    places: 2,
    inputs: items([
      ['observedDensity', observedDensity],
      ['observedTemperature', observedTemperature],
    ]),
    steps: [factorItem('ctl', factorAt(fluid, observedTemperature!))],
  })
}

/** API gravity, relative density and densities at 60 °F and 15 °C: each from any of the others. */
export function at60(quantity: keyof typeof scales, given: Given): Measured {
  const fluid = fluidAt60(given)
  if (!isFluid(fluid)) return fluid
  const { value, places } = scales[quantity]
  const steps = [densityItem('density60', fluid.base), factorItem('ctlAtReference', factorAt(fluid, 15))]
  const result: Pick<Figure, 'quantity' | 'value' | 'places'> = { quantity, value: roundTo(value(fluid), places), places }
  return figure({ ...origin(given, fluid), ...result, inputs: inputsOf(given), steps })
}
const scales = {
  density15: { value: (fluid: Fluid) => densityAt(fluid, 15), places: 1 },
  density60: { value: (fluid: Fluid) => fluid.base, places: 2 },
  relativeDensity: { value: (fluid: Fluid) => relativeDensityOf(fluid.base), places: 4 },
  apiGravity: { value: (fluid: Fluid) => apiOfRelative(relativeDensityOf(fluid.base)), places: 2 },
} as const
