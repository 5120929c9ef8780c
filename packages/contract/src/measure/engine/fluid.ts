/** How a kind of oil expands: its factor from the base temperature of the standard to another one, by its density at the base. */
export interface Equation {
  /** The band of densities, or the product group, that the constants are of. */
  readonly name: string
  readonly factor: (baseDensity: number, celsius: number) => number
}
/** Which equation holds at a density at the base temperature. */
export type EquationAt = (baseDensity: number) => Equation

/** An oil as the standard knows it: its density at the standard's base temperature, and the equation it expands by. */
export interface Fluid {
  readonly base: number
  readonly equation: Equation
}

const steps = 50
const settled = 1e-6

/**
 * The oil that has this density at this temperature. The equation is chosen anew at each step. Very near the edge of a band the steps may
 * swing between two bands for ever: after 50 the lower band is taken.
 * @source standards reference §1.1
 */
export function fluidOf(equationAt: EquationAt, density: number, celsius: number): Fluid {
  let base = density
  let before = density
  for (let step = 0; step < steps; step++) {
    const next = density / equationAt(base).factor(base, celsius)
    if (Math.abs(next - base) < settled) return { base: next, equation: equationAt(base) }
    before = base
    base = next
  }
  const equation = equationAt(Math.min(before, base))
  for (let step = 0; step < steps; step++) base = density / equation.factor(base, celsius)
  return { base, equation }
}

/** How much smaller a volume is at this temperature than at the base: density there over density at the base. */
export const factorAt = ({ base, equation }: Fluid, celsius: number): number => equation.factor(base, celsius)
export const densityAt = (fluid: Fluid, celsius: number): number => fluid.base * factorAt(fluid, celsius)
