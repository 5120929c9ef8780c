import type { dealTasks, Returned } from '@forecourt/contract'
import { count } from '../../core/money.ts'
import { useMay } from '../../core/session.ts'
import { t } from '../../i18n/index.ts'
import { Section } from '../../kit/detail/descriptions.tsx'
import { PageLink } from '../../kit/page/page-link.tsx'
import type { ActivityScript } from './use-scripts.ts'

type Kind = Returned<typeof dealTasks.overview>['kinds'][number]

/** The kinds of activity as tiles that lead to their lists, with what they gave. */
export const Activities = ({ kinds, of }: { kinds: readonly ActivityScript[]; of: readonly Kind[] }) => (
  <Section title={t('market.activities')}>
    <ul className="deal-tiles">
      {kinds.map(script => (
        <Tile key={script.id} script={script} of={of.find(({ scriptId }) => scriptId === script.id)} />
      ))}
    </ul>
  </Section>
)

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
