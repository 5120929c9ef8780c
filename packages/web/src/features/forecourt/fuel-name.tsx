import type { FuelColor } from '@forecourt/contract'
import { fuelColor } from '../../kit/draw/fuel-color.ts'
import './forecourt.css'

/** A fuel's name behind the mark in its colour. */
export const FuelName = ({ fuel }: { fuel: { name: string; color?: FuelColor | null } | null | undefined }) =>
  fuel ? (
    <span className="fc-fuel">
      <i style={{ background: fuelColor(fuel.color) }} />
      {fuel.name}
    </span>
  ) : (
    <span className="k-dash">—</span>
  )
