import { meterEvents } from '@forecourt/contract'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../core/api.ts'
import { atLeast, atMost, equals, searchText } from '../../core/search.ts'
import { time } from '../../core/time.ts'
import { t } from '../../i18n/index.ts'
import { choiceLabel } from '../../kit/label.ts'
import { PrintTable } from '../../kit/print/print-page.tsx'
import { usePage } from '../../kit/page/use-page.ts'
import { movedWords, type MeterEvent } from './meter-event-words.ts'

interface Settled {
  readonly stationId: number
  readonly startTime: string
  readonly endTime: string
}
/** So many stand on one sheet. */
const most = 100

/** The events of meters of a settled time that stand: they moved the readings at its beginning. */
export function useMeterEvents(of: Settled | undefined) {
  const { visible } = usePage()
  return useQuery({
    queryKey: [meterEvents.name, 'settled', of?.stationId, of?.startTime, of?.endTime],
    enabled: visible && of !== undefined,
    queryFn: async ({ signal }) => {
      const { stationId, startTime, endTime } = of!
      const search = searchText([equals('station.id', stationId), atLeast('happenedAt', startTime), atMost('happenedAt', endTime)])
      const query = { size: most, sort: 'happenedAt,asc', search, expand: 'nozzleControl' }
      return (await call(meterEvents.list, { query }, { signal })).content.filter(({ struckAt }) => struckAt === null)
    },
  })
}

export const MeterEvents = ({ events }: { events: readonly MeterEvent[] | undefined }) =>
  events &&
  events.length > 0 && (
    <>
      <h2>{t('settle.meterEvents')}</h2>
      <p className="k-sheet-said">{t('settle.meterEventsHelp')}</p>
      <PrintTable
        label={t('settle.meterEvents')}
        rows={events}
        columns={[
          { key: 'at', title: t('settle.meterEventAt'), value: row => time(row.happenedAt, 'minute') },
          {
            key: 'nozzle',
            title: t('settle.nozzle'),
            value: row => t('settle.nozzleNo', { no: String(row.nozzleControl?.logicNo ?? '—') }),
          },
          { key: 'kind', title: t('settle.meterEvent'), value: row => choiceLabel(meterEvents.name, 'kind', row.kind) },
          { key: 'moved', title: t('settle.meterMoved'), value: movedWords, end: true },
          {
            key: 'reason',
            title: t('settle.meterEventWhy'),
            value: ({ reason, document }) => [reason, document].filter(Boolean).join(' · '),
            a4: true,
          },
        ]}
      />
    </>
  )
