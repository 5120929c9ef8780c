import { t } from '../../i18n/index.ts'
import { Chart } from '../../kit/chart/chart.tsx'
import { Section } from '../../kit/detail/descriptions.tsx'
import { choiceLabel } from '../../kit/label.ts'
import { Facts } from './headline.tsx'
import { measureOf, write, type Kind, type Line } from './kinds.ts'
import { NoFigures } from './states.tsx'
import { UnitChoice } from './trend.tsx'
import type { Drilled } from './use-drill.ts'
import { isUnit, periodWords, useStatistic, type Asked, type Unit } from './use-statistic.ts'

interface CardFiguresProps {
  kind: Kind
  asked: Asked
  unit: Unit
  currency: string | undefined
  drill: (drilled: Drilled) => void
}
const typeWords = (type: string) => choiceLabel('userCardDetails', 'type', type)
/** What a book-keeper asks first: how much was put on, what was given with it, how much was spent. */
const answers = ['charge', 'chargeReward', 'consume', 'refundConsume'] as const

/** The same for cards: what came and what went are two answers, and not their difference. */
export function CardHeadline({ kind, asked, currency, drill }: CardFiguresProps) {
  const { data } = useStatistic(kind, asked, ['type'])
  const lineOf = (type: string) => data?.content.find(line => line.key === type && line.currency === currency)
  return (
    <Facts
      of={answers.map(type => {
        const line = lineOf(type)
        const value = line ? measureOf(line, 'amountCents') : 0
        const name = write('amountCents', value)
        return {
          key: type,
          measure: 'amountCents',
          words: typeWords(type),
          value,
          before: asked.compare && data ? (line?.before?.['amountCents'] ?? 0) : undefined,
          onOpen: () => drill({ measure: 'amountCents', group: ['type'], key: type, name }),
        }
      })}
    />
  )
}

/** What was put on and what was spent, side by side over time. */
export function CardTrend({ kind, asked, unit, currency, drill }: CardFiguresProps) {
  const { data, error, refetch, isPlaceholderData } = useStatistic(kind, asked, [unit, 'type'])
  const shownUnit = data?.group.find(isUnit) ?? unit
  const lines = data?.content.filter(line => line.currency === currency)
  const periods = lines && [...new Set(lines.map(line => line.period ?? ''))]
  const valueOf = (period: string, type: string) => find(lines, period, type)
  const open = (period: string | undefined) =>
    period &&
    !isPlaceholderData &&
    drill({ measure: 'amountCents', group: [shownUnit], period, name: write('amountCents', sumOf(lines, period)) })
  return (
    <Section title={t('statistic.trend')} actions={<UnitChoice asked={asked} unit={unit} />}>
      <Chart
        title={t('fund.inAndOut')}
        kind="bar"
        labels={periods?.map(period => periodWords(shownUnit, period))}
        series={[
          { name: typeWords('charge'), values: periods?.map(period => valueOf(period, 'charge')) ?? [] },
          { name: typeWords('consume'), values: periods?.map(period => -valueOf(period, 'consume')) ?? [] },
        ]}
        unit={t('kit.unitMoney')}
        write={value => write('amountCents', value)}
        labelName={t(`statistic.unit_${shownUnit}`)}
        onOpen={at => open(periods?.[at])}
        {...(error && { error })}
        onRetry={() => void refetch()}
        nothing={<NoFigures of={kind.name} asked={asked} />}
      />
    </Section>
  )
}

const find = (lines: readonly Line[] | undefined, period: string, type: string): number => {
  const line = lines?.find(one => one.period === period && one.key === type)
  return line ? measureOf(line, 'amountCents') : 0
}
const sumOf = (lines: readonly Line[] | undefined, period: string): number =>
  (lines ?? []).filter(line => line.period === period).reduce((sum, line) => sum + measureOf(line, 'amountCents'), 0)
