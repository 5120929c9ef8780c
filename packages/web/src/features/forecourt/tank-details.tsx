import type { RowOf, tanks } from '@forecourt/contract'
import { useMay } from '../../core/session.ts'
import { t } from '../../i18n/index.ts'
import { Bones } from '../../kit/feedback/states.tsx'
import { later, WhileLoading } from '../../kit/later.tsx'
import { Drawer, Tabs } from '../../kit/ui.ts'
import { TankAlarms } from './tank-alarms.tsx'
import { TankCharts } from './tank-charts.tsx'
import { TankReadings } from './tank-readings.tsx'

/** Few who look at readings open the book: it is loaded with its tab. */
const TankBook = later(() => import('./tank-book.tsx'))

/** What is known of a tank: its readings, its book, its chart and its alarms. */
export function TankDetails({ tank, onClose }: { tank: RowOf<typeof tanks> | undefined; onClose: () => void }) {
  const may = useMay('tankEntry.read')
  return (
    <Drawer
      title={tank && t('forecourt.tankNo', { number: tank.number })}
      open={tank !== undefined}
      onClose={onClose}
      size="min(1080px, 100vw)"
      destroyOnHidden>
      {tank && (
        <Tabs
          destroyOnHidden
          items={[
            { key: 'readings', label: t('forecourt.tab_readings'), children: <TankReadings tank={tank} /> },
            ...(may ? [{ key: 'book', label: t('tankEntries.title'), children: <BookTab tank={tank} /> }] : []),
            { key: 'charts', label: t('forecourt.tab_charts'), children: <TankCharts tank={tank} /> },
            { key: 'alarms', label: t('forecourt.tab_alarms'), children: <TankAlarms tankId={tank.id} /> },
          ]}
        />
      )}
    </Drawer>
  )
}

const BookTab = ({ tank }: { tank: RowOf<typeof tanks> }) => (
  <WhileLoading show={<Bones rows={4} />}>
    <TankBook tank={tank} />
  </WhileLoading>
)
