import { useMemo } from 'react'
import { count } from '../../core/money.ts'
import { t } from '../../i18n/index.ts'
import type { Station, StationSold } from './figures.ts'
import { groupsOf, regionOf, type Mark, type Region, type Site } from './map-layout.ts'
import { Nothing } from './panels.tsx'
import './station-map.css'

/** The whole sheet, in the units of its drawing. */
const sheet = { width: 1000, height: 640 }
const font = 33

interface MapProps {
  stations: readonly Station[]
  sold: readonly StationSold[]
  /** Stations that something is wrong at. */
  alarmed: ReadonlySet<number>
  /** How often each was told of: it lights up when that changes. */
  turns: ReadonlyMap<number, number>
}

/** Stations where they are, drawn from their coordinates alone; those that lie far apart on sheets of their own. */
export function StationMap({ stations, sold, alarmed, turns }: MapProps) {
  const cents = new Map(sold.map(({ id, now }) => [id, now.totalCents]))
  const sites = stations.flatMap(({ id, name, longitude, latitude }): Site[] =>
    longitude === null || latitude === null ? [] : [{ id, name, longitude, latitude, soldCents: cents.get(id) ?? 0 }],
  )
  const key = sites.map(({ id, longitude, latitude }) => `${id} ${longitude} ${latitude}`).join()
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- where stations lie does not change with what they sell
  const groups = useMemo(() => groupsOf(sites).map(group => group.map(({ id }) => id)), [key])
  const byId = new Map(sites.map(site => [site.id, site]))
  if (sites.length === 0) return <Nothing>{t('screen.noPlaces')}</Nothing>
  const columns = groups.length === 1 ? 1 : groups.length > 4 ? 3 : 2
  const rows = Math.ceil(groups.length / columns)
  const [width, height] = [sheet.width / columns, sheet.height / rows]
  return (
    <div className="ds-maps" style={{ gridTemplateColumns: `repeat(${columns}, 1fr)`, gridTemplateRows: `repeat(${rows}, 1fr)` }}>
      {groups.map(group => (
        <Sheet
          key={group[0]}
          region={regionOf(
            group.flatMap(id => byId.get(id) ?? []),
            width,
            height,
            font,
          )}
          width={width}
          height={height}
          alarmed={alarmed}
          turns={turns}
        />
      ))}
    </div>
  )
}

interface SheetProps extends Pick<MapProps, 'alarmed' | 'turns'> {
  region: Region
  width: number
  height: number
}
function Sheet({ region, width, height, alarmed, turns }: SheetProps) {
  const { marks, meridians, parallels, scale } = region
  const words = marks.map(({ name, soldCents }) => t('screen.soldAt', { name, amount: count(Math.round(soldCents / 100)) })).join('; ')
  return (
    <svg viewBox={`0 0 ${width} ${height}`} role="img" aria-label={t('screen.mapOf', { stations: words })}>
      {meridians.map(({ x, words: at }) => (
        <g key={at} className="ds-grid">
          <line x1={x} x2={x} y1={0} y2={height} />
          <text x={x + 6} y={18}>
            {at}
          </text>
        </g>
      ))}
      {parallels.map(({ y, words: at }) => (
        <g key={at} className="ds-grid">
          <line x1={0} x2={width} y1={y} y2={y} />
          <text x={6} y={y - 6}>
            {at}
          </text>
        </g>
      ))}
      {marks.map(mark => (
        <Place key={mark.id} mark={mark} alarmed={alarmed.has(mark.id)} turn={turns.get(mark.id) ?? 0} />
      ))}
      <g className="ds-scale" transform={`translate(${width - 16} ${height - 14})`}>
        <path d={`M${-scale.length} -8V0H0V-8`} />
        <text x={-scale.length / 2} y={-12}>
          {t('screen.km', { km: count(scale.km) })}
        </text>
      </g>
    </svg>
  )
}

function Place({ mark: { x, y, radius, label, soldCents }, alarmed, turn }: { mark: Mark; alarmed: boolean; turn: number }) {
  return (
    <g className={alarmed ? 'ds-spot ds-alarmed' : 'ds-spot'}>
      {turn > 0 && <circle key={turn} className="ds-pulse" cx={x} cy={y} r={radius} />}
      <circle className="ds-halo" cx={x} cy={y} r={radius + 7} />
      <circle cx={x} cy={y} r={radius} />
      {label && (
        <text x={label.x} y={label.y} textAnchor={label.anchor}>
          <tspan x={label.x} dy="-0.25em">
            {label.name}
          </tspan>
          <tspan x={label.x} dy="1.2em" className="ds-sold">
            {t('screen.inMoney', { amount: count(Math.round(soldCents / 100)) })}
          </tspan>
        </text>
      )}
    </g>
  )
}
