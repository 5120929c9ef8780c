import { purposes, stationAccounts, stationAuthTokens } from '@forecourt/contract'
import { useQueries } from '@tanstack/react-query'
import { call } from '../../core/api.ts'
import { t } from '../../i18n/index.ts'
import { saidOnPage } from '../../kit/detail/use-record.ts'
import { wordsOfError } from '../../kit/feedback/states.tsx'
import { choiceLabel } from '../../kit/label.ts'
import './merchant.css'

const all = Object.values(purposes)

/** What the first payment of a day would be taken by, for each purpose; or that nothing is assigned for it. @source requirement ORG-033 */
export function NextAccounts({ stationId }: { stationId: number }) {
  const asked = useQueries({
    queries: all.map(type => ({
      queryKey: [stationAuthTokens.name, 'next', stationId, type],
      queryFn: ({ signal }: { signal: AbortSignal }) => call(stationAccounts.next, { id: stationId, query: { type } }, { signal }),
      meta: saidOnPage,
      retry: false,
    })),
  })
  return (
    <dl className="merchant-next" aria-label={t('merchantPage.next')}>
      {all.map((type, at) => {
        const { data, error } = asked[at]!
        return (
          <div key={type}>
            <dt>{t('merchantPage.nextFor', { purpose: choiceLabel(stationAuthTokens.name, 'type', String(type)) })}</dt>
            <dd className={error || !data ? 'k-quiet' : ''}>{error ? wordsOfError(error) : (data?.description ?? '…')}</dd>
          </div>
        )
      })}
    </dl>
  )
}
