import { stations, type RowOf } from '@forecourt/contract'
import { useSession } from '../../core/session.ts'
import { t } from '../../i18n/index.ts'
import { CrudPage } from '../../kit/crud-page.tsx'
import { placeControls } from './place-controls.tsx'
import { ServiceEnd } from './service-end.tsx'

type Station = RowOf<typeof stations>

const columns = [
  'name',
  'code',
  { path: 'companyId', hidden: true },
  'address',
  'contact',
  'phone',
  'enableShiftSettle',
  { path: 'endTime', cell: (row: Station) => <ServiceEnd until={row.endTime} notifyDays={row.notifyDays} /> },
  { path: 'timeZone', hidden: true },
  { path: 'country', hidden: true },
  { path: 'macAddress', hidden: true },
  { path: 'createdDate', hidden: true },
]

/** 油站列表: a company's stations, added and edited here; ten on a page. @source spec 0 §2, §9; 1 §3 "Station" */
export default function StationsPage() {
  const zone = useSession(({ profile }) => profile?.company.timeZone)
  return (
    <CrudPage
      of={stations}
      columns={columns as never}
      filters={['name', 'code', 'address', 'phone', 'enableShiftSettle', 'endTime']}
      form={{ controls: placeControls, ...(zone && { defaults: { timeZone: zone } }) }}
      emptyHint={t('stationPage.emptyHint')}
    />
  )
}
