import { tankAlarmContacts, TankAlarmKind, Weekday, type RowOf } from '@forecourt/contract'
import { count } from '../../core/money.ts'
import { equals } from '../../core/search.ts'
import { language, t } from '../../i18n/index.ts'
import { choiceLabel } from '../../kit/label.ts'
import type { ColumnInput } from '../../kit/list/columns.ts'
import { RecordsDrawer } from '../../kit/records-drawer.tsx'
import { TimeOfDay } from '../../kit/form/time-of-day.tsx'

type Contact = RowOf<typeof tankAlarmContacts>

/** In their own order, whatever the order in which they were chosen. */
const named = (field: 'kinds' | 'weekdays', options: readonly string[], chosen: readonly string[], all: string) =>
  chosen.length === 0
    ? all
    : options
        .filter(one => chosen.includes(one))
        .map(one => choiceLabel(tankAlarmContacts.name, field, one))
        .join(t('kit.comma'))
const kindsOf = ({ kinds }: Contact) => named('kinds', TankAlarmKind.options, kinds, t('tankAlarmContacts.everyAlarm'))
const dutyOf = ({ weekdays, dutyFrom, dutyUntil }: Contact) =>
  [
    named('weekdays', Weekday.options, weekdays, t('tankAlarmContacts.everyDay')),
    dutyFrom === null ? t('tankAlarmContacts.wholeDay') : `${dutyFrom}–${dutyUntil}`,
  ].join(' · ')
const addressOf = ({ email, mobile }: Contact) => [email, mobile].filter(Boolean).join(' · ')

const columns: readonly ColumnInput<Contact>[] = [
  // On a phone no head says that the number is that of a step.
  { path: 'step', width: 70, cell: ({ step }) => count(step), text: ({ step }) => t('tankAlarmContacts.stepOf', { step }) },
  { path: 'name', width: 180 },
  {
    key: 'address',
    get title() {
      return t('tankAlarmContacts.address')
    },
    cell: addressOf,
    text: addressOf,
    width: 220,
  },
  {
    key: 'duty',
    get title() {
      return t('tankAlarmContacts.duty')
    },
    cell: dutyOf,
    text: dutyOf,
    width: 200,
  },
  { path: 'kinds', cell: kindsOf, text: kindsOf, sort: false, width: 160 },
]
const form = (stationId: number) => ({
  fields: ['step', 'name', 'mobile', 'email', 'language', 'kinds', 'weekdays', 'dutyFrom', 'dutyUntil'],
  defaults: { stationId, step: 1, language: language(), kinds: [], weekdays: [] },
  controls: { dutyFrom: TimeOfDay, dutyUntil: TimeOfDay },
})

/** 报警值班: who is written to about the tanks of this station, in which order and when. */
export default function AlarmContacts({ stationId, onClose }: { stationId: number; onClose: () => void }) {
  return (
    <RecordsDrawer
      of={tankAlarmContacts}
      title={t('tankAlarmContacts.title')}
      where={[equals('station.id', stationId)]}
      columns={columns}
      form={form(stationId)}
      lead={<p className="k-quiet">{t('tankAlarmContacts.lead')}</p>}
      empty={t('tankAlarmContacts.none')}
      onClose={onClose}
    />
  )
}
