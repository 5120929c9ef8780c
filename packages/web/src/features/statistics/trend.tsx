import { t } from '../../i18n/index.ts'
import { Chart } from '../../kit/chart/chart.tsx'
import { Section } from '../../kit/detail/descriptions.tsx'
import { Segmented, Select } from '../../kit/ui.ts'
import { NoFigures } from './states.tsx'
import { measureOf, measureWords, unitOfMeasure, write, type Kind, type Line } from './kinds.ts'
import type { Drilled } from './use-drill.ts'
import { isUnit, periodWords, units, useStatistic, type Asked, type Unit } from './use-statistic.ts'

interface TrendProps {
  kind: Kind
  asked: Asked
  unit: Unit
  currency: string | undefined
  drill: (drilled: Drilled) => void
}

/** How it came about: hour by hour, day by day, beside the time it is compared with. */
export function Trend({ kind, asked, unit, currency, drill }: TrendProps) {
  const measure = kind.measures.includes(asked.search['measure'] ?? '') ? asked.search['measure']! : kind.measures[0]!
  const { data, error, refetch, isPlaceholderData } = useStatistic(kind, asked, [unit])
  const shownUnit = data?.group.find(isUnit) ?? unit
  const lines = data?.content.filter(line => line.currency === currency)
  const words = measureWords(kind, measure)
  const series = [
    { name: words, values: lines?.map(line => measureOf(line, measure)) ?? [] },
    ...(lines?.some(line => line.before?.[measure])
      ? [{ name: t('statistic.before'), values: lines?.map(line => line.before?.[measure] ?? 0) ?? [], compared: true }]
      : []),
  ]
  const openAt = (line: Line | undefined) =>
    line &&
    !isPlaceholderData &&
    measureOf(line, measure) !== 0 &&
    drill({ measure, group: [shownUnit], period: line.period, name: write(measure, measureOf(line, measure)) })
  return (
    <Section
      title={t('statistic.trend')}
      actions={
        <div className="statistic-tools">
          <UnitChoice asked={asked} unit={unit} />
          <Select
            size="small"
            aria-label={t('statistic.measure')}
            value={measure}
            popupMatchSelectWidth={false}
            options={kind.measures.map(value => ({ value, label: measureWords(kind, value) }))}
            onChange={value => asked.change({ measure: value })}
          />
        </div>
      }>
      <Chart
        title={t('statistic.byUnit', { measure: words, unit: t(`statistic.unit_${shownUnit}`) })}
        kind="bar"
        labels={lines?.map(line => periodWords(shownUnit, line.period ?? ''))}
        series={series}
        unit={unitOfMeasure(measure)}
        write={value => write(measure, value)}
        labelName={t(`statistic.unit_${shownUnit}`)}
        onOpen={at => openAt(lines?.[at])}
        {...(error && { error })}
        onRetry={() => void refetch()}
        nothing={<NoFigures of={kind.name} asked={asked} />}
      />
    </Section>
  )
}

/** Hours, days, weeks or months. */
export const UnitChoice = ({ asked, unit }: Pick<TrendProps, 'asked' | 'unit'>) => (
  <Segmented
    size="small"
    aria-label={t('statistic.unit')}
    value={unit}
    options={units.map(value => ({ value, label: t(`statistic.unit_${value}`) }))}
    onChange={value => asked.change({ unit: value })}
  />
)
