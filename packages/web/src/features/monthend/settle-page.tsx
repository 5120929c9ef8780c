import { monthSettlement, monthSettles, type RowOf } from '@forecourt/contract'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../core/api.ts'
import { today } from '../../core/time.ts'
import { t } from '../../i18n/index.ts'
import { saidOnPage } from '../../kit/detail/use-record.ts'
import type { ColumnInput } from '../../kit/list/columns.ts'
import { ListPage } from '../../kit/list/list-page.tsx'
import { PageLink } from '../../kit/page/page-link.tsx'
import { useGo } from '../../kit/page/use-go.ts'
import { usePage } from '../../kit/page/use-page.ts'
import { Button } from '../../kit/ui.ts'
import { monthWords } from './month-words.ts'

type Month = RowOf<typeof monthSettles>
const columns: readonly ColumnInput<Month>[] = [
  { path: 'month', width: 110, cell: ({ month }) => monthWords(month), text: ({ month }) => monthWords(month) },
  'openingCents',
  'purchasedCents',
  'soldCents',
  'lostCents',
  { path: 'closingCents', phone: 'amount' },
  'salesNetCents',
  'freightCents',
  'claimedCents',
  { path: 'adjustedCents', hidden: true },
  { path: 'confirmedById', hidden: true },
  'createdDate',
]

/** 月结管理: the months that are settled, and the one that is next. */
export default function SettlePage() {
  const go = useGo()
  return (
    <ListPage<Month>
      of={monthSettles}
      columns={columns}
      filters={['month', 'createdDate']}
      periodBar={false}
      called={({ month }) => monthWords(month)}
      onOpen={({ id }) => go('previewSettle', {}, { settled: id })}
      rowActions={({ id }) => (
        <PageLink page="printMonthSettle" params={{ monthSettleId: id }}>
          {t('monthEnd.print')}
        </PageLink>
      )}
      tools={<NextMonth />}
      emptyHint={t('monthEnd.noneHint')}
    />
  )
}

const monthBefore = (day: string): string => Temporal.PlainDate.from(day).with({ day: 1 }).subtract({ months: 1 }).toString()

/** Leads to the month that is settled next; until it is over, to what it has come to so far. */
function NextMonth() {
  const go = useGo()
  const { visible } = usePage()
  const { data, isError } = useQuery({
    queryKey: ['monthSettles', 'next'],
    queryFn: ({ signal }) => call(monthSettlement.next, {}, { signal }),
    enabled: visible,
    meta: saidOnPage,
  })
  if (isError) return null
  // Until it is known which month that is, its button stands where it will be pressed.
  if (!data) return <Button disabled>{t('monthEnd.settleMonth', { month: monthWords(monthBefore(today())) })}</Button>
  const month = monthWords(data.month)
  return (
    <Button type={data.over ? 'primary' : 'default'} onClick={() => go('previewSettle', {}, { month })}>
      {t(data.over ? 'monthEnd.settleMonth' : 'monthEnd.soFar', { month })}
    </Button>
  )
}
