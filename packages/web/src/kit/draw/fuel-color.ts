import type { FuelColor } from '@forecourt/contract'

/** One colour for each fuel wherever it is drawn; chosen apart for eyes that see few colours, by lightness as well as hue. */
const colors: Record<FuelColor, string> = {
  gasoline92: '#2f80d8',
  gasoline95: '#e07b1a',
  gasoline98: '#8250c8',
  diesel0: '#3d8b3d',
  diesel10: '#17a2a2',
  diesel20: '#8c6239',
  gas: '#d6457f',
  other: '#7d8793',
}
export const fuelColor = (color: FuelColor | null | undefined): string => colors[color ?? 'other']
