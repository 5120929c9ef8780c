import { addMeterEvent, meterEvents, strikeMeterEvent, type RecordNamed, type RowOf } from '@forecourt/contract'
import { litres } from '../../core/money.ts'
import { equals } from '../../core/search.ts'
import { useMay } from '../../core/session.ts'
import { t } from '../../i18n/index.ts'
import { Time } from '../../kit/detail/figures.tsx'
import { Related } from '../../kit/detail/related.tsx'
import { ActButton } from '../../kit/form/act-button.tsx'
import type { Values } from '../../kit/form/values.ts'
import { choiceLabel } from '../../kit/label.ts'
import type { ColumnInput } from '../../kit/list/columns.ts'
import { Drawer } from '../../kit/ui.ts'

type Event = RowOf<typeof meterEvents>

const movedWords = ({ kind, beforeCl, afterCl, volumeCl }: Event) =>
  kind === 'test' ? litres(volumeCl) : t('meterEvents.fromTo', { from: litres(beforeCl), to: litres(afterCl) })
const reasonWords = ({ reason, strikeReason }: Event) =>
  strikeReason === null ? reason : `${reason} · ${t('meterEvents.struckFor', { reason: strikeReason })}`

const columns: readonly ColumnInput<Event>[] = [
  { path: 'happenedAt', cell: event => <Time at={event.happenedAt} precision="minute" /> },
  'kind',
  {
    key: 'moved',
    get title() {
      return t('meterEvents.moved')
    },
    align: 'right',
    cell: movedWords,
    text: movedWords,
    width: 200,
  },
  { path: 'reason', cell: reasonWords, text: reasonWords, width: 220 },
  'document',
  'enteredById',
]
const isTest = ({ kind }: Values) => kind === 'test'
const isOther = ({ kind }: Values) => kind !== 'test'
const when = { volumeCl: isTest, beforeCl: isOther, afterCl: isOther }

interface MeterEventsProps {
  nozzle: RecordNamed<'nozzleControls'>
  onClose: () => void
}

/** 泵码事件: what happened to the meter of a nozzle besides sales. */
export default function MeterEvents({ nozzle, onClose }: MeterEventsProps) {
  const mayWrite = useMay(addMeterEvent.permission)
  const title = t('meterEvents.titleOf', { number: nozzle.logicNo })
  return (
    <Drawer
      title={title}
      open
      onClose={onClose}
      size="large"
      extra={
        mayWrite && (
          <ActButton
            of={addMeterEvent}
            words={meterEvents.name}
            fields={['kind', 'happenedAt', 'volumeCl', 'beforeCl', 'afterCl', 'reason', 'document']}
            defaults={{ nozzleControlId: nozzle.id, kind: 'test' }}
            when={when}
            rules={values => ({ required: isTest(values) ? ['volumeCl'] : ['beforeCl', 'afterCl'] })}
            label={t('meterEvents.add')}
            title={t('meterEvents.addTo', { number: nozzle.logicNo })}
            done={t('meterEvents.added')}
            button={{ type: 'primary' }}
          />
        )
      }>
      <p className="k-quiet">{t('meterEvents.lead')}</p>
      <Related
        of={meterEvents}
        title={title}
        where={[equals('nozzleControl.id', nozzle.id)]}
        columns={columns}
        empty={t('meterEvents.none')}
        rowActions={event =>
          mayWrite &&
          event.struckAt === null && (
            <ActButton
              of={strikeMeterEvent}
              id={event.id}
              words={meterEvents.name}
              fields={['reason']}
              label={t('meterEvents.strike')}
              title={t('meterEvents.strikeOf', { kind: choiceLabel(meterEvents.name, 'kind', event.kind) })}
              done={t('meterEvents.struck')}
              button={{ type: 'link', size: 'small' }}
            />
          )
        }
      />
    </Drawer>
  )
}
