import { figure, items, none, outside, type Given } from './given.ts'
import { chartFault, volumeOf } from './tank-chart.ts'
import { filledShare, volumeOfCylinder, volumeOfHeads, type CylinderDimensions } from './tank-geometry.ts'
import { roundTo } from './rounding.ts'
import type { Measured, NoFigure } from './terms.ts'

const diameters = { min: 100, max: 10_000 }
const lengths = { min: 100, max: 100_000 }
/** A tank that lies more askew than a decimetre a metre has fallen. */
const slopes = { min: -0.1, max: 0.1 }

/** The dimensions of a tank, or what is wrong with them. */
export function dimensionsOf(given: Given): CylinderDimensions | NoFigure {
  const { diameterMm, lengthMm, heads, slope, gaugeAtMm } = given
  if (!diameterMm || !lengthMm) return none('dimensionsUnknown')
  return (
    outside(diameterMm, diameters, 'dimensionsOutOfRange') ??
    outside(lengthMm, lengths, 'dimensionsOutOfRange') ??
    outside(slope ?? 0, slopes, 'dimensionsOutOfRange') ??
    outside(gaugeAtMm ?? 0, { min: 0, max: lengthMm }, 'dimensionsOutOfRange') ?? {
      diameterMm,
      lengthMm,
      heads: heads ?? 'flat',
      slope: slope ?? 0,
      gaugeAtMm: gaugeAtMm ?? 0,
    }
  )
}
const isTank = (tank: CylinderDimensions | NoFigure): tank is CylinderDimensions => 'diameterMm' in tank

/** What stands in a lying cylinder at a height. */
export function cylinderVolume(given: Given): Measured {
  const tank = dimensionsOf(given)
  if (!isTank(tank)) return tank
  const height = heightWithin(given, tank.diameterMm)
  if (typeof height !== 'number') return height
  const inputs = items([
    ['height', height],
    ['diameter', tank.diameterMm],
    ['length', tank.lengthMm],
    ['slope', given.slope],
    ['gaugeAt', given.gaugeAtMm],
  ])
  return figure({ quantity: 'volume', value: volumeOfCylinder(tank, height), places: 0, inputs })
}

/** What stands in both elliptical heads at a height. */
export function headsVolume(given: Given): Measured {
  const { diameterMm } = given
  if (!diameterMm) return none('dimensionsUnknown')
  const fault = outside(diameterMm, diameters, 'dimensionsOutOfRange')
  if (fault) return fault
  const height = heightWithin(given, diameterMm)
  if (typeof height !== 'number') return height
  const inputs = items([
    ['height', height],
    ['diameter', diameterMm],
  ])
  return figure({ quantity: 'volume', value: volumeOfHeads(diameterMm, height), places: 0, inputs })
}

/** How full a lying cylinder is: 0 to 1. */
export function cylinderShare(given: Given): Measured {
  const { diameterMm } = given
  if (!diameterMm) return none('dimensionsUnknown')
  const height = heightWithin(given, diameterMm)
  if (typeof height !== 'number') return height
  const inputs = items([
    ['height', height],
    ['diameter', diameterMm],
  ])
  return figure({ quantity: 'filledShare', value: roundTo(filledShare(height / diameterMm), 6), places: 6, inputs })
}

/** What a chart says of a height. */
export function chartVolume({ points, heightMm }: Given): Measured {
  if (!points || chartFault(points) !== undefined) return none('chartNotRising')
  if (heightMm === null || heightMm === undefined) return none('heightUnknown')
  const value = volumeOf(points, heightMm)
  if (value === undefined) return none('heightOutOfRange', { min: points[0]!.heightMm, max: points.at(-1)!.heightMm })
  return figure({ quantity: 'volume', value, places: 0, inputs: items([['height', heightMm]]) })
}

function heightWithin({ heightMm }: Given, diameterMm: number): number | NoFigure {
  if (heightMm === null || heightMm === undefined) return none('heightUnknown')
  return outside(heightMm, { min: 0, max: diameterMm }, 'heightOutOfRange') ?? heightMm
}
