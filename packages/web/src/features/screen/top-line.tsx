import { useCallback, useState } from 'react'
import { useLiveState } from '../../core/live/hearing.ts'
import { useMay, useSession } from '../../core/session.ts'
import { time } from '../../core/time.ts'
import { locale, t } from '../../i18n/index.ts'
import { laterDialog } from '../../kit/later.tsx'
import { Link } from '../../kit/page/link.tsx'
import type { Station, ZoneDay } from './figures.ts'
import type { Scope } from './use-figures.ts'
import { useNow } from './use-now.ts'

const Displays = laterDialog(() => import('./displays.tsx'))

interface TopLineProps {
  title: string
  stations: readonly Station[]
  zones: readonly ZoneDay[]
  scope: Scope
  onScope: (next: Scope) => void
  /** When the figures were read. */
  readAt: number | undefined
}

/** Whose screen it is, what time it is there, and whether it is live. */
export function TopLine({ title, stations, zones, scope, onScope, readAt }: TopLineProps) {
  const onWall = useSession(({ profile }) => Boolean(profile?.display))
  const managesDisplays = useMay('access.display') && !onWall
  const [open, setOpen] = useState(false)
  return (
    <header className="ds-top">
      <h1>{title}</h1>
      <State readAt={readAt} zone={zones[0]?.zone} />
      <div className="ds-acts">
        {stations.length > 1 && (
          <select
            aria-label={t('screen.scope')}
            value={scope ?? ''}
            onChange={({ target }) => onScope(target.value === '' ? undefined : Number(target.value))}>
            <option value="">{t('screen.allStations')}</option>
            {stations.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </select>
        )}
        {document.fullscreenEnabled && (
          <button type="button" onClick={() => void turnFull()}>
            {t('screen.full_screen')}
          </button>
        )}
        {managesDisplays && (
          <button type="button" onClick={() => setOpen(true)}>
            {t('screen.displays')}
          </button>
        )}
        {!onWall && <Link to="/home">{t('screen.leave')}</Link>}
        {managesDisplays && <Displays open={open} onClose={() => setOpen(false)} stations={stations} scope={scope} />}
      </div>
      <div className="ds-clocks">
        {zones.map(({ zone }) => (
          <Clock key={zone} zone={zone} named={zones.length > 1} />
        ))}
      </div>
    </header>
  )
}

const turnFull = () => (document.fullscreenElement ? document.exitFullscreen() : document.documentElement.requestFullscreen())

/** The city of a zone, as its name says it. */
const cityOf = (zone: string) => zone.slice(zone.lastIndexOf('/') + 1).replaceAll('_', ' ')

function Clock({ zone, named }: { zone: string; named: boolean }) {
  const read = useCallback((now: string) => time(now, 'second', zone), [zone])
  const now = useNow(read)
  const instant = Temporal.PlainDateTime.from(now.replace(' ', 'T')).toZonedDateTime(zone)
  const day = new Intl.DateTimeFormat(locale(), { timeZone: zone, weekday: 'short', day: 'numeric', month: 'long' })
  return (
    <div className="ds-clock" role="timer" aria-label={t('screen.timeAt', { zone: cityOf(zone) })}>
      <b>{now.slice(11)}</b>
      <span>
        {day.format(instant.epochMilliseconds)}
        {named && ` · ${cityOf(zone)}`}
      </span>
    </div>
  )
}

/** Live, cut off since when, or signed out: what a passer-by has to know before they believe a figure. */
function State({ readAt, zone }: { readAt: number | undefined; zone: string | undefined }) {
  const { state, since } = useLiveState()
  const expired = useSession(session => session.expired)
  const at = (ms: number) => time(new Date(ms).toISOString(), 'minute', zone).slice(11)
  if (expired) {
    return (
      <p className="ds-state" role="status" data-state="expired">
        <Link to="/login?redirect=/dataScreen">{t('screen.expired')}</Link>
      </p>
    )
  }
  const words =
    state === 'connected'
      ? t('screen.live')
      : state === 'off'
        ? t('screen.notLive')
        : t('screen.cut', { time: at(since), read: readAt ? at(readAt) : '—' })
  return (
    <p className="ds-state" role="status" data-state={state}>
      {words}
    </p>
  )
}
