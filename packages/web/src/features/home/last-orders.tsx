import { money } from '../../core/money.ts'
import { clock } from '../../core/time.ts'
import { t } from '../../i18n/index.ts'
import { Section } from '../../kit/detail/section.tsx'
import { Bones, Empty, Failed } from '../../kit/feedback/states.tsx'
import { choiceLabel } from '../../kit/label.ts'
import { Drill, pathTo } from '../../kit/links.ts'
import { PageLink } from '../../kit/page/page-link.tsx'
import { State } from '../../kit/state.tsx'
import { useLastOrders } from './use-day.ts'

/** The sales that came last, whatever became of them; each leads to itself. */
export function LastOrders() {
  const { data, error, refetch, isLoading } = useLastOrders()
  if (!data && !error && !isLoading) return null
  return (
    <Section
      title={t('home.lastOrders')}
      actions={
        <PageLink page="allQuery" orNothing>
          {t('home.all')}
        </PageLink>
      }>
      {error && !data ? <Failed error={error} onRetry={() => void refetch()} /> : data ? <Sales rows={data.content} /> : <Bones rows={8} />}
    </Section>
  )
}

type Sale = NonNullable<ReturnType<typeof useLastOrders>['data']>['content'][number]

/** As few columns as a glance needs; a list of sales is a click away. The list's own table would be half of what this page weighs. */
function Sales({ rows }: { rows: readonly Sale[] }) {
  if (rows.length === 0) return <Empty title={t('home.noOrders')} hint={t('home.noOrdersHelp')} />
  return (
    <table className="home-orders" aria-label={t('home.lastOrders')}>
      <thead>
        <tr>
          <th>{t('home.time')}</th>
          <th>{t('orders.orderNo')}</th>
          <th className="home-figure home-wide">{t('home.nozzle')}</th>
          <th className="home-figure">{t('kit.titled', { label: t('orders.totalCents'), unit: t('kit.unitMoney') })}</th>
          <th className="home-wide">{t('orders.payType')}</th>
          <th>{t('orders.status')}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(row => (
          <tr key={row.id}>
            <td className="home-time">{clock(row.createdDate)}</td>
            <td>
              <Drill to={pathTo('orders', row.id)}>{row.orderNo}</Drill>
            </td>
            <td className="home-figure home-wide">{row['nozzleControl']?.logicNo ?? '—'}</td>
            <td className="home-figure">{money(row.totalCents)}</td>
            <td className="home-wide">{row.payType ? choiceLabel('orders', 'payType', row.payType) : '—'}</td>
            <td>
              <State member={row.status}>{choiceLabel('orders', 'status', row.status)}</State>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
