import { useState } from 'react'
import { litres, money } from '../../core/money.ts'
import { clock, dayStart } from '../../core/time.ts'
import { t } from '../../i18n/index.ts'
import { Bars, type Bar } from '../../kit/chart/bars.tsx'
import { Section } from '../../kit/detail/section.tsx'
import { Bones } from '../../kit/feedback/states.tsx'
import { useGo } from '../../kit/page/use-go.ts'
import { Segmented } from '../../kit/ui.ts'
import { useSales, type Hour } from './use-day.ts'

type Measure = 'volumeCl' | 'totalCents'

/** The hours of today as bars, those of the same day last week as a line. A bar opens the sales of its hour. */
export default function HourChart() {
  const { data, isLoading } = useSales()
  const [measure, setMeasure] = useState<Measure>('volumeCl')
  const go = useGo()
  if (!data)
    return (
      isLoading && (
        <Section title={t('home.byHour')}>
          <div className="home-hours">
            <Bones rows={4} />
          </div>
        </Section>
      )
    )

  const start = Temporal.Instant.from(dayStart(data.day))
  const at = (hour: number) => start.add({ hours: hour }).toString()
  const running = Math.floor((Date.parse(data.now) - start.epochMilliseconds) / 3_600_000)
  const of = (hours: readonly Hour[], hour: number) => hours.find(one => one.hour === hour)?.[measure] ?? 0
  const bars: Bar[] = Array.from({ length: 24 }, (_, hour) => ({
    label: clock(at(hour)),
    value: of(data.hours, hour),
    before: of(data.lastWeek, hour),
    running: hour === running,
  }))
  const open = ({ label }: Bar) => go('allQuery', {}, { createdDate: `${data.day} ${label}:00..${data.day} ${label.slice(0, 2)}:59:59` })
  return (
    <Section
      title={t('home.byHour')}
      actions={
        <Segmented
          size="small"
          value={measure}
          onChange={value => setMeasure(value as Measure)}
          aria-label={t('home.byHour')}
          options={[
            { value: 'volumeCl', label: t('home.byLitres') },
            { value: 'totalCents', label: t('home.byMoney') },
          ]}
        />
      }>
      <Bars
        title={t('home.byHour')}
        unit={t(measure === 'volumeCl' ? 'home.litre' : 'home.money')}
        bars={bars}
        onOpen={open}
        write={value => (measure === 'volumeCl' ? litres(value) : money(value)).replace(/\.00$/, '')}
        names={{ value: t('home.today'), before: t('home.lastWeek') }}
      />
      <p className="home-legend">
        <i className="home-key-bar" />
        {t('home.today')}
        <i className="home-key-line" />
        {t('home.lastWeek')}
      </p>
    </Section>
  )
}
