import { colorOfFuel, type ColoredFuel, type FuelColor } from '@forecourt/contract/start'
import './fuel-color.css'

/** Of the fuel: `fuel-color.css` holds the colours themselves, for a light and a dark ground. */
export const fuelColor = (fuel: ColoredFuel | null | undefined): string => `var(--fuel-${fuel ? colorOfFuel(fuel) : 'other'})`

/** The same for a drawing that takes no variables. */
export const fuelPaint = (color: FuelColor): string => getComputedStyle(document.documentElement).getPropertyValue(`--fuel-${color}`).trim()
