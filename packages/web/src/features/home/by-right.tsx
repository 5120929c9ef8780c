import type { RecentRange } from '@forecourt/contract/start'
import { painted } from '../../core/painted.ts'
import { useMay } from '../../core/session.ts'
import { t } from '../../i18n/index.ts'
import { Section } from '../../kit/detail/section.tsx'
import { Bones } from '../../kit/feedback/states.tsx'
import { HoldBelow } from '../../kit/list/hold-below.tsx'
import { later, WhileLoading } from '../../kit/later.tsx'

const OwnSales = later(async () => {
  await painted()
  return import('./own-sales.tsx')
})
const SalesChart = later(async () => {
  await painted()
  return import('./sales-chart.tsx')
})

/**
 * What was sold, by hours or days, for those who see all sales; for those who only sell, their own. Each loads no more than it shows. Where
 * it begins with a longer time than today, it stands above the rest of its page.
 */
export function SalesByRight({ first }: { first?: RecentRange }) {
  const seesAll = useMay('order.sale.read')
  const sells = useMay('order.manual')
  if (seesAll)
    return (
      <WhileLoading
        show={
          <>
            <HoursToCome />
            {first && <HoldBelow />}
          </>
        }>
        <SalesChart {...(first && { first })} />
      </WhileLoading>
    )
  if (!sells) return null
  return (
    <WhileLoading
      show={
        <Section title={t('home.ownSales')}>
          <Bones rows={2} />
        </Section>
      }>
      <OwnSales />
    </WhileLoading>
  )
}

const HoursToCome = () => (
  <Section title={t('home.byHour')}>
    <div className="home-hours">
      <Bones rows={4} />
    </div>
  </Section>
)
