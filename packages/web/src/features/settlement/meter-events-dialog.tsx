import { addMeterEvent, meterEvents } from '@forecourt/contract'
import { atLeast, atMost, equals } from '../../core/search.ts'
import { useMay } from '../../core/session.ts'
import { t } from '../../i18n/index.ts'
import { Time } from '../../kit/detail/figures.tsx'
import { Related } from '../../kit/detail/related.tsx'
import { ActButton } from '../../kit/form/act-button.tsx'
import type { Values } from '../../kit/form/values.ts'
import type { ColumnInput } from '../../kit/list/columns.ts'
import { Modal } from '../../kit/ui.ts'
import { movedWords, type MeterEvent } from './meter-event-words.ts'

const reasonWords = ({ reason, strikeReason }: MeterEvent) =>
  strikeReason === null ? reason : `${reason} · ${t('settle.struckFor', { reason: strikeReason })}`

const columns: readonly ColumnInput<MeterEvent>[] = [
  { path: 'happenedAt', cell: event => <Time at={event.happenedAt} precision="minute" /> },
  { path: 'nozzleControlId', cell: ({ nozzleControl }) => t('settle.nozzleNo', { no: String(nozzleControl?.logicNo ?? '—') }) },
  'kind',
  {
    key: 'moved',
    get title() {
      return t('settle.meterMoved')
    },
    align: 'right',
    cell: movedWords,
    text: movedWords,
    width: 200,
  },
  { path: 'reason', cell: reasonWords, text: reasonWords },
]

const isTest = ({ kind }: Values) => kind === 'test'
const isOther = ({ kind }: Values) => kind !== 'test'
const when = { volumeCl: isTest, beforeCl: isOther, afterCl: isOther }

/** As long as the shift is open, they are entered here as well as at their nozzle. */
const Enter = () => (
  <ActButton
    of={addMeterEvent}
    words={meterEvents.name}
    fields={['nozzleControlId', 'kind', 'happenedAt', 'volumeCl', 'beforeCl', 'afterCl', 'reason', 'document']}
    defaults={{ kind: 'test' }}
    when={when}
    rules={values => ({ required: isTest(values) ? ['volumeCl'] : ['beforeCl', 'afterCl'] })}
    label={t('meterEvents.add')}
    title={t('meterEvents.add')}
    done={t('meterEvents.added')}
  />
)

interface MeterEventsDialogProps {
  of: { readonly stationId: number; readonly startTime: string; readonly endTime: string | null }
  open: boolean
  onClose: () => void
}

/** Meters that were exchanged, rolled over or tested meanwhile: what stands as their beginning is moved by it. */
export default function MeterEventsDialog({ of: { stationId, startTime, endTime }, open, onClose }: MeterEventsDialogProps) {
  const mayWrite = useMay(addMeterEvent.permission)
  return (
    <Modal
      title={t('settle.meterEvents')}
      open={open}
      onCancel={onClose}
      footer={endTime === null && mayWrite ? <Enter /> : null}
      width={820}
      destroyOnHidden>
      <p className="k-quiet">{t('settle.meterEventsHelp')}</p>
      <Related
        of={meterEvents}
        title={t('settle.meterEvents')}
        where={[
          equals('station.id', stationId),
          atLeast('happenedAt', startTime),
          ...(endTime === null ? [] : [atMost('happenedAt', endTime)]),
        ]}
        columns={columns}
        empty={t('settle.noMeterEvents')}
      />
    </Modal>
  )
}
