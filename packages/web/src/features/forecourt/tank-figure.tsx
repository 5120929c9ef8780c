import type { ColoredFuel } from '@forecourt/contract'
import { useId } from 'react'
import { fuelColor } from '../../kit/draw/fuel-color.ts'

interface Measure {
  volumeCl: number
  maxVolumeCl: number
  oilHeightMm: number
  waterHeightMm: number
  measuredAt: string | null
}

const [width, height, end] = [240, 84, 20]
const [right, low, bulge] = [width - end, height - 2, `${end - 2} ${height / 2 - 2} 0 0 1`]
const shell = `M${end} 2H${right}A${bulge} ${right} ${low}H${end}A${bulge} ${end} 2Z`

/** A lying tank from its side: how high the fuel stands, the water under it, the room above. */
export function TankFigure({ tank, fuel }: { tank: Measure; fuel: ColoredFuel | null | undefined }) {
  const clip = useId()
  const share = tank.measuredAt === null ? 0 : heightOf(tank.volumeCl / tank.maxVolumeCl)
  const top = height * (1 - share)
  // Water is given in millimetres; the dip says how many of them the drawn height is.
  const water = tank.oilHeightMm > 0 ? (tank.waterHeightMm / tank.oilHeightMm) * (height - top) : 0
  return (
    <svg className="fc-figure" viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
      <clipPath id={clip}>
        <path d={shell} />
      </clipPath>
      <g clipPath={`url(#${clip})`}>
        <rect width={width} height={height} className="fc-room" />
        <rect y={top} width={width} height={height - top} fill={fuelColor(fuel)} />
        {share > 0 && <rect y={top} width={width} height={1.5} fill="#fff" opacity={0.5} />}
        {water > 0 && <rect y={height - Math.max(water, 2)} width={width} height={Math.max(water, 2)} className="fc-water" />}
      </g>
      <path d={shell} className="fc-shell" />
      {[0.25, 0.5, 0.75].map(mark => (
        <line key={mark} x1={end + 4} x2={end + 12} y1={height * (1 - mark)} y2={height * (1 - mark)} className="fc-mark" />
      ))}
    </svg>
  )
}

/** How high a lying cylinder stands, of its diameter, when so much of it is full. */
export function heightOf(full: number): number {
  let [low, high] = [0, 1]
  for (let step = 0; step < 20; step++) {
    const half = (low + high) / 2
    const angle = 2 * Math.acos(1 - 2 * half)
    if ((angle - Math.sin(angle)) / (2 * Math.PI) < full) low = half
    else high = half
  }
  return low
}
