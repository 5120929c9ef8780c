import { differences } from '@forecourt/contract'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { call } from '../../core/api.ts'
import { t } from '../../i18n/index.ts'
import { wordsOfError } from '../../kit/feedback/states.tsx'
import { usePage } from '../../kit/page/use-page.ts'
import { useSettled } from '../../kit/use-settled.ts'
import { sentOf, type Taken } from './counting.ts'
import { Missing, Why } from './differences-view.tsx'

const againMs = 15_000

/** What the settlement will say of its differences, while it is counted: as the server splits them, so that nothing surprises. */
export function ForeseenView({ dailyStateId, taken }: { dailyStateId: number; taken: Taken }) {
  const { visible } = usePage()
  const { counted, meters, tanks } = useSettled(sentOf(taken))
  const { data, error } = useQuery({
    queryKey: ['classSettles', 'foresee', dailyStateId, counted, meters, tanks],
    enabled: visible,
    refetchInterval: againMs,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => call(differences.foresee, { body: { dailyStateId, counted, meters, tanks } }, { signal }),
  })
  const waits = counted.every(({ payType }) => payType !== 'cash')
  // Cash that is still to be counted is no difference yet.
  const shown = data?.differences.filter(({ about }) => !(waits && about === 'tender:cash')) ?? []
  const open = shown.filter(({ unexplained }) => unexplained !== 0).length
  return (
    <details className="settle-meters" open={open > 0}>
      <summary>
        {t('settle.differences')}{' '}
        <small>{data && (shown.length === 0 ? t('settle.noDifference') : t('settle.foreseen', { count: shown.length, open }))}</small>
      </summary>
      {error && (
        <p className="k-fault" role="alert">
          {wordsOfError(error)}
        </p>
      )}
      <div className="settle-whys">
        {shown.map(each => (
          <Why key={each.about} of={each} />
        ))}
        {data && <Missing of={data.missing} />}
      </div>
    </details>
  )
}
