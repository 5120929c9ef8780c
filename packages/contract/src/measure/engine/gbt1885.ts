import type { Equation, EquationAt } from './fluid.ts'
import type { Commodity } from './terms.ts'

/** GB/T 1885 calculates from 15 °C, by the equations of ASTM D1250-80. @source standards reference §1.1, §1.2 */
const baseCelsius = 15

function equation(name: string, alphaOf: (density15: number) => number): Equation {
  return {
    name,
    factor: (density15, celsius) => {
      const expansion = alphaOf(density15) * (celsius - baseCelsius)
      return Math.exp(-expansion * (1 + 0.8 * expansion))
    },
  }
}

const gasoline = equation('gasoline', density => 346.4228 / density ** 2 + 0.4388 / density)
const transition = equation('transition', density => 2680.3206 / density ** 2 - 0.00336312)
const jet = equation('jet', density => 594.5418 / density ** 2)
const fuelOil = equation('fuelOil', density => 186.9696 / density ** 2 + 0.4862 / density)
const crude = equation('crude', density => 613.9723 / density ** 2)
const lubricant = equation('lubricant', density => 0.6278 / density)

/** Between two bands the lower one goes on up to the next one's first value. */
function productAt(density15: number): Equation {
  if (density15 < 770.5) return gasoline
  if (density15 < 788) return transition
  return density15 < 839 ? jet : fuelOil
}

/** The letter of the tables, and which equation holds. Blends with ethanol are not in them. */
export const gbtTables: Readonly<Record<Commodity, { readonly letter: string; readonly at: EquationAt } | undefined>> = {
  product: { letter: 'B', at: productAt },
  crude: { letter: 'A', at: () => crude },
  lubricant: { letter: 'D', at: () => lubricant },
  e10: undefined,
}

/** What a glass hydrometer shows, corrected for the glass: it is marked at 20 °C and grows with heat. @source standards reference §1.2 */
export function correctedForGlass(observed: number, celsius: number): number {
  const above20 = celsius - 20
  return observed * (1 - 0.000023 * above20 - 0.00000002 * above20 ** 2)
}
