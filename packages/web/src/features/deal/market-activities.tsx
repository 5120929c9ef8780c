import { dealTasks, type Returned } from '@forecourt/contract'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../core/api.ts'
import { count } from '../../core/money.ts'
import { useMay, useSession } from '../../core/session.ts'
import { t } from '../../i18n/index.ts'
import { Section } from '../../kit/detail/descriptions.tsx'
import { saidOnPage } from '../../kit/detail/use-record.ts'
import { Bones, Failed } from '../../kit/feedback/states.tsx'
import { PageLink } from '../../kit/page/page-link.tsx'
import { usePage } from '../../kit/page/use-page.ts'
import { isOfActivities, useScripts, type ActivityScript } from './use-scripts.ts'

type Kind = Returned<typeof dealTasks.overview>['kinds'][number]

/** The kinds of activity as tiles that lead to their lists, with what they gave. */
export function Activities() {
  const { visible } = usePage()
  const station = useSession(({ atStation }) => atStation?.id)
  const kinds = useScripts(isOfActivities)
  const { data, error, refetch } = useQuery({
    queryKey: ['dealTasks', 'overview', station],
    enabled: visible,
    queryFn: ({ signal }) => call(dealTasks.overview, {}, { signal, company: true }),
    meta: saidOnPage,
    refetchOnWindowFocus: true,
  })
  return (
    <Section title={t('market.activities')}>
      {error && <Failed error={error} onRetry={() => void refetch()} />}
      {!error && (!data || !kinds.data) && <Bones rows={4} />}
      {data && kinds.data && (
        <ul className="deal-tiles">
          {kinds.data.map(script => (
            <Tile key={script.id} script={script} of={data.kinds.find(({ scriptId }) => scriptId === script.id)} />
          ))}
        </ul>
      )}
    </Section>
  )
}

function Tile({ script, of }: { script: ActivityScript; of: Kind | undefined }) {
  const mayAdd = useMay('dealTask.write')
  const { activities = 0, inEffect = 0, given = 0, coupons = 0 } = of ?? {}
  const params = { scriptId: script.id }
  const givesCoupons = script.activity !== 'price'
  const figures = [
    [t('market.activities'), activities],
    [t('market.inEffect'), inEffect],
    ...(givesCoupons
      ? ([
          [t('market.givenTimes'), given],
          [t('market.coupons'), coupons],
        ] as const)
      : []),
  ] as const
  return (
    <li className="deal-tile">
      <h3>
        <PageLink page="dealTask" params={params} className="k-link">
          {script.name}
        </PageLink>
      </h3>
      <p className="k-quiet">{script.description}</p>
      <dl className="deal-figures">
        {figures.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{count(value)}</dd>
          </div>
        ))}
      </dl>
      <div className="deal-tile-acts">
        <PageLink page="dealTask" params={params} className="k-link">
          {t('market.open', { name: script.name })}
        </PageLink>
        {mayAdd && (
          <PageLink page="addDealTask" params={params} className="k-link" orNothing>
            {t('market.add', { name: script.name })}
          </PageLink>
        )}
      </div>
    </li>
  )
}
