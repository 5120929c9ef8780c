import { dryRuns, type DryRunClash, type DryRunOrder } from '@forecourt/contract'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../core/api.ts'
import { inCurrency } from '../../core/money.ts'
import { time } from '../../core/time.ts'
import { t } from '../../i18n/index.ts'
import { Money } from '../../kit/detail/figures.tsx'
import { Bones, Failed } from '../../kit/feedback/states.tsx'
import { Drill, pathTo } from '../../kit/links.ts'
import { Pager } from '../../kit/list/pager.tsx'
import { Drawer } from '../../kit/ui.ts'
import { otherWords } from './dry-run-clashes.tsx'

/** Which sales: all, those of a day, or those on which something else applied as well. */
export interface Behind {
  readonly day?: string
  readonly clash?: Pick<DryRunClash, 'kind' | 'name' | 'sourceId'>
}

/** The sales behind a figure, each with what it is given and what else applied. */
export function DryRunOrders({ id, uptake, behind, onClose }: { id: number; uptake: number; behind: Behind; onClose: () => void }) {
  const [page, setPage] = useState(1)
  const [size, setSize] = useState(20)
  const { day, clash } = behind
  const query = { uptake, page: page - 1, size, ...(day && { day }), ...(clash && { clashKind: clash.kind, clashId: clash.sourceId }) }
  const { data, error, refetch } = useQuery({
    queryKey: ['dryRuns', 'orders', id, query],
    queryFn: ({ signal }) => call(dryRuns.sales, { id, query }, { signal }),
    placeholderData: keepPreviousData,
  })
  const title = day ? t('dryRunPage.ordersOf', { day }) : clash ? t('dryRunPage.ordersWith', { name: clash.name }) : t('dryRunPage.orders')
  return (
    <Drawer title={title} open onClose={onClose} size="min(960px, 100vw)" destroyOnHidden>
      {error && <Failed error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Bones rows={8} />}
      {data && (
        <>
          <Sales of={data.content} title={title} />
          <Pager
            count={data.totalElements}
            page={page}
            size={size}
            onPage={setPage}
            onSize={chosen => {
              setPage(1)
              setSize(chosen)
            }}
          />
        </>
      )}
    </Drawer>
  )
}

const Sales = ({ of, title }: { of: readonly DryRunOrder[]; title: string }) => (
  <div className="dry-run-table" role="region" aria-label={title} tabIndex={0}>
    <table>
      <thead>
        <tr>
          <th scope="col">{t('dryRunPage.orderNo')}</th>
          <th scope="col" className="dry-run-wide">
            {t('dryRunPage.station')}
          </th>
          <th scope="col">{t('dryRunPage.time')}</th>
          <th scope="col" className="k-end dry-run-wide">
            {t('dryRunPage.paid')}
          </th>
          <th scope="col" className="k-end">
            {t('dryRunPage.gives')}
          </th>
          <th scope="col" className="k-end">
            {t('dryRunPage.costs')}
          </th>
          <th scope="col">{t('dryRunPage.other')}</th>
        </tr>
      </thead>
      <tbody>
        {of.map(({ orderId, orderNo, stationName, createdDate, totalCents, givesCents, costCents, clash }) => (
          <tr key={orderId}>
            <th scope="row">
              <Drill to={pathTo('orders', orderId)}>{orderNo}</Drill>
            </th>
            <td className="dry-run-wide">{stationName}</td>
            <td className="k-number">{time(createdDate, 'minute')}</td>
            <td className="k-end dry-run-wide">
              <Money cents={totalCents} />
            </td>
            <td className="k-end">
              <Money cents={givesCents} />
            </td>
            <td className="k-end">
              <Money cents={costCents} />
            </td>
            <td>
              {clash &&
                t(clash.won ? 'dryRunPage.insteadOf' : 'dryRunPage.lostTo', { other: otherWords(clash), cents: inCurrency(clash.cents) })}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  </div>
)
