import { stations, type RowOf } from '@forecourt/contract'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState, type KeyboardEvent, type MouseEvent } from 'react'
import { call } from '../../core/api.ts'
import { t } from '../../i18n/index.ts'
import { Button } from '../../kit/ui.ts'
import { inView, place, stepOf, ticks, type View } from './projection.ts'
import './org.css'

type Station = RowOf<typeof stations>
export interface Spot {
  readonly longitude: number
  readonly latitude: number
}
const size = { width: 400, height: 260 }
/** How many degrees of latitude the map is high, from a street to a continent. */
const heights = [0.02, 0.05, 0.2, 1, 4, 12, 40, 120]
/** Where there is nothing to go by: the middle of China, and all of it. */
const begin = { longitude: 104.2, latitude: 35.9 }

export interface StationMapProps {
  value: Partial<{ [Side in keyof Spot]: number | null | undefined }>
  /** The station itself, which is not among the others. */
  own?: number | undefined
  onChange?: ((spot: Spot) => void) | undefined
}

/**
 * A place by its coordinates, between lines of longitude and latitude and the other stations of the company. No map of anybody else’s is
 * asked for. A press or the arrow keys move it, plus and minus look closer or from farther away.
 */
export function StationMap({ value, own, onChange }: StationMapProps) {
  const others = useOthers(own)
  const spot = isSpot(value) ? value : undefined
  const [level, setLevel] = useState<number>()
  const [center, setCenter] = useState<Spot>()
  const shown = level ?? (spot ? 3 : levelFor(others))
  const middle = center ?? spot ?? others[0] ?? begin
  const view: View = { ...size, ...middle, high: heights[shown]! }
  // What is typed, or found by its address, comes into view.
  useEffect(() => {
    if (spot) setCenter(now => (now && inView({ ...view, ...now }, spot) ? now : spot))
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- only a new place moves the map
  }, [spot?.longitude, spot?.latitude])
  const zoom = (by: number) => {
    setCenter(spot ?? middle)
    setLevel(Math.min(heights.length - 1, Math.max(0, shown + by)))
  }
  const move = (to: Spot) => onChange?.({ longitude: rounded(to.longitude, 180), latitude: rounded(to.latitude, 90) })
  const press = (event: MouseEvent<SVGSVGElement>) => {
    const box = event.currentTarget.getBoundingClientRect()
    move(place(view, ((event.clientX - box.left) / box.width) * size.width, ((event.clientY - box.top) / box.height) * size.height))
  }
  const key = (event: KeyboardEvent) => {
    if (event.key === '+' || event.key === '=') zoom(-1)
    else if (event.key === '-') zoom(1)
    else if (arrows[event.key] && onChange) {
      const [east, north] = arrows[event.key]!
      const from = spot ?? middle
      move({ longitude: from.longitude + (east * view.high) / 40, latitude: from.latitude + (north * view.high) / 40 })
    } else return
    event.preventDefault()
  }
  return (
    <div className="station-map">
      <svg
        viewBox={`0 0 ${size.width} ${size.height}`}
        role={onChange ? 'application' : 'img'}
        aria-label={spot ? t('stationMap.at', { place: written(spot) }) : t('stationMap.nowhere')}
        {...(onChange && { tabIndex: 0, onClick: press, onKeyDown: key, className: 'station-map-press' })}>
        <Drawn view={view} spot={spot} others={others} />
      </svg>
      <div className="station-map-zoom">
        <Button size="small" aria-label={t('stationMap.closer')} disabled={shown === 0} onClick={() => zoom(-1)}>
          +
        </Button>
        <Button size="small" aria-label={t('stationMap.farther')} disabled={shown === heights.length - 1} onClick={() => zoom(1)}>
          −
        </Button>
      </div>
    </div>
  )
}

const arrows: Record<string, readonly [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, 1],
  ArrowDown: [0, -1],
}
const rounded = (degrees: number, most: number) => Math.min(most, Math.max(-most, Math.round(degrees * 1e6) / 1e6))
const isSpot = (value: StationMapProps['value']): value is Spot =>
  typeof value.longitude === 'number' &&
  typeof value.latitude === 'number' &&
  Math.abs(value.longitude) <= 180 &&
  Math.abs(value.latitude) <= 90

/** `30.274100° N, 120.155100° E` */
export function written({ longitude, latitude }: Spot): string {
  return `${Math.abs(latitude)}° ${latitude < 0 ? 'S' : 'N'}, ${Math.abs(longitude)}° ${longitude < 0 ? 'W' : 'E'}`
}

function levelFor(others: readonly Spot[]): number {
  if (others.length < 2) return others.length === 1 ? 3 : heights.length - 2
  const spread = Math.max(
    ...others.map(one => Math.abs(one.latitude - others[0]!.latitude) + Math.abs(one.longitude - others[0]!.longitude)),
  )
  const found = heights.findIndex(high => high > spread * 2.5)
  return found === -1 ? heights.length - 1 : found
}

type Other = Spot & Pick<Station, 'id' | 'name'>
const none: readonly Other[] = []

function useOthers(own: number | undefined): readonly Other[] {
  const { data } = useQuery({
    queryKey: ['stations', 'map'],
    queryFn: ({ signal }) =>
      call(stations.list, { query: { size: 500, search: 'longitude<>null,latitude<>null' } }, { signal, everywhere: true }),
    staleTime: 60_000,
  })
  return (data?.content as Other[] | undefined)?.filter(({ id }) => id !== own) ?? none
}

function Drawn({ view, spot, others }: { view: View; spot: Spot | undefined; others: readonly Other[] }) {
  const step = stepOf(view.high)
  const { meridians, parallels } = ticks(view, step)
  const seen = others.filter(one => inView(view, one)).slice(0, 40)
  const at = spot && inView(view, spot)
  const digits = step < 0.1 ? 2 : step < 1 ? 1 : 0
  return (
    <>
      <g className="station-map-lines">
        {meridians.map(({ x, degrees }) => (
          <g key={degrees}>
            <line x1={x} x2={x} y1={0} y2={view.height} />
            <text x={x + 3} y={view.height - 4}>
              {degrees.toFixed(digits)}°
            </text>
          </g>
        ))}
        {parallels.map(({ y, degrees }) => (
          <g key={degrees}>
            <line x1={0} x2={view.width} y1={y} y2={y} />
            <text x={3} y={y - 3}>
              {degrees.toFixed(digits)}°
            </text>
          </g>
        ))}
      </g>
      {seen.map(one => {
        const { x, y } = inView(view, one)!
        return (
          <g key={one.id} className="station-map-other">
            <circle cx={x} cy={y} r={4} />
            <text x={x + 7} y={y + 4}>
              {one.name}
            </text>
          </g>
        )
      })}
      {at && (
        <g className="station-map-spot">
          <path d={`M${at.x} ${at.y} l-8 -16 a8.5 8.5 0 1 1 16 0 z`} />
          <circle cx={at.x} cy={at.y - 19} r={3} />
        </g>
      )}
    </>
  )
}
