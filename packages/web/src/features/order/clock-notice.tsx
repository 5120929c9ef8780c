import { clockSales } from '@forecourt/contract'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { call } from '../../core/api.ts'
import { count } from '../../core/money.ts'
import { equals, searchText } from '../../core/search.ts'
import { useSession } from '../../core/session.ts'
import { t } from '../../i18n/index.ts'
import { Drill } from '../../kit/links.ts'
import { HoldBelow } from '../../kit/list/hold-below.tsx'
import type { List } from '../../kit/list/use-list.ts'
import { usePage } from '../../kit/page/use-page.ts'
import { Alert } from '../../kit/ui.ts'
import { reach } from './cells.tsx'

/** Of the time that a list of sales shows, how many were recorded while a clock was wrong and nobody has checked yet. */
export function ClockNotice({ list: { set, query, company } }: { list: Pick<List, 'set' | 'query' | 'company' | 'count'> }) {
  const { visible } = usePage()
  const station = useSession(({ atStation }) => atStation?.id)
  const shownTime = set.flatMap(({ terms }) => terms).filter(term => term.startsWith('createdDate'))
  const narrowed = { search: searchText([equals('state', 'marked'), ...shownTime]), size: 1, ...(query.from && { from: query.from }) }
  const { data, isPending, isError } = useQuery({
    queryKey: [clockSales.name, 'marked', company || station, narrowed],
    enabled: visible,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => call(clockSales.list, { query: narrowed }, { signal, company }),
  })
  if (isPending && !isError) return <HoldBelow />
  const marked = data?.totalElements ?? 0
  if (marked === 0) return null
  return (
    <Alert
      type="warning"
      showIcon
      banner
      className="sales-gaps"
      title={t('sales.clockTitle', { count: count(marked) })}
      action={<Drill to={reach('clockFaults', {})}>{t('sales.clockShow')}</Drill>}
    />
  )
}
