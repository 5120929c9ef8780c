import { inCurrency } from '../../core/money.ts'
import { t } from '../../i18n/index.ts'
import { PageLink } from '../../kit/page/page-link.tsx'
import { unpaidStatuses, useWaiting } from './use-day.ts'

/** The only strong colour of the page: what wants a decision. Its line is there from the first, so that nothing beneath it moves. */
export function Waiting() {
  const { data, isLoading } = useWaiting()
  if (!data) return isLoading ? <p className="home-calm" /> : null
  if (data.unpaid + data.differing + data.missing === 0) return <p className="home-calm">{t('home.nothingWaits')}</p>
  return (
    <ul className="home-waiting" aria-label={t('home.waiting')}>
      {data.unpaid > 0 && (
        <li>
          <PageLink page="allQuery" search={{ status: unpaidStatuses.join(',') }}>
            {t('home.unpaid', { count: data.unpaid, amount: inCurrency(data.unpaidCents) })}
          </PageLink>
        </li>
      )}
      {data.differing > 0 && (
        <li>
          <PageLink page="allQuery" search={{ priceDifference: 'true', createdDate: 'today' }}>
            {t('home.differing', { count: data.differing })}
          </PageLink>
        </li>
      )}
      {data.missing > 0 && (
        <li>
          <PageLink page="allQuery">{t('home.missing', { count: data.missing })}</PageLink>
        </li>
      )}
    </ul>
  )
}
