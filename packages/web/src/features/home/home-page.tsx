import { useEffect } from 'react'
import type { HomeTile } from '@forecourt/contract'
import { live } from '@forecourt/contract/start'
import { useSession } from '../../core/session.ts'
import { locale, t } from '../../i18n/index.ts'
import { zone } from '../../core/time.ts'
import { later, WhileLoading } from '../../kit/later.tsx'
import { PageHeader } from '../../kit/page/page-header.tsx'
import { Empty } from '../../kit/feedback/states.tsx'
import { Figures } from './figures.tsx'
import { LastOrders } from './last-orders.tsx'
import { ShiftNow } from './shift-now.tsx'
import { Tanks } from './tanks.tsx'
import { SalesByRight } from './by-right.tsx'
import { StationsBoard } from './stations-board.tsx'
import { ToDo } from './to-do.tsx'
import './home.css'
import './home-tiles.css'

/** As high as the line will be, with the room below it. */
const shortcutsHigh = 36
const Shortcuts = later(async () => ({ default: (await import('./shortcuts.tsx')).Shortcuts }))

/** What its reader has to do, and what the station is doing today: sold so far, the shift, the tanks, the last sales. */
export default function HomePage() {
  const { profile, atStation } = useSession()
  useEffect(() => {
    const timer = setInterval(() => void sayHomeIsOpen(), live.homeBroadcastMs)
    return () => clearInterval(timer)
  }, [])
  if (!profile) return null
  const tiles = atStation?.config?.homePage.tiles
  const shows = (tile: HomeTile) => tiles?.includes(tile) ?? true
  return (
    <div className="home">
      <PageHeader title={atStation?.name ?? profile.company.name} meta={`${greeting(profile.name)} · ${dayInWords()}`} />
      {profile.permissions.length === 0 && <Empty title={t('home.noRole')} hint={t('home.noRoleHelp')} />}
      {!atStation && <Empty title={t('home.noStation')} hint={t('home.noStationHelp')} />}
      {atStation && (
        <>
          <WhileLoading show={<div style={{ height: shortcutsHigh }} />}>
            <Shortcuts />
          </WhileLoading>
          <ToDo />
          {shows('stations') && <StationsBoard />}
          {shows('figures') && <Figures />}
          <div className="home-grid">
            <div>
              {shows('sales') && <SalesByRight />}
              {shows('lastOrders') && <LastOrders />}
            </div>
            <div>
              {shows('shift') && <ShiftNow />}
              {shows('tanks') && <Tanks />}
            </div>
          </div>
        </>
      )}
    </div>
  )
}

const sayHomeIsOpen = (): Promise<void> =>
  import('../../core/live/channel.ts')
    .then(({ sayHomeIsOpen: say }) => say())
    // Ten minutes later it is said again.
    .catch(() => undefined)

function greeting(name: string): string {
  const hour = Temporal.Now.zonedDateTimeISO(zone()).hour
  return t(hour < 5 ? 'home.night' : hour < 12 ? 'home.morning' : hour < 18 ? 'home.afternoon' : 'home.evening', { name })
}

const dayInWords = () =>
  new Intl.DateTimeFormat(locale(), {
    timeZone: zone(),
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
  }).format(Date.now())
