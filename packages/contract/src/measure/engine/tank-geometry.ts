import { roundTo } from './rounding.ts'

/** A cylinder that lies, as most tanks under a station do. Lengths in millimetres. */
export interface CylinderDimensions {
  readonly diameterMm: number
  /** Of the cylinder alone, without its heads. */
  readonly lengthMm: number
  /** Flat ends, or two elliptical heads that are half as deep as high (2:1). */
  readonly heads?: Heads
  /** Rise of the level along the length, measured against the tank's own bottom: 0.01 is 10 mm a metre. 0 lies level. */
  readonly slope?: number
  /** Where the height is read, from the end where the liquid is lowest when the slope is positive. */
  readonly gaugeAtMm?: number
}
export const headKinds = ['flat', 'elliptical'] as const
export type Heads = (typeof headKinds)[number]

/** Cubic millimetres of a centilitre. */
const perCentilitre = 10_000

const within = (height: number, diameter: number): number => Math.min(diameter, Math.max(0, height))

/** Area of a circle's segment that reaches to this height. */
function segmentArea(radius: number, height: number): number {
  const filled = within(height, 2 * radius)
  const down = radius - filled
  return radius ** 2 * Math.acos(down / radius) - down * Math.sqrt(Math.max(0, 2 * radius * filled - filled ** 2))
}

/** The integral of `segmentArea` from 0 to a height; above the top it goes on with the whole circle, below the bottom with nothing. */
function segmentIntegral(radius: number, height: number): number {
  const filled = within(height, 2 * radius)
  const down = radius - filled
  const square = Math.max(0, radius ** 2 - down ** 2)
  const inside = radius ** 2 * (Math.sqrt(square) - down * Math.acos(down / radius)) - square ** 1.5 / 3
  return inside + Math.PI * radius ** 2 * Math.max(0, height - 2 * radius)
}

/** One of two 2:1 elliptical heads. */
function headVolume(radius: number, height: number): number {
  const filled = within(height, 2 * radius)
  return (Math.PI * filled ** 2 * (3 * radius - filled)) / 12
}

/** Unrounded cubic millimetres. @source standards reference §2 */
function cubicMillimetres(tank: CylinderDimensions, heightMm: number): number {
  const { diameterMm, lengthMm, heads = 'flat', slope = 0, gaugeAtMm = 0 } = tank
  const radius = diameterMm / 2
  const low = heightMm - gaugeAtMm * slope
  const high = low + lengthMm * slope
  const shell =
    Math.abs(high - low) < 1e-6
      ? lengthMm * segmentArea(radius, heightMm)
      : (segmentIntegral(radius, high) - segmentIntegral(radius, low)) / slope
  // Each head at the level of its own end: how the level goes on within the depth of a head is left out.
  return heads === 'flat' ? shell : shell + headVolume(radius, low) + headVolume(radius, high)
}

/** What stands in a lying cylinder when its level is read at this height, in whole centilitres. */
export const volumeOfCylinder = (tank: CylinderDimensions, heightMm: number): number =>
  roundTo(cubicMillimetres(tank, heightMm) / perCentilitre, 0)

/** Both elliptical heads together, without the cylinder between them, in whole centilitres. */
export const volumeOfHeads = (diameterMm: number, heightMm: number): number =>
  roundTo((2 * headVolume(diameterMm / 2, heightMm)) / perCentilitre, 0)

/** How full a level cylinder is, 0 to 1, by its height as a share of the diameter. Unrounded. */
export const filledShare = (heightShare: number): number => segmentArea(1, 2 * heightShare) / Math.PI
