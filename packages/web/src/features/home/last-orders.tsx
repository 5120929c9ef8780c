import { orders } from '@forecourt/contract'
import { useMemo } from 'react'
import { clock } from '../../core/time.ts'
import { t } from '../../i18n/index.ts'
import { Section } from '../../kit/detail/descriptions.tsx'
import { Empty, Failed } from '../../kit/feedback/states.tsx'
import { open, pathTo } from '../../kit/links.ts'
import { columnsOf, type AnyRow } from '../../kit/list/columns.ts'
import { DataTable } from '../../kit/list/data-table.tsx'
import { PageLink } from '../../kit/page/page-link.tsx'
import { useLastOrders } from './use-day.ts'

const openOrder = (row: AnyRow) => {
  const path = pathTo('orders', row.id)
  if (path) open(path)
}

/** The sales that came last, whatever became of them. */
export function LastOrders() {
  const { data, error, refetch, isPlaceholderData, isLoading } = useLastOrders()
  const columns = useMemo(
    () =>
      columnsOf(orders, [
        { path: 'createdDate', title: t('home.time'), cell: row => clock(row['createdDate']), sort: false },
        { path: 'orderNo', sort: false },
        {
          path: 'nozzleControlId',
          title: t('home.nozzle'),
          cell: row => row['nozzleControl']?.logicNo ?? '—',
          sort: false,
          align: 'right',
        },
        { path: 'totalCents', sort: false },
        { path: 'payType', sort: false },
        { path: 'status', sort: false },
      ]),
    [],
  )
  if (!data && !error && !isLoading) return null
  return (
    <Section
      title={t('home.lastOrders')}
      actions={
        <PageLink page="allQuery" orNothing>
          {t('home.all')}
        </PageLink>
      }>
      {error && !data ? (
        <Failed error={error} onRetry={() => void refetch()} />
      ) : (
        <DataTable
          label={t('home.lastOrders')}
          columns={columns}
          rows={data?.content as AnyRow[] | undefined}
          old={isPlaceholderData}
          onOpen={openOrder}
          density="compact"
          empty={<Empty title={t('home.noOrders')} hint={t('home.noOrdersHelp')} />}
        />
      )}
    </Section>
  )
}
