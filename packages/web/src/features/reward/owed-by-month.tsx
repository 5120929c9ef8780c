import { memberLiability, type Returned } from '@forecourt/contract'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { call } from '../../core/api.ts'
import { count, inCurrency } from '../../core/money.ts'
import { t } from '../../i18n/index.ts'
import { Figures, Section } from '../../kit/detail/descriptions.tsx'
import { Bones, Failed } from '../../kit/feedback/states.tsx'
import { PageHeader } from '../../kit/page/page-header.tsx'
import './reward.css'

/** 应付积分与优惠券: what is open, by the month in which it ends. */
export function OwedByMonth({ children }: { children: ReactNode }) {
  const { data, error, refetch } = useQuery({
    queryKey: ['pointsCards', 'liability'],
    queryFn: ({ signal }) => call(memberLiability, {}, { signal, company: true }),
  })
  const months = data?.months ?? []
  const sum = (of: 'points' | 'coupons' | 'couponCents' | 'unlimitedCoupons') => months.reduce((total, each) => total + each[of], 0)
  return (
    <>
      <PageHeader />
      {children}
      {error && <Failed error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Bones rows={8} />}
      {data && (
        <>
          <Section title={t('store.owedNow')}>
            <Figures
              of={[
                { label: t('store.openPoints'), value: count(sum('points')) },
                { label: t('store.openCoupons'), value: count(sum('coupons')) },
                { label: t('store.couponCost'), value: inCurrency(sum('couponCents')) },
              ]}
            />
            {sum('unlimitedCoupons') > 0 && (
              <p className="k-quiet">{t('store.couponsWithoutLimit', { count: count(sum('unlimitedCoupons')) })}</p>
            )}
          </Section>
          <Section title={t('store.byMonth')}>
            {months.length === 0 ? <p className="k-quiet">{t('store.nothingOwed')}</p> : <Months of={months} />}
          </Section>
        </>
      )}
    </>
  )
}

const Months = ({ of }: { of: Returned<typeof memberLiability>['months'] }) => (
  <table className="store-months">
    <thead>
      <tr>
        <th scope="col">{t('store.month')}</th>
        <th scope="col">{t('store.openPoints')}</th>
        <th scope="col">{t('store.openCoupons')}</th>
        <th scope="col">{t('store.couponCost')}</th>
      </tr>
    </thead>
    <tbody>
      {of.map(({ month, points, coupons, couponCents }) => (
        <tr key={month ?? 'never'}>
          <th scope="row">{month ?? t('store.noEnd')}</th>
          <td>{count(points)}</td>
          <td>{count(coupons)}</td>
          <td>{inCurrency(couponCents)}</td>
        </tr>
      ))}
    </tbody>
  </table>
)
