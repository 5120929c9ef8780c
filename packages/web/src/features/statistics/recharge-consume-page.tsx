import { t } from '../../i18n/index.ts'
import { Chart } from '../../kit/chart/chart.tsx'
import { Section } from '../../kit/detail/descriptions.tsx'
import { money } from '../../core/money.ts'
import { Segmented } from '../../kit/ui.ts'
import { CardKindSelect } from './card-kind-select.tsx'
import { FundFrame, FundHeadline } from './fund-frame.tsx'
import { FundBehind, fundCsv, fundHead, fundName, FundTable } from './fund-table.tsx'
import { NoFigures } from './states.tsx'
import { useDrill } from './use-drill.ts'
import { groups, useFundAsked, useRechargeConsume, type FundAsked } from './use-report.ts'

/** 卡充值消费报表: money on cards by day, kind or station, from what was held to what is held. */
export default function RechargeConsumePage() {
  const asked = useFundAsked()
  const { data, error, refetch, isPlaceholderData } = useRechargeConsume(asked)
  const { drilled, drill, close } = useDrill(asked.company)
  const { company } = asked
  const group = data?.group ?? asked.group
  const currencies = data?.totals.map(line => line.currency) ?? []
  return (
    <FundFrame
      asked={asked}
      print="printRechargeConsume"
      csv={data && data.totals.length > 0 ? () => currencies.map(currency => fundCsv(group, ...of(data, currency))).join('') : undefined}
      data={data}
      error={error}
      onRetry={() => void refetch()}
      tools={<Tools asked={asked} company={company} />}>
      {currencies.length === 0 && <NoFigures of="funds" asked={asked} />}
      {data &&
        currencies.map(currency => {
          const [lines, total] = of(data, currency)
          return (
            <div key={currency}>
              {currencies.length > 1 && <h2>{currency}</h2>}
              <FundHeadline total={total} drill={drill} />
              <Section title={t('fund.inAndOut')}>
                <Chart
                  title={t('fund.inAndOut')}
                  kind="bar"
                  labels={lines.map(line => fundName(group, line))}
                  series={[
                    { name: t('fund.topUp'), values: lines.map(line => line.topUpCents) },
                    { name: t('fund.consume'), values: lines.map(line => -line.consumeCents) },
                  ]}
                  unit={t('kit.unitMoney')}
                  write={money}
                  labelName={fundHead(group)}
                />
              </Section>
              <FundTable by={group} label={t('fund.lines')} lines={lines} total={total} old={isPlaceholderData} drill={drill} />
            </div>
          )
        })}
      <FundBehind asked={asked} drilled={drilled} onClose={close} />
    </FundFrame>
  )
}

type Data = NonNullable<ReturnType<typeof useRechargeConsume>['data']>
const of = (data: Data, currency: string) =>
  [data.content.filter(line => line.currency === currency), data.totals.find(line => line.currency === currency)] as const

/** By what the lines are, and of which kind of card. */
function Tools({ asked, company }: { asked: FundAsked; company: boolean }) {
  return (
    <div className="statistic-tools">
      <Segmented
        aria-label={t('statistic.by')}
        value={asked.group}
        options={groups.filter(group => company || group !== 'station').map(value => ({ value, label: fundHead(value) }))}
        onChange={group => asked.change({ group: group === 'day' ? undefined : group })}
      />
      <CardKindSelect value={asked.kind} onChange={kind => asked.change({ kind })} />
    </div>
  )
}
