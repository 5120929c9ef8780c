import { acknowledgeTankAlarm, allows, tankAlarmActs, tankAlarms, type RowOf } from '@forecourt/contract'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../core/api.ts'
import { useReadWhenTold } from '../../core/live/use-live.ts'
import { count } from '../../core/money.ts'
import { anyOf, equals, searchText } from '../../core/search.ts'
import { useMay } from '../../core/session.ts'
import { t, wordsFor } from '../../i18n/index.ts'
import { StatusTag, Time } from '../../kit/detail/figures.tsx'
import { Related } from '../../kit/detail/related.tsx'
import { saidOnPage } from '../../kit/detail/use-record.ts'
import { Failed } from '../../kit/feedback/states.tsx'
import { ActButton } from '../../kit/form/act-button.tsx'
import { DialogButton } from '../../kit/form/dialog-button.tsx'
import { laterDialog } from '../../kit/later.tsx'
import { choiceLabel } from '../../kit/label.ts'
import type { ColumnInput } from '../../kit/list/columns.ts'
import { HoldBelow } from '../../kit/list/hold-below.tsx'
import { usePage } from '../../kit/page/use-page.ts'

type Alarm = RowOf<typeof tankAlarms>

/** What was found, and the limit. */
const foundOf = ({ kind, found, bound }: Alarm) => wordsFor(`tankAlarms.says_${kind}`, { found: count(found), bound: count(bound) })
const columns: readonly ColumnInput<Alarm>[] = [
  { path: 'raisedAt', cell: alarm => <Time at={alarm.raisedAt} precision="minute" /> },
  'kind',
  {
    path: 'found',
    align: 'left',
    sort: false,
    cell: foundOf,
    text: foundOf,
    width: 240,
    // A sentence: beside the kind of the alarm there is no room for it.
    phone: 'more',
  },
  { path: 'state', cell: alarm => <StatusTag of={tankAlarms.name} field="state" value={alarm.state} /> },
  'acknowledgedById',
  'note',
  { path: 'clearedAt', cell: alarm => <Time at={alarm.clearedAt} precision="minute" /> },
]

const Acknowledge = ({ alarm }: { alarm: Alarm }) =>
  allows(tankAlarmActs.acknowledge, alarm.state) && (
    <ActButton
      of={acknowledgeTankAlarm}
      id={alarm.id}
      words={tankAlarms.name}
      fields={['note']}
      label={t('tankAlarms.acknowledge')}
      title={t('tankAlarms.acknowledgeOf', { kind: choiceLabel(tankAlarms.name, 'kind', alarm.kind) })}
      done={t('tankAlarms.done')}
      button={{ type: 'link', size: 'small' }}
    />
  )

const AlarmNotices = laterDialog(() => import('./alarm-notices.tsx'))
const Notices = ({ alarm }: { alarm: Alarm }) => (
  <DialogButton label={t('tankAlarmNotices.show')} button={{ type: 'link', size: 'small' }}>
    {dialog => <AlarmNotices alarmId={alarm.id} {...dialog} />}
  </DialogButton>
)

/** 报警: every alarm that a tank has had. */
export const TankAlarms = ({ tankId }: { tankId: number }) => (
  <Related
    of={tankAlarms}
    title={t('tankAlarms.one')}
    where={[equals('tank.id', tankId)]}
    columns={columns}
    rowActions={alarm => (
      <>
        <Acknowledge alarm={alarm} />
        <Notices alarm={alarm} />
      </>
    )}
    empty={t('tankAlarms.none')}
  />
)

/** What is open at a station, each alarm with what is to be done about it; nothing where none is. */
export function OpenAlarms({ stationId }: { stationId: number }) {
  const { visible } = usePage()
  const may = useMay(tankAlarms.list.permission)
  const search = searchText([equals('station.id', stationId), anyOf('state', ['raised', 'acknowledged'])])
  const { data, error, refetch } = useQuery({
    queryKey: [tankAlarms.name, 'open', stationId],
    enabled: visible && may,
    meta: saidOnPage,
    refetchInterval: 60_000,
    queryFn: ({ signal }) => call(tankAlarms.list, { query: { size: 50, search, expand: 'tank' } }, { signal }),
  })
  useReadWhenTold(['tanks'], () => visible && void refetch())
  if (!may) return null
  // A page that could not ask is not one without alarms.
  if (!data) return error ? <Failed error={error} onRetry={() => void refetch()} /> : <HoldBelow />
  if (data.content.length === 0) return null
  return (
    <section className="fc-alarms" aria-label={t('tankAlarms.open')}>
      <h2>{t('tankAlarms.open')}</h2>
      <ul aria-live="polite">
        {data.content.map(alarm => (
          <li key={alarm.id}>
            <span className={alarm.state === 'raised' ? 'k-tag k-bad' : 'k-tag k-busy'}>
              {choiceLabel(tankAlarms.name, 'kind', alarm.kind)}
            </span>
            <b>{t('forecourt.tankNo', { number: alarm.tank?.number ?? '' })}</b>
            <span>{foundOf(alarm)}</span>
            <Time at={alarm.raisedAt} precision="minute" />
            {alarm.state === 'raised' ? (
              <Acknowledge alarm={alarm} />
            ) : (
              <span className="k-quiet">{t('tankAlarms.state_acknowledged')}</span>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
