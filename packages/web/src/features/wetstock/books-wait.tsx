import { booksWait, fuelInventories } from '@forecourt/contract'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../core/api.ts'
import { t } from '../../i18n/index.ts'
import { HoldBelow } from '../../kit/list/hold-below.tsx'
import { PageLink } from '../../kit/page/page-link.tsx'
import { usePage } from '../../kit/page/use-page.ts'
import { Alert } from '../../kit/ui.ts'

/** Shifts that are settled and not listed yet, and the day that holds them back. */
export function BooksWait({ stationId }: { stationId: number }) {
  const { visible } = usePage()
  const { data, isError } = useQuery({
    queryKey: [fuelInventories.name, 'waiting', stationId],
    enabled: visible,
    queryFn: ({ signal }) => call(booksWait, { query: { stationId } }, { signal }),
  })
  if (!data) return isError ? null : <HoldBelow />
  const { shifts, since, settleFirst } = data
  if (shifts === 0) return null
  return (
    <Alert
      type="warning"
      showIcon
      className="rc-wait"
      title={t('reconciliation.waiting', { count: shifts, since: since ?? '' })}
      description={
        settleFirst === null ? (
          t('reconciliation.waitingForNext')
        ) : (
          <>
            {t('reconciliation.waitingWhy')}{' '}
            <PageLink page="daySettle" className="k-link">
              {t('reconciliation.settleFirst', { day: settleFirst })}
            </PageLink>
          </>
        )
      }
    />
  )
}
