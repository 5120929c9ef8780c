import { cards } from '@forecourt/contract'
import { t } from '../../i18n/index.ts'
import { Descriptions, Figures, Section } from '../../kit/detail/descriptions.tsx'
import { Litres, Money, StatusTag, Time } from '../../kit/detail/figures.tsx'
import { Timeline } from '../../kit/detail/timeline.tsx'
import { card } from './samples.ts'
import { State, States } from './state.tsx'

const statuses = ['open', 'success', 'close', 'lock', 'fail', 'partiallyPaid'] as const

export default function DetailsPart() {
  return (
    <States>
      <State title={t('gallery.facts')}>
        <Section title={card.name}>
          <Descriptions of={cards} row={card} facts={['name', 'type', 'endTime', 'giftFirst', 'createdDate', 'description']} />
        </Section>
      </State>
      <State title={t('gallery.figures')}>
        <Figures
          of={[
            { label: t('fields.totalCents'), value: <Money cents={1_208_00} unit /> },
            { label: t('fields.amountCents'), value: <Money cents={-50_00} unit /> },
            { label: t('fields.volumeCl'), value: <Litres centilitres={0} unit /> },
            { label: t('fields.quantity'), value: <Money cents={undefined} /> },
          ]}
        />
        <div className="gallery-row">
          {statuses.map(status => (
            <StatusTag key={status} of="orders" field="status" value={status} />
          ))}
        </div>
      </State>
      <State title={t('gallery.timeline')}>
        <Timeline
          label={t('gallery.timeline')}
          of={[
            { key: 1, at: '2026-11-20T00:30:00Z', title: t('gallery.made'), text: <Time at="2026-11-20T00:30:00Z" precision="day" /> },
            { key: 2, at: '2026-11-20T01:30:00Z', title: t('gallery.refused'), tone: 'bad' },
          ]}
        />
      </State>
    </States>
  )
}
