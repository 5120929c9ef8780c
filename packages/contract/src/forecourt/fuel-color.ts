/** The fixed colours that fuels have in every chart, tag and tank drawing. */
export const fuelColors = ['gasoline92', 'gasoline95', 'gasoline98', 'diesel0', 'diesel10', 'diesel20', 'gas', 'other'] as const
export type FuelColor = (typeof fuelColors)[number]

export interface ColoredFuel {
  readonly color?: FuelColor | null | undefined
  /** That of its base fuel. */
  readonly baseColor?: FuelColor | null | undefined
  readonly code?: string | undefined
  readonly classification?: string | undefined
}

const gasolines: readonly [least: number, color: FuelColor][] = [
  [97, 'gasoline98'],
  [94, 'gasoline95'],
  [0, 'gasoline92'],
]
const diesels: readonly [least: number, color: FuelColor][] = [
  [-5, 'diesel0'],
  [-15, 'diesel10'],
  [-100, 'diesel20'],
]

/**
 * The colour that the company chose for a fuel or for its base fuel, or the usual one of its kind: by octane number, by the frost a diesel
 * stands.
 */
export function colorOfFuel({ color, baseColor, code = '', classification }: ColoredFuel): FuelColor {
  if (color || baseColor) return (color || baseColor)!
  if (classification === 'gas') return 'gas'
  const grade = /[-−]?\d+/.exec(code)?.[0]
  const among = classification === 'gasoline' ? gasolines : classification === 'diesel' ? diesels : []
  return among.find(([least]) => Number(grade?.replace('−', '-') ?? 0) >= least)?.[1] ?? 'other'
}
