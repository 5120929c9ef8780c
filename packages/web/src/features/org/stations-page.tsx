import { stations, type RowOf } from '@forecourt/contract'
import { useSession } from '../../core/session.ts'
import { dayStart, time, today } from '../../core/time.ts'
import { t } from '../../i18n/index.ts'
import { CrudPage } from '../../kit/crud-page.tsx'
import type { ControlProps } from '../../kit/form/control.tsx'
import { UploadInput } from '../../kit/upload/upload-input.tsx'
import { ZoneSelect } from './zone-select.tsx'

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

/** 油站列表: a company's stations, added and edited here. @source spec 0 §2, 1 §3 "Station" */
export default function StationsPage() {
  const zone = useSession(({ profile }) => profile?.company.timeZone)
  return (
    <CrudPage
      of={stations}
      columns={columns as never}
      filters={['name', 'code', 'address', 'phone', 'enableShiftSettle', 'endTime']}
      form={{ controls: { timeZone: ZoneSelect, pictureId: Picture }, ...(zone && { defaults: { timeZone: zone } }) }}
      emptyHint={t('stationPage.emptyHint')}
    />
  )
}

const Picture = (props: ControlProps) => <UploadInput {...props} type="stationPicture" />

/** The end of the paid service; what is near it, or past it, wants a decision. @source spec 0 §4 "Service expiry" */
function ServiceEnd({ until, notifyDays }: { until: string | null; notifyDays: number }) {
  if (until === null) return t('stationPage.indefinite')
  const days = Math.ceil((Date.parse(until) - Date.parse(dayStart(today()))) / 86_400_000)
  if (days > notifyDays) return time(until, 'day')
  return (
    <>
      {time(until, 'day')}{' '}
      <span className={`k-tag k-${days > 0 ? 'wait' : 'bad'}`}>
        {days > 0 ? t('stationPage.inDays', { count: days }) : t('stationPage.expired')}
      </span>
    </>
  )
}
