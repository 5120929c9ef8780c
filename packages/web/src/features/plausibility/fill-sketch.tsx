import type { FillSeen } from '@forecourt/contract'
import { count } from '../../core/money.ts'
import { t } from '../../i18n/index.ts'
import { useNarrow } from '../../kit/media.ts'

interface Placed {
  readonly longitude: number
  readonly latitude: number
}
const isPlaced = (seen: FillSeen): seen is FillSeen & Placed => seen.longitude !== null && seen.latitude !== null

const [height, edge] = [220, 70]
/** A degree to the east is shorter the further north it is. */
const eastOf = ({ longitude, latitude }: Placed, middle: number) => longitude * Math.cos((((latitude + middle) / 2) * Math.PI) / 180)

/** Where both stations lie to each other, north above. No map is asked: the network of a station may be closed. */
export function FillSketch({ fill, other, distanceKm }: { fill: FillSeen; other: FillSeen; distanceKm: number | undefined }) {
  // On a phone it is drawn smaller, so that its words stay as large.
  const width = useNarrow() ? 320 : 560
  if (!isPlaced(fill) || !isPlaced(other) || fill.stationName === other.stationName) return null
  const ends = [other, fill].map(seen => ({
    seen,
    x: eastOf(seen, (fill.latitude + other.latitude) / 2),
    y: -seen.latitude,
  }))
  const [left, top] = [Math.min(...ends.map(({ x }) => x)), Math.min(...ends.map(({ y }) => y))]
  const [wide, high] = [Math.max(...ends.map(({ x }) => x)) - left, Math.max(...ends.map(({ y }) => y)) - top]
  const scale = Math.min((width - 2 * edge) / Math.max(wide, 1e-6), (height - 2 * 50) / Math.max(high, 1e-6))
  const at = (x: number, y: number) => ({
    x: width / 2 + (x - left - wide / 2) * scale,
    y: height / 2 + (y - top - high / 2) * scale,
  })
  const [from, to] = ends.map(({ x, y }) => at(x, y)) as [Point, Point]
  const words = t('fills.sketch', { from: other.stationName, to: fill.stationName, km: distanceKm === undefined ? '—' : count(distanceKm) })
  return (
    <svg className="fill-sketch" viewBox={`0 0 ${width} ${height}`} role="img" aria-label={words}>
      <path className="fill-north" d="M20 40 L26 16 L32 40 L26 34 Z" />
      <text x={26} y={56} textAnchor="middle">
        {t('fills.north')}
      </text>
      <line x1={from.x} y1={from.y} x2={to.x} y2={to.y} />
      {ends.map(({ seen }, turn) => (
        <Station
          key={turn}
          at={turn === 0 ? from : to}
          seen={seen}
          above={turn === 0 ? from.y <= to.y : to.y < from.y}
          isThis={turn === 1}
          side={sideOf(turn === 0 ? from.x : to.x, width)}
        />
      ))}
      {distanceKm !== undefined && (
        <text className="fill-distance" x={(from.x + to.x) / 2 + 10} y={(from.y + to.y) / 2 + 4}>
          {t('fills.inKm', { value: count(distanceKm) })}
        </text>
      )}
    </svg>
  )
}
interface Point {
  readonly x: number
  readonly y: number
}

/** Where its words begin, so that they stay within the sketch. */
const sideOf = (x: number, width: number) => (x < width / 3 ? 'start' : x > (2 * width) / 3 ? 'end' : 'middle')

interface StationProps {
  at: Point
  seen: FillSeen
  above: boolean
  isThis: boolean
  side: 'start' | 'middle' | 'end'
}
function Station({ at: { x, y }, seen, above, isThis, side: anchor }: StationProps) {
  return (
    <g className={isThis ? 'fill-this' : undefined}>
      <circle cx={x} cy={y} r={6} />
      <text x={x} y={above ? y - 28 : y + 24} textAnchor={anchor}>
        {seen.stationName}
      </text>
      <text className="fill-clock" x={x} y={above ? y - 12 : y + 40} textAnchor={anchor}>
        {seen.clock}
      </text>
    </g>
  )
}
