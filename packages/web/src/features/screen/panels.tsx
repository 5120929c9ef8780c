import type { ColoredFuel, FuelColor } from '@forecourt/contract'
import type { ReactNode } from 'react'
import { change, count, litres, money, percent } from '../../core/money.ts'
import { clock } from '../../core/time.ts'
import { t } from '../../i18n/index.ts'
import { fuelColor } from '../../kit/draw/fuel-color.ts'
import { choiceLabel } from '../../kit/label.ts'
import { bestAndWorst, type Share, type Sold, type StationSold, type Tank, type TankLasting } from './figures.ts'
import type { LiveSale } from './live-feed.ts'

/** A part of the screen with its name. */
export function Panel({ title, name, note, children }: { title: string; name: string; note?: ReactNode; children: ReactNode }) {
  return (
    <section className={`ds-panel ds-${name}`} aria-label={title}>
      <h2>
        {title}
        {note && <small>{note}</small>}
      </h2>
      {children}
    </section>
  )
}

export const Nothing = ({ children }: { children: ReactNode }) => <p className="ds-nothing">{children}</p>

/** Parts of a whole, the greatest as long as its line. */
export function Shares({ parts, measure, paint, call }: SharesProps) {
  if (!parts) return <Bones rows={4} />
  if (parts.length === 0) return <Nothing>{t('screen.noSales')}</Nothing>
  const total = parts.reduce((sum, part) => sum + part[measure], 0)
  const most = Math.max(...parts.map(part => part[measure]))
  return (
    <ul className="ds-shares">
      {parts.map(part => (
        <li key={part.key} title={call(part)}>
          <span className="ds-name">{call(part)}</span>
          <i>
            <b style={{ width: `${(part[measure] / most) * 100}%`, background: paint(part) }} />
          </i>
          <span className="ds-number">{count(Math.round(part[measure] / 100))}</span>
          <span className="ds-number ds-quiet">{percent(Math.round((part[measure] * 100) / total))}</span>
        </li>
      ))}
    </ul>
  )
}
interface SharesProps {
  parts: readonly Share[] | undefined
  measure: 'totalCents' | 'volumeCl'
  paint: (part: Share) => string
  call: (part: Share) => string
}
export const paintOfFuel = ({ color }: { color: FuelColor | null }): string => fuelColor({ color })
export const callPayType = ({ key }: { key: string | null }): string =>
  key === 'rest' ? t('screen.rest') : key ? choiceLabel('orders', 'payType', key) : t('screen.unpaidYet')

/** The stations that sell most and least today. */
export function Ranking({ stations, nameOf }: { stations: readonly StationSold[] | undefined; nameOf: (id: number) => string }) {
  if (!stations) return <Bones rows={4} />
  const { best, worst } = bestAndWorst(stations, 3)
  const most = Math.max(1, ...stations.map(({ now }) => now.totalCents))
  return (
    <div className="ds-ranks">
      <Ranks title={t('screen.best')} rows={best} first={1} most={most} nameOf={nameOf} />
      {worst.length > 0 && <Ranks title={t('screen.worst')} rows={worst} first={stations.length} most={most} nameOf={nameOf} />}
    </div>
  )
}

interface RanksProps {
  title: string
  rows: readonly StationSold[]
  /** The place of the first row; those of the worst count down from the last. */
  first: number
  most: number
  nameOf: (id: number) => string
}
function Ranks({ title, rows, first, most, nameOf }: RanksProps) {
  return (
    <div>
      <h3>{title}</h3>
      <ol className="ds-list">
        {rows.map(({ id, now, before }, at) => (
          <li key={id} title={nameOf(id)}>
            <span className="ds-place">{first === 1 ? at + 1 : first - at}</span>
            <span className="ds-name">{nameOf(id)}</span>
            <Change now={now} before={before} />
            <i>
              <b style={{ width: `${(now.totalCents / most) * 100}%` }} />
            </i>
            <span className="ds-number">{count(Math.round(now.totalCents / 100))}</span>
          </li>
        ))}
      </ol>
    </div>
  )
}

function Change({ now, before }: { now: Sold; before: Sold }) {
  const by = change(now.totalCents, before.totalCents)
  if (by === undefined) return <span className="ds-number ds-quiet">—</span>
  return (
    <span className={`ds-number ${by < 0 ? 'ds-down' : 'ds-up'}`}>
      {by > 0 && '+'}
      {percent(by)}
    </span>
  )
}

export interface ScreenTank extends Tank {
  readonly product?: ({ name: string } & ColoredFuel) | undefined
}
/** Tanks that run dry first: drawn as they lie, with how long they last. */
export function Tanks({ tanks, nameOf, low }: TanksProps) {
  if (!tanks) return <Bones rows={4} />
  if (tanks.length === 0) return <Nothing>{t('screen.noTanks')}</Nothing>
  return (
    <ul className="ds-tanks">
      {tanks.map(({ tank, percent: full, days }) => (
        <li key={tank.id} className={low.has(tank.id) ? 'ds-low' : undefined}>
          <span className="ds-name" title={nameOf(tank.stationId)}>
            {t('screen.tank', { number: tank.number, fuel: tank.product?.name ?? '' })}
            <em>{nameOf(tank.stationId)}</em>
          </span>
          <i role="img" aria-label={t('screen.full', { percent: full })}>
            <b style={{ width: `${Math.min(100, Math.max(1, full))}%`, background: fuelColor(tank.product) }} />
          </i>
          <span className="ds-number ds-quiet">{percent(full)}</span>
          <strong className="ds-number">{lasts(days)}</strong>
        </li>
      ))}
    </ul>
  )
}
interface TanksProps {
  tanks: readonly TankLasting<ScreenTank>[] | undefined
  nameOf: (id: number) => string
  low: ReadonlySet<number>
}
const farDays = 60
function lasts(days: number | undefined): string {
  if (days === undefined) return '—'
  if (days >= farDays) return t('screen.manyDays', { days: farDays })
  return t('screen.days', { days: days < 10 ? days.toFixed(1) : String(Math.round(days)) })
}

/** The sales that came last; a new one lights up as it arrives. */
export function LiveSales({ sales, nameOf, zoneOf }: LiveSalesProps) {
  if (!sales) return <Bones rows={5} />
  if (sales.length === 0) return <Nothing>{t('screen.noSales')}</Nothing>
  return (
    <ul className="ds-sales">
      {sales.map(({ id, at, stationId, totalCents, volumeCl, payType }) => (
        <li key={id} title={nameOf(stationId)}>
          <time dateTime={at}>{clock(at, zoneOf(stationId))}</time>
          <span className="ds-name">{nameOf(stationId)}</span>
          <span className="ds-quiet ds-pay">{callPayType({ key: payType })}</span>
          <span className="ds-number ds-quiet">{volumeCl > 0 && t('screen.litre', { figure: litres(volumeCl) })}</span>
          <strong className="ds-number">{money(totalCents)}</strong>
        </li>
      ))}
    </ul>
  )
}
interface LiveSalesProps {
  sales: readonly LiveSale[] | undefined
  nameOf: (id: number) => string
  zoneOf: (id: number) => string
}

export function Bones({ rows }: { rows: number }) {
  return (
    <div className="ds-bones" aria-busy="true">
      {Array.from({ length: rows }, (_, at) => (
        <i key={at} />
      ))}
    </div>
  )
}
