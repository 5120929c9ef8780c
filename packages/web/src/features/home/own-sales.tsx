import { count, litres, money } from '../../core/money.ts'
import { t } from '../../i18n/index.ts'
import { Bones, Failed } from '../../kit/feedback/states.tsx'
import { Section } from '../../kit/detail/section.tsx'
import { PageLink } from '../../kit/page/page-link.tsx'
import { useOwnSales } from './use-day.ts'

/** What the user sold in the running shift, and the way to enter a sale that was missed. */
export default function OwnSales() {
  const { data, error, refetch } = useOwnSales()
  if (error && !data) return <Failed error={error} onRetry={() => void refetch()} />
  return (
    <Section
      title={t('home.ownSales')}
      actions={
        <PageLink page="recordOrder" orNothing>
          {t('home.recordOrder')}
        </PageLink>
      }>
      {data ? (
        <dl className="home-facts">
          <div>
            <dt>{t('home.count')}</dt>
            <dd>{data.manual > 0 ? t('home.ownManual', { count: data.orders, manual: data.manual }) : count(data.orders)}</dd>
          </div>
          <div>
            <dt>{t('kit.titled', { label: t('home.byMoney'), unit: t('kit.unitMoney') })}</dt>
            <dd>{money(data.totalCents)}</dd>
          </div>
          <div>
            <dt>{t('kit.titled', { label: t('home.byLitres'), unit: t('home.litre') })}</dt>
            <dd>{litres(data.volumeCl)}</dd>
          </div>
        </dl>
      ) : (
        <Bones rows={2} />
      )}
    </Section>
  )
}
