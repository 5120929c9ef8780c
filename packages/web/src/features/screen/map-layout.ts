/** A station that is drawn, by what it has sold. */
export interface Site {
  readonly id: number
  readonly name: string
  readonly longitude: number
  readonly latitude: number
  readonly soldCents: number
}
interface Point {
  readonly x: number
  readonly y: number
}
export interface Mark extends Site, Point {
  readonly radius: number
  /** Where its name stands; none where there is no room left for it. */
  readonly label?: Point & { readonly anchor: 'start' | 'end' | 'middle'; readonly name: string }
}
/** Stations that lie near to each other, drawn on a map of their own. */
export interface Region {
  readonly marks: readonly Mark[]
  readonly meridians: readonly { readonly x: number; readonly words: string }[]
  readonly parallels: readonly { readonly y: number; readonly words: string }[]
  /** So many kilometres are as long as this. */
  readonly scale: { readonly km: number; readonly length: number }
}

const kmPerDegree = 111.32
const nearKm = 300
/** As many maps as there is room for; what is further away is drawn on the last of them. */
export const regionsMost = 6

const radians = (degrees: number) => (degrees * Math.PI) / 180
function kmBetween(one: Site, other: Site): number {
  const middle = Math.cos(radians((one.latitude + other.latitude) / 2))
  return kmPerDegree * Math.hypot((one.longitude - other.longitude) * middle, one.latitude - other.latitude)
}

/** Stations within reach of one another, the most first: the world between two cities holds none of them. */
export function groupsOf(sites: readonly Site[]): Site[][] {
  const groups: Site[][] = []
  for (const site of sites) {
    const near = groups.filter(group => group.some(other => kmBetween(site, other) < nearKm))
    for (const group of near) groups.splice(groups.indexOf(group), 1)
    groups.push([...near.flat(), site])
  }
  const sorted = groups.toSorted((one, other) => other.length - one.length)
  const last = sorted.slice(regionsMost - 1).flat()
  return sorted.length > regionsMost ? [...sorted.slice(0, regionsMost - 1), last] : sorted
}

const steps = [0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 45]
const scales = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000]
/** A few stations of one street are not drawn as if it were a country. */
const leastKm = 8
const margin = { x: 0.16, y: 0.2 }
const [smallest, largest] = [9, 26]

/** Draws a group on a sheet of this size: north is up, a kilometre is as long in every direction. */
export function regionOf(sites: readonly Site[], width: number, height: number, font: number): Region {
  const [west, east] = rangeOf(sites.map(({ longitude }) => longitude))
  const [south, north] = rangeOf(sites.map(({ latitude }) => latitude))
  const middle = { longitude: (west + east) / 2, latitude: (south + north) / 2 }
  const shrink = Math.cos(radians(middle.latitude))
  const perKm = Math.min(
    (width * (1 - 2 * margin.x)) / Math.max(leastKm, (east - west) * kmPerDegree * shrink),
    (height * (1 - 2 * margin.y)) / Math.max(leastKm, (north - south) * kmPerDegree),
  )
  const x = (longitude: number) => width / 2 + (longitude - middle.longitude) * kmPerDegree * shrink * perKm
  const y = (latitude: number) => height / 2 - (latitude - middle.latitude) * kmPerDegree * perKm
  const most = Math.max(1, ...sites.map(({ soldCents }) => soldCents))
  const marks = sites
    .toSorted((one, other) => other.soldCents - one.soldCents)
    .map(site => ({
      ...site,
      x: x(site.longitude),
      y: y(site.latitude),
      radius: smallest + (largest - smallest) * Math.sqrt(Math.max(0, site.soldCents) / most),
    }))
  const scaleKm = scales.findLast(km => km * perKm <= width / 4) ?? scales[0]!
  const degree = { x: kmPerDegree * shrink * perKm, y: kmPerDegree * perKm }
  return {
    marks: withLabels(marks, width, height, font),
    meridians: lines(middle.longitude, width, degree.x).map(at => ({ x: x(at), words: named(at, 'E', 'W') })),
    parallels: lines(middle.latitude, height, degree.y).map(at => ({ y: y(at), words: named(at, 'N', 'S') })),
    scale: { km: scaleKm, length: scaleKm * perKm },
  }
}

const rangeOf = (values: readonly number[]): [number, number] => [Math.min(...values), Math.max(...values)]

/** Round degrees on either side of the middle, about five of them. */
function lines(middle: number, size: number, perDegree: number): number[] {
  const span = size / perDegree
  const step = steps.find(each => span / each <= 6) ?? steps.at(-1)!
  const first = Math.ceil((middle - span / 2) / step)
  const count = Math.floor((middle + span / 2) / step) - first + 1
  return Array.from({ length: Math.max(0, Math.min(count, 12)) }, (_, at) => Math.round((first + at) * step * 100) / 100)
}
const named = (degrees: number, plus: string, less: string) => `${Math.abs(degrees)}°${degrees < 0 ? less : degrees > 0 ? plus : ''}`

interface Box {
  readonly left: number
  readonly right: number
  readonly top: number
  readonly bottom: number
}
const meet = (one: Box, other: Box) => one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom

/** Han is as wide as it is high, other letters about half. */
export const widthOf = (words: string, font: number): number =>
  [...words].reduce((sum, letter) => sum + (/\p{Script=Han}|[＃（）]/u.test(letter) ? 1 : 0.56), 0) * font

/** A name that leaves no room is cut: to as much as twelve Han letters take, then seven. */
const roomFor = [Infinity, 12, 7] as const
function cut(name: string, most: number): string {
  if (widthOf(name, 1) <= most) return name
  const letters = [...name]
  const many = letters.findIndex((_, at) => widthOf(letters.slice(0, at + 1).join(''), 1) > most - 1)
  return `${letters.slice(0, many).join('').trimEnd()}…`
}

/** A name stands right of its mark, left, below or above, where nothing else is; the stations that sell most choose first. */
function withLabels(marks: readonly Omit<Mark, 'label'>[], width: number, height: number, font: number): Mark[] {
  const taken: Box[] = marks.map(({ x, y, radius }) => ({ left: x - radius, right: x + radius, top: y - radius, bottom: y + radius }))
  const tall = font * 2.4
  const isFree = (box: Box, own: number) =>
    box.left >= 4 &&
    box.right <= width - 4 &&
    box.top >= 4 &&
    box.bottom <= height - 4 &&
    !taken.some((other, at) => at !== own && meet(box, other))
  return marks.map((mark, own) => {
    for (const name of new Set(roomFor.map(most => cut(mark.name, most)))) {
      const wide = Math.max(widthOf(name, font), font * 6)
      const free = placesAround(mark, wide, tall).find(({ left, top }) =>
        isFree({ left, right: left + wide, top, bottom: top + tall }, own),
      )
      if (!free) continue
      taken.push({ left: free.left, right: free.left + wide, top: free.top, bottom: free.top + tall })
      return { ...mark, label: { x: free.x, y: free.y, anchor: free.anchor, name } }
    }
    return mark
  })
}

function placesAround({ x, y, radius }: Omit<Mark, 'label'>, wide: number, tall: number) {
  const gap = radius + 8
  return [
    { anchor: 'start', x: x + gap, y, left: x + gap, top: y - tall / 2 },
    { anchor: 'end', x: x - gap, y, left: x - gap - wide, top: y - tall / 2 },
    { anchor: 'middle', x, y: y + gap + tall / 2, left: x - wide / 2, top: y + gap },
    { anchor: 'middle', x, y: y - gap - tall / 2, left: x - wide / 2, top: y - gap - tall },
  ] as const
}
