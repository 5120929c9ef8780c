import type { ReactNode } from 'react'
import { change, count, litres, money, percent, unknown } from '../../core/money.ts'
import { t } from '../../i18n/index.ts'
import { CountUp } from '../../kit/count-up.tsx'
import { Failed } from '../../kit/feedback/states.tsx'
import { PageLink } from '../../kit/page/page-link.tsx'
import { useSales, type Sum } from './use-day.ts'

type Figure = {
  key: 'litres' | 'sales' | 'orders' | 'average'
  write: (value: number) => string
  measure: (sum: Sum) => number
  page: 'allQuery' | 'fuelQuery'
}

const average = ({ totalCents, count }: Sum) => (count === 0 ? 0 : Math.round(totalCents / count))
const figures = (): Figure[] => [
  { key: 'litres', write: litres, measure: sum => sum.volumeCl, page: 'fuelQuery' },
  { key: 'sales', write: money, measure: sum => sum.totalCents, page: 'allQuery' },
  { key: 'orders', write: count, measure: sum => sum.count, page: 'allQuery' },
  { key: 'average', write: money, measure: average, page: 'allQuery' },
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
                {key === 'average' && data.total.count === 0 ? unknown : <CountUp value={measure(data.total)} write={write} />}
              </PageLink>
            ) : (
              <i className="home-bone" />
            )}
            {data && <Against now={measure(data.total)} before={measure(data.before)} words={write(measure(data.before))} />}
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
