import type { Equation, EquationAt, Fluid } from './fluid.ts'
import type { Commodity } from './terms.ts'

/** API MPMS 11.1-2004, base 60 °F. @source standards reference §1.3 */
export const celsiusOf = (fahrenheit: number): number => (fahrenheit - 32) / 1.8
export const fahrenheitOf = (celsius: number): number => 1.8 * celsius + 32

const toScaleOf1968 = [-0.148759, -0.267408, 1.08076, 1.269056, -4.089591, -1.871251, 7.438081, -3.536296]
/** The constants were found with the temperature scale of 1968: a temperature in °C of today as °F of that scale. */
function fahrenheitOf1968(celsius: number): number {
  const share = celsius / 630
  const difference = toScaleOf1968.reduce((sum, a, index) => sum + a * share ** (index + 1), 0)
  return fahrenheitOf(celsius - difference)
}
/** 60 °F of today on the scale of 1968, and how far the two are apart there, times two. */
const base1968 = 60.0068749
const shift = 0.01374979547

interface Group extends Equation {
  /** The density at 60 °F, as on the scale of 1968. */
  readonly density1968: (density60: number) => number
}

function group(name: string, k0: number, k1: number, k2: number): Group {
  const density1968 = (density: number): number => {
    const a = (shift / 2) * ((k0 / density + k1) / density + k2)
    const b = (2 * k0 + k1 * density) / (k0 + (k1 + k2 * density) * density)
    return density * (1 + Math.expm1(a * (1 + 0.8 * a)) / (1 + a * (1 + 1.6 * a) * b))
  }
  const factor = (density60: number, celsius: number): number => {
    const density = density1968(density60)
    const alpha = (k0 / density + k1) / density + k2
    const warmer = fahrenheitOf1968(celsius) - base1968
    return Math.exp(-alpha * warmer * (1 + 0.8 * alpha * (warmer + shift)))
  }
  return { name, factor, density1968 }
}

const fuelOil = group('fuelOil', 103.872, 0.2701, 0)
const jet = group('jet', 330.301, 0, 0)
const transition = group('transition', 1489.067, 0, -0.0018684)
const gasoline = group('gasoline', 192.4571, 0.2438, 0)
const crude = group('crude', 341.0957, 0, 0)
const lubricant = group('lubricant', 0, 0.34878, 0)
/** A special application: its expansion is the same at every density. */
const e10 = group('e10', 0, 0, 714.34e-6)

function productAt(density60: number): Group {
  if (density60 >= 838.3127) return fuelOil
  if (density60 >= 787.5195) return jet
  return density60 >= 770.352 ? transition : gasoline
}

export const mpmsGroups: Readonly<Record<Commodity, EquationAt>> = {
  product: productAt,
  crude: () => crude,
  lubricant: () => lubricant,
  e10: () => e10,
}

const groups = [fuelOil, jet, transition, gasoline, crude, lubricant, e10]

/** How much the oil yields to pressure: the factor Fp, in 10⁻⁵ per psi. */
export function compressibility({ base, equation }: Fluid, celsius: number): number {
  const density = groups.find(({ name }) => name === equation.name)!.density1968(base)
  const warmth = fahrenheitOf1968(celsius)
  return Math.exp(-1.9947 + 0.00013427 * warmth + (793920 + 2326 * warmth) / density ** 2)
}
/** CPL, the factor of pressure in psi above that of the atmosphere. */
export const pressureFactor = (compressed: number, psig: number): number => 1 / (1 - 1e-5 * compressed * psig)

const water60 = 999.016
export const relativeDensityOf = (density60: number): number => density60 / water60
export const density60OfRelative = (relativeDensity: number): number => relativeDensity * water60
export const apiOfRelative = (relativeDensity: number): number => 141.5 / relativeDensity - 131.5
export const relativeOfApi = (gravity: number): number => 141.5 / (gravity + 131.5)
