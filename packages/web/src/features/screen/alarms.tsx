import { count, money } from '../../core/money.ts'
import { clock } from '../../core/time.ts'
import { t } from '../../i18n/index.ts'
import type { LiveFeed } from './live-feed.ts'
import { Bones, Nothing } from './panels.tsx'

interface Watched {
  readonly id: number
  readonly number: number
  readonly stationId: number
  readonly productName: string
  readonly percent: number
  readonly waterHeightMm: number
  readonly low: boolean
  readonly wet: boolean
}
export interface AlarmSources {
  readonly away: LiveFeed['away']
  readonly watch: readonly Watched[]
  readonly unpaid: readonly { readonly stationId: number; readonly orders: number; readonly unpaidCents: number }[]
  readonly due: readonly { readonly stationId: number; readonly days: number }[]
}
export interface Alarm {
  readonly key: string
  readonly stationId: number
  readonly grave: boolean
  readonly words: string
}

/** What wants somebody to act, the gravest first: what stops a sale, then what the books wait for. */
export function alarmsOf({ away, watch, unpaid, due }: AlarmSources, zoneOf: (id: number) => string): Alarm[] {
  const one = (kind: string, stationId: number, grave: boolean, words: string, own: number = stationId): Alarm => ({
    key: `${kind} ${own}`,
    stationId,
    grave,
    words,
  })
  const tank = ({ number, productName }: Watched) => ({ number, fuel: productName })
  return [
    ...[...away].map(([device, { stationId, since }]) =>
      one('away', stationId, true, t('screen.away', { time: clock(new Date(since).toISOString(), zoneOf(stationId)) }), device),
    ),
    ...watch
      .filter(({ low }) => low)
      .map(each => one('low', each.stationId, true, t('screen.low', { ...tank(each), percent: each.percent }), each.id)),
    ...watch
      .filter(({ wet }) => wet)
      .map(each => one('wet', each.stationId, true, t('screen.wet', { ...tank(each), height: each.waterHeightMm }), each.id)),
    ...unpaid.map(({ stationId, orders, unpaidCents }) =>
      one('unpaid', stationId, false, t('screen.unpaid', { count: orders, amount: money(unpaidCents) })),
    ),
    ...due.map(({ stationId, days }) => one('due', stationId, false, t('screen.due', { count: days }))),
  ]
}

/** As many as there is room for, and how many there are besides. */
const most = 4
export function Alarms({ alarms, nameOf }: { alarms: readonly Alarm[] | undefined; nameOf: (id: number) => string }) {
  if (!alarms) return <Bones rows={3} />
  if (alarms.length === 0) return <Nothing>{t('screen.noAlarms')}</Nothing>
  const shown = alarms.length > most ? alarms.slice(0, most - 1) : alarms
  return (
    <ul className="ds-alarms">
      {shown.map(({ key, stationId, grave, words }) => (
        <li key={key} className={grave ? 'ds-grave' : undefined} title={`${nameOf(stationId)} ${words}`}>
          <span className="ds-name">{words}</span>
          <span className="ds-name ds-quiet">{nameOf(stationId)}</span>
        </li>
      ))}
      {shown.length < alarms.length && <li className="ds-more">{t('screen.more', { many: count(alarms.length - shown.length) })}</li>}
    </ul>
  )
}
