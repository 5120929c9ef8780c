/** A line of a tank chart (罐容表): what stands in the tank at this height. */
export interface ChartPoint {
  readonly heightMm: number
  readonly volumeCl: number
}

/** A cylinder that lies, as most tanks under a station do. */
export interface LyingCylinder {
  readonly diameterMm: number
  /** Of the shell alone, without its heads. */
  readonly lengthMm: number
  readonly heads: 'flat' | 'elliptical'
  /** How much higher the level stands for each metre along the tank, measured from its own bottom. */
  readonly tiltMmPerM: number
  /** Where the height is read, from the end where the level is lowest while the tilt is positive. */
  readonly gaugeAtMm: number
}

/** The place of the first point that does not lie above the one before it in height and volume; undefined where a chart rises strictly. */
export function chartFault(points: readonly ChartPoint[]): number | undefined {
  if (points.length < 2) return points.length
  const at = points.findIndex(({ heightMm, volumeCl }, place) => {
    const before = points[place - 1]
    return before !== undefined && (heightMm <= before.heightMm || volumeCl <= before.volumeCl)
  })
  return at < 0 ? undefined : at
}

/** Whole centilitres at a height, on the line between the points around it; undefined beyond the chart. */
export function volumeOf(points: readonly ChartPoint[], heightMm: number): number | undefined {
  const next = points.findIndex(point => point.heightMm >= heightMm)
  if (next < 0) return undefined
  const above = points[next]!
  if (above.heightMm === heightMm) return above.volumeCl
  const below = points[next - 1]
  if (!below) return undefined
  const share = (heightMm - below.heightMm) / (above.heightMm - below.heightMm)
  return Math.round(below.volumeCl + share * (above.volumeCl - below.volumeCl))
}

/** What is fuel of a tank at these heights: without the water at its bottom. Undefined where the chart does not say it. */
export function netVolumeOf(points: readonly ChartPoint[], oilHeightMm: number, waterHeightMm: number | null): number | undefined {
  const whole = volumeOf(points, oilHeightMm)
  // No water at the gauge is no volume, whatever a tilted tank holds below it.
  const water = waterHeightMm ? volumeOf(points, waterHeightMm) : 0
  return whole === undefined || water === undefined ? undefined : whole - water
}

/** What stands in a lying cylinder, in whole centilitres. @source standards reference §2 */
export function volumeOfCylinder({ diameterMm, lengthMm, heads, tiltMmPerM, gaugeAtMm }: LyingCylinder, heightMm: number): number {
  const [radius, slope] = [diameterMm / 2, tiltMmPerM / 1000]
  const low = heightMm - gaugeAtMm * slope
  const high = low + lengthMm * slope
  const shell = slope === 0 ? lengthMm * segment(radius, heightMm) : (segmentsBelow(radius, high) - segmentsBelow(radius, low)) / slope
  const ends = heads === 'flat' ? 0 : head(radius, low) + head(radius, high)
  return Math.round((shell + ends) / 10_000)
}

const within = (radius: number, height: number) => Math.min(2 * radius, Math.max(0, height))

/** The area of a circle below a height. */
function segment(radius: number, height: number): number {
  const filled = within(radius, height)
  return radius ** 2 * Math.acos((radius - filled) / radius) - (radius - filled) * Math.sqrt(filled * (2 * radius - filled))
}

/** The integral of `segment` from the bottom to a height; above the top the whole circle is added for every millimetre. */
function segmentsBelow(radius: number, height: number): number {
  const down = (radius - within(radius, height)) / radius
  const across = Math.sqrt(1 - down ** 2)
  return radius ** 3 * (across - down * Math.acos(down) - across ** 3 / 3) + Math.PI * radius ** 2 * Math.max(0, height - 2 * radius)
}

/** One of two heads that are half as deep as high. */
function head(radius: number, height: number): number {
  const filled = within(radius, height)
  return (Math.PI * filled ** 2 * (3 * radius - filled)) / 12
}

/** The chart of a lying cylinder, a point for each millimetre in which it rises. */
export function chartOfCylinder(tank: LyingCylinder): ChartPoint[] {
  const chart: ChartPoint[] = []
  for (let heightMm = 0; heightMm <= tank.diameterMm; heightMm++) {
    const volumeCl = volumeOfCylinder(tank, heightMm)
    if (volumeCl > (chart.at(-1)?.volumeCl ?? -1)) chart.push({ heightMm, volumeCl })
  }
  return chart
}
