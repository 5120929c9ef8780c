import { dealTasks, scripts, type Returned, type Script } from '@forecourt/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../core/api.ts'
import { count, inCurrency, money } from '../../core/money.ts'
import { useMay, useSession } from '../../core/session.ts'
import { time } from '../../core/time.ts'
import { t } from '../../i18n/index.ts'
import { Chart } from '../../kit/chart/chart.tsx'
import { Section } from '../../kit/detail/descriptions.tsx'
import { Money } from '../../kit/detail/figures.tsx'
import { saidOnPage } from '../../kit/detail/use-record.ts'
import { Bones, Empty, Failed } from '../../kit/feedback/states.tsx'
import { PageHeader } from '../../kit/page/page-header.tsx'
import { PageLink } from '../../kit/page/page-link.tsx'
import { usePage } from '../../kit/page/use-page.ts'
import { Segmented } from '../../kit/ui.ts'
import { BudgetBar } from './budget-bar.tsx'
import { Activities } from './market-activities.tsx'
import { isOfActivities, isOfDeals, useScripts } from './use-scripts.ts'
import './deal.css'

type Overview = Returned<typeof scripts.overview>

/**
 * 营销首页: the kinds of coupon and of activity and what they came to, the last thirty days, and what ends this week.
 * @source requirement MKT-033
 */
export default function MarketHomePage() {
  const { visible } = usePage()
  const station = useSession(({ atStation }) => atStation?.id)
  const kinds = useScripts(isOfDeals)
  const ofActivities = useScripts(isOfActivities)
  const { data, error, refetch } = useQuery({
    queryKey: ['scripts', 'overview', station],
    enabled: visible,
    queryFn: async ({ signal }) => {
      const at = { signal, company: true }
      const [coupons, activities] = await Promise.all([call(scripts.overview, {}, at), call(dealTasks.overview, {}, at)])
      return { ...coupons, activities: activities.kinds }
    },
    meta: saidOnPage,
    refetchOnWindowFocus: true,
  })
  const failed = error ?? kinds.error
  const again = () => void Promise.all([refetch(), kinds.refetch()])
  return (
    <>
      <PageHeader />
      {failed && <Failed error={failed} onRetry={again} />}
      {!failed && (!data || !kinds.data || !ofActivities.data) && <Bones rows={10} />}
      {data && kinds.data && ofActivities.data && (
        <>
          <Section title={t('market.kinds')}>
            <ul className="deal-tiles">
              {kinds.data.map(script => (
                <Tile key={script.id} script={script} of={data.kinds.find(({ scriptId }) => scriptId === script.id)} />
              ))}
            </ul>
          </Section>
          <Activities kinds={ofActivities.data} of={data.activities} />
          <Days of={data.days} />
          <Ending of={data.ending} />
          <Promoters of={data.promoters} />
        </>
      )}
    </>
  )
}

function Tile({ script, of }: { script: Script; of: Overview['kinds'][number] | undefined }) {
  const mayAdd = useMay('deal.write')
  const { deals = 0, inEffect = 0, issued = 0, used = 0, discountCents = 0, committedCents = 0, budgetCents = 0 } = of ?? {}
  const params = { scriptId: script.id }
  const figures = [
    [t('market.deals'), count(deals)],
    [t('market.inEffect'), count(inEffect)],
    [t('market.issued'), count(issued)],
    [t('market.used'), count(used)],
  ] as const
  return (
    <li className="deal-tile">
      <h3>
        <PageLink page="deal" params={params} className="k-link">
          {script.name}
        </PageLink>
      </h3>
      <p className="k-quiet">{script.description}</p>
      <dl className="deal-figures">
        {figures.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
        <div>
          <dt>{t('market.given')}</dt>
          <dd>
            <Money cents={discountCents} unit />
          </dd>
        </div>
      </dl>
      <BudgetBar {...{ committedCents, budgetCents }} />
      <div className="deal-tile-acts">
        <PageLink page="deal" params={params} className="k-link">
          {t('market.open', { name: script.name })}
        </PageLink>
        {mayAdd && (
          <PageLink page="addDeal" params={params} className="k-link" orNothing>
            {t('market.add', { name: script.name })}
          </PageLink>
        )}
      </div>
    </li>
  )
}

const measures = ['counts', 'given'] as const
/** Of few coupons the axis has steps of a half; rounded, two of them would say the same. */
const wholeOrHalf = (value: number): string => (Number.isInteger(value) ? count(value) : value.toFixed(1))

/** Issued and used, or what was given, by day. */
function Days({ of }: { of: Overview['days'] }) {
  const [measure, setMeasure] = useState<(typeof measures)[number]>('counts')
  const byCount = measure === 'counts'
  const series = byCount
    ? [
        { name: t('market.issued'), values: of.map(({ issued }) => issued) },
        { name: t('market.used'), values: of.map(({ used }) => used) },
      ]
    : [{ name: t('market.given'), values: of.map(({ discountCents }) => discountCents) }]
  const isEmpty = of.every(({ issued, used, discountCents }) => issued === 0 && used === 0 && discountCents === 0)
  return (
    <Section
      title={t('market.days')}
      actions={
        <Segmented
          size="small"
          aria-label={t('market.days')}
          value={measure}
          options={measures.map(value => ({ value, label: t(`market.${value}`) }))}
          onChange={setMeasure}
        />
      }>
      {isEmpty ? (
        <p className="k-quiet">{t('market.noDays')}</p>
      ) : (
        <Chart
          title={t('market.daysBy', { what: t(`market.${measure}`) })}
          kind="bar"
          labels={of.map(({ day }) => day.slice(5))}
          series={series}
          unit={byCount ? t('market.pieces') : t('kit.unitMoney')}
          write={byCount ? wholeOrHalf : money}
          labelName={t('market.day')}
        />
      )}
    </Section>
  )
}

function Ending({ of }: { of: Overview['ending'] }) {
  return (
    <Section title={t('market.ending')}>
      {of.length === 0 ? (
        <Empty title={t('market.noEnding')} />
      ) : (
        <ul className="deal-list">
          {of.map(({ id, name, endTime, unused }) => (
            <li key={id}>
              <PageLink page="editDeal" params={{ dealId: id }} className="k-link">
                {name}
              </PageLink>{' '}
              <span className="k-quiet">{t('market.endsAt', { time: time(endTime, 'minute'), count: count(unused) })}</span>
            </li>
          ))}
        </ul>
      )}
    </Section>
  )
}

/** Who handed out most, and what became of it; each leads to the coupons. Nothing is said where nobody has handed out any. */
function Promoters({ of }: { of: Overview['promoters'] }) {
  if (of.length === 0) return null
  return (
    <Section title={t('market.promoters')}>
      <ul className="deal-list">
        {of.map(({ id, name, issued, used, discountCents }) => (
          <li key={id}>
            <PageLink page="userDeals" search={{ search: `promoterId:${id}` }} className="k-link">
              {name}
            </PageLink>{' '}
            <span className="k-quiet">
              {t('market.promoted', { issued: count(issued), used: count(used), given: inCurrency(discountCents) })}
            </span>
          </li>
        ))}
      </ul>
    </Section>
  )
}
