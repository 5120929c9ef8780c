import type { ColoredFuel } from '@forecourt/contract'
import { fuelColor } from '../../kit/draw/fuel-color.ts'
import './forecourt.css'

/** A fuel's name behind the mark in its colour. */
export const FuelName = ({ fuel }: { fuel: ({ name: string } & ColoredFuel) | null | undefined }) =>
  fuel ? (
    <span className="fc-fuel">
      <i style={{ background: fuelColor(fuel) }} />
      {fuel.name}
    </span>
  ) : (
    <span className="k-dash">—</span>
  )
