import { useSession } from '../../core/session.ts'
import { t } from '../../i18n/index.ts'
import { Empty } from '../../kit/feedback/states.tsx'
import { PageHeader } from '../../kit/page/page-header.tsx'
import { SalesByRight } from './by-right.tsx'
import { Figures } from './figures.tsx'
import { ShiftNow } from './shift-now.tsx'
import { Tanks } from './tanks.tsx'
import './home.css'
import './analyse.css'

/** How the station does: today, the last 30 days or another time, the shift, the tanks. One column, for a phone. */
export default function AnalysePage() {
  const { atStation } = useSession()
  if (!atStation) return <Empty title={t('home.noStation')} hint={t('home.noStationHelp')} />
  return (
    <div className="home home-narrow">
      <PageHeader meta={atStation.name} />
      <Figures />
      <SalesByRight first="days30" />
      <Tanks />
      <ShiftNow />
    </div>
  )
}
