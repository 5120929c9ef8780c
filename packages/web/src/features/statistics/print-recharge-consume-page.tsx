import { t } from '../../i18n/index.ts'
import { Bones, Empty, Failed } from '../../kit/feedback/states.tsx'
import { FundPaper, FundPrintTable } from './fund-paper.tsx'
import { useFundAsked, useRechargeConsume } from './use-report.ts'

/** 卡充值消费报表打印: the report of the same days and lines as on the page. */
export default function PrintRechargeConsumePage() {
  const asked = useFundAsked()
  const { data, error, refetch } = useRechargeConsume(asked)
  if (!data) return error ? <Failed error={error} onRetry={() => void refetch()} /> : <Bones rows={10} />
  return (
    <FundPaper title={t('fund.rechargeConsume')} asked={asked} data={data}>
      {data.totals.length === 0 && <Empty title={t('chart.nothing')} />}
      {data.totals.map(total => (
        <FundPrintTable
          key={total.currency}
          by={data.group}
          lines={data.content.filter(line => line.currency === total.currency)}
          total={total}
        />
      ))}
    </FundPaper>
  )
}
