import type { ColoredFuel } from '@forecourt/contract'
import { fuelColor } from './fuel-color.ts'
import './tank.css'

export interface TankProps {
  volumeCl: number
  maxVolumeCl: number
  fuel?: ColoredFuel | null | undefined
  /** What the drawing says, for those who hear it. */
  label: string
}

/** A tank as it lies: the fuel in it, up to its level. */
export function TankDrawing({ volumeCl, maxVolumeCl, fuel, label }: TankProps) {
  const share = Math.min(1, Math.max(0, volumeCl / maxVolumeCl))
  return (
    <div className="k-tank" role="img" aria-label={label}>
      <div style={{ width: `${share * 100}%`, background: fuelColor(fuel) }} />
    </div>
  )
}
