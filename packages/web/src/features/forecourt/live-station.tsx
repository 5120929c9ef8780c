import { devices, nozzleControls, tanks } from '@forecourt/contract'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../core/api.ts'
import { useReadWhenTold } from '../../core/live/use-live.ts'
import { equals } from '../../core/search.ts'
import { useMay } from '../../core/session.ts'
import { t } from '../../i18n/index.ts'
import { HoldBelow } from '../../kit/list/hold-below.tsx'
import { usePage } from '../../kit/page/use-page.ts'
import { Online } from './device-list.tsx'
import { DispenserRow } from './dispenser-row.tsx'
import { TankYard } from './tank-yard.tsx'
import { useLastSales } from './use-last-sales.ts'
import './forecourt.css'

/** The station as it stands now: who of its devices is there, what each nozzle does, and what lies in each tank. */
export function LiveStation({ stationId }: { stationId: number }) {
  const [seesNozzles, seesTanks, seesDevices] = [
    useMay(`${nozzleControls.permission}.read`),
    useMay(`${tanks.permission}.read`),
    useMay(`${devices.permission}.read`),
  ]
  const lastSales = useLastSales(stationId)
  return (
    <section aria-label={t('forecourt.liveStation')}>
      {seesDevices && <DevicesNow stationId={stationId} />}
      {seesNozzles && <DispenserRow stationId={stationId} lastSales={lastSales} />}
      {seesTanks && <TankYard stationId={stationId} />}
    </section>
  )
}

function DevicesNow({ stationId }: { stationId: number }) {
  const { visible } = usePage()
  const { data, refetch } = useQuery({
    queryKey: [devices.name, 'now', stationId],
    enabled: visible,
    refetchInterval: 60_000,
    queryFn: ({ signal }) =>
      call(devices.list, { query: { size: 100, search: equals('station.id', stationId), sort: 'name,asc' } }, { signal }),
  })
  useReadWhenTold(['devices'], () => visible && void refetch())
  if (!data) return <HoldBelow />
  return (
    <ul className="fc-devices" aria-label={t('forecourt.tab_devices')}>
      {data.content
        .filter(({ enabled }) => enabled)
        .map(device => (
          <li key={device.id}>
            {device.name} <Online device={device} />
          </li>
        ))}
    </ul>
  )
}
