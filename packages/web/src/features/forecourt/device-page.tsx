import { dispensers, printers, tankGauges, type RecordNamed } from '@forecourt/contract'
import { useSession } from '../../core/session.ts'
import { t } from '../../i18n/index.ts'
import { CrudPage } from '../../kit/crud-page.tsx'
import { StatusTag } from '../../kit/detail/figures.tsx'
import { Picture } from '../../kit/detail/picture.tsx'
import type { ColumnInput } from '../../kit/list/columns.ts'
import { usePage } from '../../kit/page/use-page.ts'
import { Tabs } from '../../kit/ui.ts'
import { DeviceList } from './device-list.tsx'
import { LiveStation } from './live-station.tsx'
import { StatusButton } from './status-button.tsx'

type Dispenser = RecordNamed<'dispensers'>

const tabs = ['dispensers', 'tankGauges', 'printers', 'devices'] as const
type TabName = (typeof tabs)[number]

/** Settings that were entered as JSON are read as `name: value`; a text stays as it was written. */
function inWords(protocol: string): string {
  try {
    const settings: unknown = JSON.parse(protocol)
    if (typeof settings !== 'object' || settings === null) return protocol
    return Object.entries(settings)
      .map(([name, value]) => `${name}: ${typeof value === 'object' ? JSON.stringify(value) : String(value)}`)
      .join(', ')
  } catch {
    return protocol
  }
}
const protocolColumn = {
  path: 'protocol' as const,
  phone: 'more' as const,
  width: 320,
  text: (row: { protocol: string }) => inWords(row.protocol),
  cell: (row: { protocol: string }) => inWords(row.protocol),
}

const dispenserColumns: readonly ColumnInput<Dispenser>[] = [
  { path: 'number', align: 'left' },
  'name',
  {
    path: 'pictureId',
    width: 88,
    sort: false,
    cell: stand => <Picture id={stand.pictureId} name={stand.name} />,
    text: stand => t(stand.pictureId ? 'kit.yes' : 'kit.no'),
  },
  { path: 'state', cell: stand => <StatusTag of="dispensers" field="state" value={stand.state} /> },
  protocolColumn,
  'createdDate',
]

/** What stands on the forecourt beside tanks and nozzles: dispensers, gauges, printers, and the devices that speak to us. */
export default function DevicePage() {
  const page = usePage()
  const station = useSession(({ atStation }) => atStation)
  const asked = page.search['tab'] as TabName
  const tab = tabs.includes(asked) ? asked : 'dispensers'
  if (!station) return null
  const bar = <Bar tab={tab} onChange={next => page.setSearch({ tab: next === 'dispensers' ? undefined : next })} />
  const defaults = { stationId: station.id }
  switch (tab) {
    case 'dispensers':
      return (
        <CrudPage
          key={tab}
          of={dispensers}
          columns={dispenserColumns}
          filters={['name']}
          emptyHint={t('forecourt.noDispensers')}
          tools={<StatusButton stationId={station.id} />}
          form={{ fields: ['number', 'name', 'pictureId', 'protocol'], defaults }}>
          {bar}
          <LiveStation stationId={station.id} />
        </CrudPage>
      )
    case 'tankGauges':
      return (
        <CrudPage
          key={tab}
          of={tankGauges}
          columns={equipmentColumns}
          filters={['name']}
          emptyHint={t('forecourt.noGauges')}
          form={{ fields: equipmentFields, defaults }}>
          {bar}
        </CrudPage>
      )
    case 'printers':
      return (
        <CrudPage
          key={tab}
          of={printers}
          columns={equipmentColumns}
          filters={['name']}
          emptyHint={t('forecourt.noPrinters')}
          form={{ fields: equipmentFields, defaults }}>
          {bar}
        </CrudPage>
      )
    case 'devices':
      return (
        <DeviceList key={tab} stationId={station.id}>
          {bar}
        </DeviceList>
      )
  }
}

const Bar = ({ tab, onChange }: { tab: TabName; onChange: (next: string) => void }) => (
  <Tabs activeKey={tab} onChange={onChange} items={tabs.map(key => ({ key, label: t(`forecourt.tab_${key}`) }))} />
)

const equipmentColumns: readonly ColumnInput<RecordNamed<'tankGauges'>>[] = ['name', 'address', protocolColumn, 'createdDate']
const equipmentFields = ['name', 'address', 'protocol']
