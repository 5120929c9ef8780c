import { cards } from './kinds.ts'
import { StatisticPage } from './statistic-page.tsx'

/** 充值消费统计: what went onto cards, and what was spent from them. */
export default function ConsumeStatisticPage() {
  return <StatisticPage kind={cards} />
}
