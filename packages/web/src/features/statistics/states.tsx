import type { ReactNode } from 'react'
import { ApiError } from '../../core/api.ts'
import { useSession } from '../../core/session.ts'
import { fromTo } from '../../core/time.ts'
import { t, wordsFor } from '../../i18n/index.ts'
import { Empty, wordsOfError } from '../../kit/feedback/states.tsx'
import { usePage } from '../../kit/page/use-page.ts'
import { Alert, Button } from '../../kit/ui.ts'
import type { Asked } from './use-statistic.ts'

/** A period that has figures unless nothing ever happened, and that no limit of a query is shorter than. */
const usual = 'last30Days'

const daysOf = ({ range: { from, to } }: Asked): string => (from === to ? from : fromTo(from, to))

/** Another period, all stations, every kind of card: what would widen the question; or other days alone. */
function Wider({ asked, days = false }: { asked: Asked; days?: boolean }) {
  const { period, several, company, cardKind, change } = asked
  const ways: [boolean, string, Record<string, string | undefined>][] = [
    [period !== usual, t(`kit.preset_${usual}`), { period: usual, unit: undefined }],
    [!days && several && !company, t('kit.rangeCompany'), { range: 'company' }],
    [!days && cardKind !== undefined, t('fund.everyKind'), { kind: undefined }],
  ]
  return (
    <div className="statistic-tools">
      {ways.map(
        ([offered, words, values]) =>
          offered && (
            <Button key={words} size="small" onClick={() => change(values)}>
              {words}
            </Button>
          ),
      )}
    </div>
  )
}

/** What the figures are of, where and when there were none of them, and how to look further. */
export function NoFigures({ of, asked }: { of: string; asked: Asked }): ReactNode {
  const place = useSession(({ atStation }) => (asked.company ? atStation?.company.name : atStation?.name) ?? '')
  return (
    <Empty
      title={wordsFor(`statistic.no_${of}`, { place, days: daysOf(asked) })}
      hint={t('statistic.noFiguresHint')}
      action={<Wider asked={asked} />}
    />
  )
}

/** Which figures could not be read, why, and what can be done about it. */
export function FailedFigures({ asked, error, onRetry }: { asked: Asked; error: unknown; onRetry: () => void }) {
  const { title } = usePage()
  const refused = error instanceof ApiError && error.status < 500
  return (
    <Alert
      type="error"
      showIcon
      role="alert"
      title={t('statistic.failed', { what: title, days: daysOf(asked) })}
      description={
        <>
          <p className="statistic-why">{wordsOfError(error)}</p>
          <div className="statistic-tools">
            {!refused && (
              <Button size="small" type="primary" onClick={onRetry}>
                {t('kit.tryAgain')}
              </Button>
            )}
            <Wider asked={asked} days />
          </div>
        </>
      }
    />
  )
}
