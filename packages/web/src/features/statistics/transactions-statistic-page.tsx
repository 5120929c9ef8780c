import { payments } from './kinds.ts'
import { StatisticPage } from './statistic-page.tsx'

/** 支付统计: how it was paid. */
export default function TransactionsStatisticPage() {
  return <StatisticPage kind={payments} />
}
