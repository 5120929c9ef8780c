import type { ReactNode } from 'react'
import { change, count, litres, money, unknown } from '../../core/money.ts'
import { t } from '../../i18n/index.ts'
import { Failed } from '../../kit/feedback/states.tsx'
import { PageLink } from '../../kit/page/page-link.tsx'
import { useSales, type Sum } from './use-day.ts'

type Figure = {
  key: 'litres' | 'sales' | 'orders' | 'average'
  unit: string
  write: (sum: Sum) => string
  measure: (sum: Sum) => number
  page: 'allQuery' | 'fuelQuery'
}

const average = ({ totalCents, count }: Sum) => (count === 0 ? 0 : Math.round(totalCents / count))
const figures = (): Figure[] => [
  { key: 'litres', unit: t('home.litre'), write: sum => litres(sum.volumeCl), measure: sum => sum.volumeCl, page: 'fuelQuery' },
  { key: 'sales', unit: t('home.money'), write: sum => money(sum.totalCents), measure: sum => sum.totalCents, page: 'allQuery' },
  { key: 'orders', unit: t('home.order'), write: sum => count(sum.count), measure: sum => sum.count, page: 'allQuery' },
  {
    key: 'average',
    unit: t('home.money'),
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
      {figures().map(({ key, unit, write, measure, page }) => (
        <div key={key}>
          <dt>
            {t(`home.${key}`)}
            <small>{unit}</small>
          </dt>
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
  const percent = change(now, before)
  if (percent === undefined) return <span className="home-against">{t('home.noneBefore')}</span>
  const sign = percent > 0 ? '+' : percent < 0 ? '−' : ''
  return (
    <span className="home-against" title={t('home.againstHelp', { words })}>
      <b className={percent < 0 ? 'home-down' : 'home-up'}>
        {sign}
        {Math.abs(percent)} %
      </b>{' '}
      {t('home.against', { words })}
    </span>
  )
}
