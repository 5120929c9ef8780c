import { sales } from './kinds.ts'
import { StatisticPage } from './statistic-page.tsx'

/** 销售统计: what was sold. */
export default function SalesStatisticPage() {
  return <StatisticPage kind={sales} />
}
