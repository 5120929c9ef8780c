/** A lying cylinder, as most tanks beneath a station are: how full it is, by the height of what stands in it. */
export interface TankShape {
  readonly maxVolumeCl: number
  readonly diameterMm: number
}

/** @param maxVolumeCl tanks of 20 m³ and more are wider */
export const shapeOf = (maxVolumeCl: number): TankShape => ({ maxVolumeCl, diameterMm: maxVolumeCl < 20_000_00 ? 2200 : 2600 })

/** The area of a segment of a circle, as a share of the circle. */
function filled(heightShare: number): number {
  const angle = 2 * Math.acos(1 - 2 * heightShare)
  return (angle - Math.sin(angle)) / (2 * Math.PI)
}

export function heightAt({ maxVolumeCl, diameterMm }: TankShape, volumeCl: number): number {
  let [low, high] = [0, 1]
  for (let step = 0; step < 24; step++) {
    const half = (low + high) / 2
    if (filled(half) * maxVolumeCl < volumeCl) low = half
    else high = half
  }
  return Math.round(low * diameterMm)
}

export const volumeAt = ({ maxVolumeCl, diameterMm }: TankShape, heightMm: number): number =>
  Math.round(filled(Math.min(1, Math.max(0, heightMm / diameterMm))) * maxVolumeCl)
