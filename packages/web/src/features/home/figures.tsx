import type { ReactNode } from 'react'
import { change, count, litres, money, percent, unknown } from '../../core/money.ts'
import { t } from '../../i18n/index.ts'
import { Failed } from '../../kit/feedback/states.tsx'
import { PageLink } from '../../kit/page/page-link.tsx'
import { useSales, type Sum } from './use-day.ts'

type Figure = {
  key: 'litres' | 'sales' | 'orders' | 'average'
  write: (sum: Sum) => string
  measure: (sum: Sum) => number
  page: 'allQuery' | 'fuelQuery'
}

const average = ({ totalCents, count }: Sum) => (count === 0 ? 0 : Math.round(totalCents / count))
const figures = (): Figure[] => [
  { key: 'litres', write: sum => litres(sum.volumeCl), measure: sum => sum.volumeCl, page: 'fuelQuery' },
  { key: 'sales', write: sum => money(sum.totalCents), measure: sum => sum.totalCents, page: 'allQuery' },
  { key: 'orders', write: sum => count(sum.count), measure: sum => sum.count, page: 'allQuery' },
  {
    key: 'average',
    write: sum => (sum.count === 0 ? unknown : money(average(sum))),
    measure: average,
    page: 'allQuery',
  },
]

/** Today so far against the same day last week at the same time. Each number opens the sales that make it. */
export function Figures() {
  const { data, error, refetch, isLoading } = useSales()
  if (error && !data) return <Failed error={error} onRetry={() => void refetch()} />
  if (!data && !isLoading) return null
  return (
    <dl className="home-figures">
      {figures().map(({ key, write, measure, page }) => (
        <div key={key}>
          <dt>{t(`home.${key}`)}</dt>
          <dd>
            {data ? (
              <PageLink page={page} search={{ createdDate: 'today' }}>
                {write(data.total)}
              </PageLink>
            ) : (
              <i className="home-bone" />
            )}
            {data && <Against now={measure(data.total)} before={measure(data.before)} words={write(data.before)} />}
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** More or less than a week ago; nothing is said where there is nothing to compare with. */
function Against({ now, before, words }: { now: number; before: number; words: string }): ReactNode {
  const by = change(now, before)
  if (by === undefined) return <span className="home-against">{t('home.noneBefore')}</span>
  return (
    <span className="home-against" title={t('home.againstHelp', { words })}>
      <b className={by < 0 ? 'home-down' : 'home-up'}>
        {by > 0 && '+'}
        {percent(by)}
      </b>{' '}
      {t('home.against', { words })}
    </span>
  )
}
