import type { chartOfCylinder } from '@forecourt/contract'

type Cylinder = Parameters<typeof chartOfCylinder>[0]

/** How the tanks of the demo are shaped: as wide as the simulated ones, and as long as their capacity makes them. */
export function cylinderOfDemo(maxVolumeCl: number, widerMm = 0) {
  const diameterMm = (maxVolumeCl < 20_000_00 ? 2200 : 2600) + widerMm
  const lengthMm = Math.floor((maxVolumeCl * 10_000) / (Math.PI * (diameterMm / 2) ** 2))
  return { diameterMm, lengthMm, heads: 'flat', tiltMmPerM: 0, gaugeAtMm: Math.floor(lengthMm / 2) } as const satisfies Cylinder
}
